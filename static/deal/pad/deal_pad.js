/** The pad on the form of a deal, or of one hand of it: it keeps drafts, and goes on while deals wait to be sent. */

import { input } from "../../core/page.js";
import { draftOf, dropSaved, Entry, makesDeal, readKept } from "./entry.js";
import { readForm, writeForm } from "./fields.js";
import { startPad } from "./pad.js";

/** @import { Texts } from "./fields.js" */
/** @import { Pad } from "./pad.js" */
/** @import { Kind } from "./table.js" */

/** @import { PadTable } from "./table.js" */
/**
 * How a deal is written into the form: as it stands there, or one of several pairs of it.
 * @typedef {object} Deals
 * @property {(form: HTMLFormElement) => Texts} read
 * @property {(form: HTMLFormElement, texts: Texts) => void} write
 * @property {(pad: Pad, texts: Texts) => Entry} begin
 * @property {(pad: Pad) => Entry[]} entriesOf all that were entered on the form
 * @property {(pad: Pad) => Entry} beginAnother begins the next deal
 */

/**
 * Return the draft of the deal that this page is about, which may come after one that still waits to be sent.
 * @param {HTMLFormElement} form
 * @param {PadTable} table
 * @param {string} [part] what it is of the deal
 */
export function findDraft(form, table, part = "") {
  table.number = Number(form.dataset.number ?? table.number);
  table.asks_for = table.asks_for_all[table.number - 1] ?? table.asks_for;
  // A deal that met another version keeps its draft by its entry id: its number may be another deal's by now.
  const late = form.dataset.seen && input(form, "entry_id").value;
  return draftOf(form, (late || (form.dataset.draft ?? table.number)) + part);
}

/**
 * Go on with the draft, or with the presses that made the deal.
 * @param {Pad} pad
 * @param {Texts} texts the form's fields
 */
function beginDeal(pad, texts) {
  const { form, table } = pad;
  dropSaved(form);
  const [draft, kept] = [findDraft(form, table), readKept()];
  return new Entry(table, draft, texts, draft.read() ?? (kept && makesDeal(table, texts, kept) ? kept : null));
}

/** @type {Deals} */
const PLAIN = {
  read: readForm,
  write: writeForm,
  begin: beginDeal,
  entriesOf: ({ entry }) => [entry],
  beginAnother: (pad) => new Entry(pad.table, findDraft(pad.form, pad.table), pad.typed(), null),
};

/**
 * @param {Kind} kind
 * @param {Deals} deals
 */
export function startDealPad(kind, deals = PLAIN) {
  // Where the page shows two versions of the deal, the keys come only when they are asked for.
  const waits = document.querySelector("form[data-seen] #pad") !== null;
  const pad = startPad(kind, { ...deals, waits });
  const { form } = pad;
  form.addEventListener("submit", () => {
    // What was typed by hand comes back in the fields, if it comes back at all.
    for (const entry of deals.entriesOf(pad)) {
      if (pad.isOn) entry.draft.send(entry);
      else entry.draft.drop();
    }
  });
  form.addEventListener("refused", () => pad.showFaults());
  form.addEventListener("kept", () => {
    if (pad.isOn) pad.turnOff();
    for (const entry of deals.entriesOf(pad)) entry.draft.drop();
  });
  // The next deal is begun while this one waits to be sent.
  form.addEventListener("another", () => pad.goOnWith(deals.beginAnother(pad)));
  return pad;
}
