/**
 * Keeps the draft of a deal on the phone, which is its presses, until the server has the deal.
 *
 * A draft that was sent counts only where the same form comes back: with its entry id (the deal was
 * refused), or on the same version of the game (the post never arrived). Otherwise the deal was saved.
 */

import { input } from "../../core/page.js";
import { loadValue, names, remove, saveValue } from "../../core/storage.js";

/** @import { Texts } from "./write_fields.js" */
/** @typedef {{ base: Texts, presses: string[] }} Draft the form's fields before the first press, and the presses */
/** @typedef {Draft & { version: string, sent?: string }} StoredDraft with the entry id that it was sent with */

// The name holds the table and not its link: somebody who comes back by a new link finds the draft.
const game = `pad:${document.body.dataset.table}/`;

/**
 * Return the draft of a form.
 * @param {HTMLFormElement} form
 * @param {string | number} number the deal's number, or another name for it
 */
export function draftOf(form, number) {
  const name = `${form.action.replace(/.*\/game\/[^/]+\//, game)}#${number}`;
  const [version, entry] = [input(form, "version"), input(form, "entry_id")];

  /** @returns {Draft | null} */
  function read() {
    /** @type {StoredDraft | null} */
    const draft = loadValue(name);
    if (!draft || !Array.isArray(draft.presses)) return null;
    if (!draft.sent || draft.sent === entry.value || draft.version === version.value) return draft;
    remove(name);
    return null;
  }

  return {
    read,
    /** @param {Draft} draft */
    write: ({ base, presses }) => saveValue(name, { base, presses, version: version.value }),
    /** @param {Draft} draft */
    send: ({ base, presses }) => saveValue(name, { base, presses, version: version.value, sent: entry.value }),
    drop: () => remove(name),
  };
}

/**
 * Return the presses that made the deal of this page, as the server kept them, or null. Any phone of the table may
 * have sent them: they are used only if they make the deal that stands in the form.
 * @returns {Draft | null}
 */
export function readKept() {
  return JSON.parse(document.getElementById("pad-presses")?.textContent ?? "null");
}

/**
 * Remove the drafts of the same game that were sent before this version of the game: they were saved.
 * @param {HTMLFormElement} form
 */
export function dropSaved(form) {
  const version = Number(input(form, "version").value);
  const entry = input(form, "entry_id").value;
  for (const name of names().filter((each) => each.startsWith(game))) {
    /** @type {StoredDraft | null} */
    const draft = loadValue(name);
    if (draft?.sent && draft.sent !== entry && Number(draft.version) < version) remove(name);
  }
}
