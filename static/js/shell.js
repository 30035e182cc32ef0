// On every page: the service worker where the browser allows one, and the way back from offline.

// A phone at http://192.168.x.x is no secure context and has no service worker; all goes on without.
if (window.isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}

const retry = document.getElementById("retry");
if (retry) {
  const ask = () =>
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => location.replace(location.href), // asks for the page; a reload would send a form again
      () => {},
    );
  setInterval(ask, 4000);
  addEventListener("online", ask);
}
