/** Starts what every page has: service worker, outbox, menus, and the way back from the offline page. */

import { watchFields } from "./mended.js";
import { beginOutbox } from "./outbox.js";
import { awaitServer } from "./outbox/kept_page.js";

// A phone at http://192.168.x.x is no secure context and has no service worker; all else works.
if (isSecureContext && "serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const isNew = !serviceWorker.controller;
  serviceWorker.register("/sw.js").catch(() => {});
  // A page that was loaded before its worker is not kept by it: so the worker is asked to fetch the page.
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
beginOutbox();
watchFields();
// A reload would send a form again; this only asks for the page.
if (document.getElementById("retry")) awaitServer(() => location.replace(location.href));
