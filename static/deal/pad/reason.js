/** Takes the reason of a correction, which is typed or chosen beside the cards, into the form that is sent. */

import { input } from "../../core/page.js";
import { around } from "./parts.js";

/** Return the line of the reason, on a page that has one. */
const lineOfReason = () => document.querySelector("#pad input[data-reason]");

/** @param {Element | null} line */
function take(line) {
  if (line instanceof HTMLInputElement && line.form) input(line.form, "reason").value = line.value;
}

/** @param {Event} event */
function answerClick(event) {
  const line = lineOfReason();
  if (!(line instanceof HTMLInputElement)) return;
  const cause = around(event, "[data-cause]")?.dataset.cause;
  if (cause) {
    line.value = cause;
    take(line);
  }
  if (around(event, "a[href='#reason']")) {
    event.preventDefault();
    line.focus();
  }
}

/** Take what was typed before this script had come, and all that follows. */
export function watchReason() {
  take(lineOfReason());
  document.addEventListener("input", ({ target }) => target === lineOfReason() && take(lineOfReason()));
  document.addEventListener("click", answerClick);
}
