/** A page that the phone kept says so, and since when; the server's own comes as soon as it answers. */

import { element, moment } from "./line.js";

const PAUSE = 4000;

/** Call `back` once the server answers. */
export function watchReturn(back) {
  const ask = () => fetch(location.href, { method: "HEAD", cache: "no-store" }).then(end, () => {});
  const timer = setInterval(ask, PAUSE);
  function end() {
    clearInterval(timer);
    removeEventListener("online", ask);
    back();
  }
  addEventListener("online", ask);
}

/** Mark a kept page; what is being typed on is never swapped. */
export function begin() {
  const { kept } = document.body.dataset;
  if (!kept) return;
  const text = `No network. This is the sheet as of ${moment(Number(kept))}.`;
  const banner = element("p", { className: "outbox", id: "kept" }, text);
  banner.setAttribute("role", "status");
  document.getElementById("content").before(banner);
  watchReturn(() => {
    if (document.getElementById("deal")) banner.remove();
    else location.reload();
  });
}
