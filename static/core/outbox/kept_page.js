/** Tells how old a page is that the phone kept, and loads the page again once the server answers. */

import { element } from "../elements.js";
import { required } from "../page.js";
import { timeText } from "./notice.js";

const PAUSE = 4000;

/**
 * Call `back` once the server answers.
 * @param {() => void} back
 */
export function awaitServer(back) {
  const ask = () => fetch(location.href, { method: "HEAD", cache: "no-store" }).then(end, () => {});
  const timer = setInterval(ask, PAUSE);
  function end() {
    clearInterval(timer);
    removeEventListener("online", ask);
    back();
  }
  addEventListener("online", ask);
}

/** Mark a kept page of a game or a night. A page with a form is not loaded again: somebody may be typing into it. */
export function markKeptPage() {
  const { kept } = document.body.dataset;
  // The form that reads sheets is always the same, and says itself that it waits.
  if (!kept || document.getElementById("read")) return;
  const text = `No network. This page is from ${timeText(Number(kept))}.`;
  const banner = element("p", { class: "outbox", id: "kept", role: "status" }, text);
  required("#content", HTMLElement).before(banner);
  awaitServer(() => {
    if (document.getElementById("deal")) banner.remove();
    else location.reload();
  });
}
