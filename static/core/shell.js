/**
 * Starts what every page has: service worker, menus, the way back from the offline page, and the outbox, which keeps
 * each deal on the phone until the server has it, so that none is lost and none is entered twice.
 */

import { watchFields } from "./mended.js";
import { watchForms } from "./outbox/deal_form.js";
import { awaitServer, markKeptPage } from "./outbox/kept_page.js";
import { draw, showNotice } from "./outbox/notice.js";
import { sendAfresh, sendLater } from "./outbox/send.js";
import { releaseLock } from "./outbox/store.js";
import { load, save } from "./storage.js";

const SIGNED_OUT = "signed-out";

// A phone at http://192.168.x.x is no secure context and has no service worker; all else works.
if (isSecureContext && "serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const isNew = !serviceWorker.controller;
  serviceWorker.register("/sw.js").catch(() => {});
  // The worker does not keep a page that was loaded before it, so it is asked to fetch the page.
  if (isNew) serviceWorker.ready.then(({ active }) => active?.postMessage(location.pathname));
}

// A tap beside a menu closes it without a script.
document.addEventListener("keydown", ({ key }) => {
  /** @type {HTMLElement | null} */
  const open = document.querySelector("details[open]:is(.menu, .join) > summary");
  if (key !== "Escape" || !open) return;
  open.click();
  open.focus();
});
watchForms();
showNotice();
markKeptPage();
addEventListener("outbox", sendLater);
addEventListener("online", sendAfresh);
document.addEventListener("submit", ({ target }) => {
  const isOut = target instanceof HTMLFormElement && target.action.endsWith("/officers/out");
  if (isOut) save(SIGNED_OUT, String(Date.now()));
});
addEventListener("pageshow", ({ persisted }) => {
  // Going back, a browser may show a page as it was before an officer signed out.
  if (persisted && Number(load(SIGNED_OUT)) > performance.timeOrigin) location.reload();
  draw();
  sendAfresh();
});
addEventListener("pagehide", releaseLock);
document.addEventListener("visibilitychange", () => document.hidden || sendAfresh());
sendAfresh();
watchFields();
// A reload would send the form again; this only asks for the page.
if (document.getElementById("retry")) awaitServer(() => location.replace(location.href));
