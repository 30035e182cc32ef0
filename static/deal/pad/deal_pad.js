/** The pad on the form of a deal, or of one hand of it: it keeps drafts, and goes on while deals wait to be sent. */

import { input, required } from "../../core/page.js";
import { draftOf, dropSaved, readKept } from "./draft.js";
import { Entry, makesDeal } from "./entry.js";
import { readForm, writeForm } from "./form.js";
import { act, entry, form, goOnWith, isOn, place, showFaults, startPad, table, turnOff, typed } from "./pad.js";
import { around } from "./parts.js";

/** @import { Kind } from "./pad.js" */
/** @import { Texts } from "./write_fields.js" */

/** Return the draft of the deal that this page is about, which may come after one that still waits to be sent. */
function findDraft() {
  table.number = Number(form.dataset.number ?? table.number);
  table.asks_for = table.asks_for_all[table.number - 1] ?? table.asks_for;
  // A deal that met another version keeps its draft by its entry id: its number may be another deal's by now.
  const late = form.dataset.seen && input(form, "entry_id").value;
  return draftOf(form, late || (form.dataset.draft ?? table.number));
}

/**
 * Go on with the draft, or with the presses that made the deal.
 * @param {Texts} texts the form's fields
 */
function beginDeal(texts) {
  dropSaved(form);
  const [draft, kept] = [findDraft(), readKept()];
  return new Entry(table, draft, texts, draft.read() ?? (kept && makesDeal(table, texts, kept) ? kept : null));
}

const reasonField = () => required("[data-reason]", HTMLInputElement, place);

/**
 * Follow a link to a problem: to the reason of a correction, or to the player whose hand it is.
 * @param {Event} event
 */
function followLink(event) {
  const address = around(event, "a")?.getAttribute("href") ?? "";
  if (address === "#reason") {
    event.preventDefault();
    reasonField().focus();
  }
  const seat = around(event, ".note") ? /^#hand(\d+)/.exec(address)?.[1] : undefined;
  if (seat === undefined || !isOn()) return;
  event.preventDefault();
  act(`seat:${seat}`, null);
}

/**
 * Send a deal that met another version on top of the version that it was made on: the server shows both again.
 * @param {Event} event
 */
function compareAgain(event) {
  if (!form.dataset.seen || !around(event, "[data-done]")) return;
  event.preventDefault();
  input(form, "version").value = form.dataset.seen;
  form.submit();
}

/** @param {Event} event */
function answerClick(event) {
  compareAgain(event);
  followLink(event);
  const cause = around(event, "[data-cause]")?.dataset.cause;
  if (cause) reasonField().value = input(form, "reason").value = cause;
}

/** @param {Event} event */
function typeReason({ target }) {
  if (target instanceof HTMLInputElement && target.dataset.reason) input(form, "reason").value = target.value;
}

/** @param {Kind} kind */
export function startDealPad(kind) {
  // Where the page shows two versions of the deal, the keys come only when they are asked for.
  startPad(kind, { read: readForm, write: writeForm, begin: beginDeal, waits: Boolean(form.dataset.seen) });
  place.addEventListener("click", answerClick);
  place.addEventListener("input", typeReason);
  form.addEventListener("submit", () => {
    // What was typed by hand comes back in the fields, if it comes back at all.
    if (isOn()) entry.draft.send(entry);
    else entry.draft.drop();
  });
  form.addEventListener("refused", showFaults);
  form.addEventListener("kept", () => {
    entry.draft.drop();
    if (isOn()) turnOff();
  });
  // The next deal is begun while this one waits to be sent.
  form.addEventListener("another", () => goOnWith(new Entry(table, findDraft(), typed(), null)));
}
