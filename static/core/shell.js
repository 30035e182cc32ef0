// On every page: the service worker where the browser allows one, the outbox, the way back from offline.

import { begin } from "./outbox.js";
import { watchReturn } from "./outbox/kept.js";

// A phone at http://192.168.x.x is no secure context and has no service worker; all goes on without.
if (window.isSecureContext && "serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const isNew = !serviceWorker.controller;
  serviceWorker.register("/sw.js").catch(() => {});
  // A page that came before its worker is handed to it, to be kept like any other.
  if (isNew) serviceWorker.ready.then(({ active }) => active.postMessage(location.pathname));
}

begin();
if (document.getElementById("retry")) {
  // Asks for the page; a reload would send a form again.
  watchReturn(() => location.replace(location.href));
}
