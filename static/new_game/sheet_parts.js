/** Keeps the parts of sheets that were scanned, in this browser, until a game is taken or a day has passed. */

import { loadValue, names, remove, saveValue } from "../core/storage.js";

/** @typedef {{ number: number, count: number, check: string, text: string }} Part */
/** @typedef {{ check: string, count: number, texts: Record<number, string>, at: number }} Sheet its parts */

const PART = /^SK\d+\.(\d{1,2})\.(\d{1,2})\.([0-9a-f]{8})\.[\w-]+$/;
const KEPT = "sheet ";
const LATEST = "latest sheet";
const LONGEST_KEPT = 24 * 60 * 60 * 1000;

/**
 * Return the part that a text holds, or null.
 * @param {string} text with or without an address before the #
 * @returns {Part | null}
 */
export function readPart(text) {
  const bare = text.slice(text.lastIndexOf("#") + 1);
  const found = PART.exec(bare);
  if (!found || Number(found[1]) > Number(found[2])) return null;
  return { number: Number(found[1]), count: Number(found[2]), check: found[3], text: bare };
}

/** @type {(check: string) => Sheet | null} */
const loadSheet = (check) => loadValue(KEPT + check);

/** Return the sheet of the part that was kept last, or null. */
export const latestSheet = () => loadSheet(loadValue(LATEST));

/**
 * Keep a part with the others of its sheet, and return all of them.
 * @param {Part} part
 * @returns {Sheet}
 */
export function keepPart({ number, count, check, text }) {
  const sheet = { check, count, texts: { ...loadSheet(check)?.texts, [number]: text }, at: Date.now() };
  saveValue(KEPT + check, sheet);
  saveValue(LATEST, check);
  return sheet;
}

/** @param {string} check */
export const forgetSheet = (check) => remove(KEPT + check);

/** Forget the sheets of which no part came for a day. */
export function forgetOld() {
  for (const name of names().filter((each) => each.startsWith(KEPT))) {
    const sheet = /** @type {Sheet | null} */ (loadValue(name));
    if (!(Date.now() - (sheet?.at ?? 0) < LONGEST_KEPT)) remove(name);
  }
}
