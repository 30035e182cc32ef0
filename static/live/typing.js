/** Tells the server that somebody is entering cards, so that the other phones at the table can show it. */

import { input } from "../core/page.js";

const PAUSE = 20_000;

/** @type {HTMLFormElement | null} */
const form = document.querySelector("form[data-writing]");
let lastSent = 0;

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} [more] further fields
 * @param {RequestInit} [options]
 */
function send(form, more, options) {
  const { seat = "", writing: address = "" } = form.dataset;
  const body = new URLSearchParams({ csrf_token: input(form, "csrf_token").value, seat, ...more });
  fetch(address, { method: "POST", body, ...options }).catch(() => {});
}

/** Send it with the first key or tap, again after a pause while the typing goes on, and when it ends. */
export function announceTyping() {
  if (!form) return;
  const begin = () => {
    if (Date.now() - lastSent < PAUSE) return;
    lastSent = Date.now();
    send(form);
  };
  const end = () => {
    if (lastSent) send(form, { stop: "yes" }, { keepalive: true });
    lastSent = 0;
  };
  for (const name of ["pointerdown", "input"]) form.addEventListener(name, begin);
  document.addEventListener("keydown", begin);
  addEventListener("pagehide", end);
}
