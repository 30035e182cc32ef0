/**
 * Does what else is needed where a deal is corrected or came back: its reason is put into the form, links to problems
 * lead to the hand or to the reason, of two versions the other one is compared once more, and what was changed earlier
 * is told.
 */

import { input, seek } from "../../core/page.js";
import { writeFields } from "./fields.js";
import { around } from "./parts.js";

/** @import { Texts } from "./fields.js" */
/** @import { Pad } from "./pad.js" */

/** @returns {HTMLInputElement | null} */
const lineOfReason = () => document.querySelector("#pad input[data-reason]");

/** @param {{ target: EventTarget | null }} changed what is chosen goes into the line */
function takeReason({ target }) {
  const line = lineOfReason();
  if (line && target instanceof HTMLSelectElement && target.value) line.value = target.value;
  if (line?.form) input(line.form, "reason").value = line.value;
}

/** @param {Event} event */
function answerClick(event) {
  const line = lineOfReason();
  if (line && around(event, "a[href='#reason']")) {
    event.preventDefault();
    line.focus();
  }
  followLink(event);
  compareAgain(event);
}

/** @param {Event} event */
function followLink(event) {
  const link = around(event, "#pad.on .note a");
  const seat = /^#hand(\d+)/.exec(link?.getAttribute("href") ?? "")?.[1];
  const tab = seek(`#pad [data-press="seat:${seat}"]`);
  if (!tab) return;
  event.preventDefault();
  tab.click();
}

/**
 * Send a deal that met another version on top of the version that it was made on: the server shows both again.
 * @param {Event} event
 */
function compareAgain(event) {
  const form = around(event, "#pad [data-done]")?.closest("form");
  if (!form?.dataset.seen) return;
  event.preventDefault();
  input(form, "version").value = form.dataset.seen;
  form.submit();
}

/** @type {(pad: Pad, scored: Texts) => void} tells that a correction was begun and left, and leads back */
export function tellUnsaved({ entry, form }, scored) {
  if (!form.elements.namedItem("target")) return;
  const draft = entry.draft.read();
  if (!draft || draft.sent || JSON.stringify(writeFields(entry.state)) === JSON.stringify(scored)) return;
  const offer = { press: `load:${JSON.stringify(scored)}`, words: "As scored" };
  entry.state.refused = { text: "Changed here, not saved yet.", offer };
}

/** Take what was chosen or typed before this script was loaded, and do all that is asked from now on. */
export function watchMending() {
  takeReason({ target: document.querySelector("#pad [data-cause]") });
  document.addEventListener("input", takeReason);
  document.addEventListener("click", answerClick);
}
