/** Reads cards in the notation that people type: "8S-KS", "KKK2", "2D=QS", "JK=K", "10♥". */

import { HIGH_ACE, placeOf, rankAt, SUITS } from "./cards.js";

/** @import { PadTable } from "./state.js" */
/**
 * A card, and what it stands for: a place of a run, or the rank of a set where there is no suit.
 * @typedef {{ code: string, rank?: string, suit?: string }} Item
 */

const RANK = "(?:10|[A2-9TJQK])";
const RUN = new RegExp(`^(${RANK})([SHDC]?)-(${RANK})([SHDC])$`);
const NAMED = new RegExp(`^(${RANK}[SHDC]|JK|2[RB]?|\\*)=(${RANK})([SHDC]?)$`);
const CARD = new RegExp(`^(?:${RANK}[SHDC]|JK|2[RB])$`);
const WITHOUT_SUIT = new RegExp(`^(?:${RANK}|\\*)+$`);
/** @type {Record<string, string>} */
const TYPED_SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*", "\ufe0f": "" };

/**
 * Return the cards of a text, or null if it is not all cards.
 * @param {string} text
 */
export function readItems(text) {
  /** @type {Item[]} */
  const items = [];
  for (const token of text.split(/[\s,]+/).filter(Boolean)) {
    const plain = [...token].map((sign) => TYPED_SIGNS[sign] ?? sign).join("").toUpperCase();
    const found = readToken(plain);
    if (!found) return null;
    items.push(...found);
  }
  return items;
}

/** @type {(plain: string) => Item[] | null} */
function readToken(plain) {
  const run = RUN.exec(plain);
  if (run && (!run[2] || run[2] === run[4])) {
    const [first, last, suit] = [typedRank(run[1]), typedRank(run[3]), run[4]];
    return ranksBetween(first, last).map((rank) => ({ code: rank + suit, rank, suit }));
  }
  const named = NAMED.exec(plain);
  if (named) return [{ code: typedCode(named[1]), rank: typedRank(named[2]), suit: named[3] }];
  if (CARD.test(plain)) return [{ code: typedCode(plain) }];
  if (!WITHOUT_SUIT.test(plain)) return null;
  return [...plain.matchAll(new RegExp(`${RANK}|\\*`, "g"))].map(([each]) => ({ code: typedCode(each) }));
}

/** @param {string} text */
const typedRank = (text) => text === "10" ? "T" : text;

/** @param {string} text */
const typedCode = (text) => text === "*" ? "JK" : text.replace("10", "T");

/**
 * Return the ranks from one end of a run to the other, the lowest first. An ace is high if it is the last end.
 * @param {string} first
 * @param {string} last
 */
export function ranksBetween(first, last) {
  const ends = [placeOf(first), last === "A" ? HIGH_ACE : placeOf(last)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return Array.from({ length: high - low + 1 }, (_, step) => rankAt(low + step));
}

/**
 * Tell whether a two is named wrongly here: without its colour where that matters, or by it where it does not.
 * @param {PadTable} table
 * @param {Item[]} items
 */
export const hasOtherTwo = ({ split_twos: isSplit }, items) =>
  items.some(({ code }) => (isSplit ? ["2"] : ["2R", "2B"]).includes(code));

/**
 * Return the codes of cards, or null if a text is not all cards of this table.
 * @param {PadTable} table
 * @param {string} text
 * @param {boolean} [haveSuits] whether each card must tell its suit
 */
export function readCards(table, text, haveSuits = false) {
  const items = readItems(text);
  if (!items || hasOtherTwo(table, items)) return null;
  if (haveSuits && items.some(({ code }) => !SUITS.includes(code[1]))) return null;
  return items.map(({ code }) => code);
}
