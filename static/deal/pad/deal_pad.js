/** The pad on the form of a deal, or of one hand of it: it keeps drafts, and goes on while deals wait to be sent. */

import { input } from "../../core/page.js";
import { draftOf, dropSaved, Entry, makesDeal, readKept } from "./entry.js";
import { startPad } from "./pad.js";

/** @import { Texts } from "./fields.js" */
/** @import { Host, Pad } from "./pad.js" */
/** @import { Kind, PadTable } from "./state.js" */

/**
 * Return the draft of the deal that this page is about, which may come after one that still waits to be sent.
 * @param {HTMLFormElement} form
 * @param {PadTable} table
 * @param {string} [part] which part of the deal it is
 */
export function findDraft(form, table, part = "") {
  table.number = Number(form.dataset.number ?? table.number);
  table.asks_for = table.asks_for_all[table.number - 1] ?? table.asks_for;
  // A deal that met another version keeps its draft under its entry id: by now its number may be another deal's.
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
  const begun = draft.read();
  // What was refused is here again: the head of the page need not say so.
  if (begun?.sent) form.dataset.again = begun.sent;
  if (begun?.sent) dispatchEvent(new Event("outbox"));
  const entry = new Entry(table, draft, texts, begun ?? (kept && makesDeal(table, texts, kept) ? kept : null));
  const { first } = form.dataset;
  if (first && !begun) entry.press(`seat:${first}`);
  return entry;
}

/** @type {Host} */
const WHOLE_DEAL = {
  begin: beginDeal,
  beginAnother: ({ form, table }, texts) => new Entry(table, findDraft(form, table), texts, null),
};

/** @type {(kind: Kind, host?: Host) => Pad} */
export function startDealPad(kind, host = WHOLE_DEAL) {
  // Where the page shows two versions of the deal, the keys come only when they are asked for.
  const waits = document.querySelector("form[data-seen] #pad") !== null;
  const pad = startPad(kind, { ...host, waits });
  const { form } = pad;
  form.addEventListener("submit", () => {
    // What was typed by hand comes back in the fields, if it comes back at all.
    for (const entry of pad.entries()) {
      if (pad.isOn) entry.draft.write(entry, true);
      else entry.draft.drop();
    }
  });
  // Tabs of one phone share a draft: what one enters, the other shows.
  addEventListener("storage", ({ key }) => {
    const entry = pad.entries().find(({ draft }) => draft.name === key);
    if (!entry) return;
    if (!entry.follow()) document.addEventListener("visibilitychange", () => location.reload(), { once: true });
    pad.redraw();
  });
  form.addEventListener("refused", () => pad.showFaults());
  form.addEventListener("kept", () => {
    if (pad.isOn) pad.turnOff();
    for (const entry of pad.entries()) entry.draft.drop();
  });
  // The next deal is begun while this one waits to be sent.
  form.addEventListener("another", () => pad.goOnWith((host.beginAnother ?? host.begin)(pad, pad.typed())));
  return pad;
}
