/**
 * Tells how old a page is that the phone kept, and loads the page again once the server answers. On a phone that keeps
 * no pages, it stays on this one rather than go to an error page of the browser.
 */

import { element } from "../elements.js";
import { required } from "../page.js";
import { tellHeld, timeText } from "./notice.js";
import { ask, wasUnreachable } from "./send.js";

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

/** Whether the browser, or anything on this page, says that the server is out of reach. */
export const seemsOut = () =>
  !navigator.onLine || wasUnreachable() || document.querySelector("[data-lost]:not([hidden])") !== null;

/** Whether the phone answers itself where the server does not, if only by its own page about that. */
export const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

/** @type {WeakSet<HTMLAnchorElement>} */
const asked = new WeakSet();

/**
 * Follow a link only if the server answers, where the browser would show an error page, as if all were lost.
 * @param {MouseEvent} event
 */
export async function holdLink(event) {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || event.defaultPrevented) return;
  const isHere = link.hash && link.href === location.href.split("#")[0] + link.hash;
  if (isHere || asked.delete(link) || hasWorker() || !seemsOut()) return;
  event.preventDefault();
  if (await ask(link.href, { method: "HEAD", cache: "no-store" }, () => true)) {
    asked.add(link);
    return link.click();
  }
  tellHeld(true);
  awaitServer(() => tellHeld(false));
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
