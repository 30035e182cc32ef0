/** Defines the state of the pad: what has been entered, and to what the next key applies. */

import { isAway } from "./absence.js";
import { firstPart, hasOneHand } from "./table.js";

/** @import { PadTable } from "./table.js" */

/**
 * @typedef {object} State
 * @property {PadTable} table
 * @property {string | null} ending how the deal ended; null until that is entered
 * @property {number | null} by the seat whose player went out or knocked; null for nobody
 * @property {Record<string, boolean>} flags
 * @property {number} seat the seat whose hand is entered now
 * @property {Part} part the part of that hand that is open
 * @property {number} line the meld that is open; -1 for none
 * @property {Pending | null} pending a run or a wild that needs another key
 * @property {string} left cards left in the stock, as typed
 * @property {string | null} up the upcard
 * @property {string | null} suit in gin, the suit of the next rank key
 * @property {number[]} seen the seats whose hands were entered
 * @property {Refusal | null} refused why the last key did nothing
 * @property {Hand[]} hands by seat
 */
/** @typedef {"melded" | "in_hand"} Part */
/** @typedef {{ suit: string, from?: string } | { wild: string }} Pending a run without its last end, or a run's wild */
/** @typedef {{ text: string, used?: boolean, at?: Place }} Refusal `used` if no such card is left; `at` shows why */
/** @typedef {{ seat: number, line: number | "hand" }} Place */

/**
 * @typedef {object} Hand
 * @property {"cards" | "quick" | "totals" | "away"} mode what is entered: cards, counts by value, sums, or nothing
 * @property {Meld[]} melds
 * @property {string[]} held the cards in hand; in gin all cards of the hand
 * @property {string[][] | null} spread the melds of a gin hand as its player laid them out; null for the best way
 * @property {Record<string, string>} totals what was typed into the fields for sums, by field name
 * @property {Record<Part, Record<string, number>>} quick how many cards of each value
 */
/** @typedef {{ suit: string, cards: MeldCard[] }} Meld a set has no suit of its own: "" */
/**
 * A place of a meld, and the wild that lies in it.
 * @typedef {object} MeldCard
 * @property {string} rank
 * @property {string} suit "" where nobody gave it
 * @property {string} wild the wild's code; "" for a natural card
 * @property {boolean} [auto] the pad chose the wild or the suit
 */

/** @returns {Hand} */
export const emptyHand = () => ({
  mode: "cards",
  melds: [],
  held: [],
  spread: null,
  totals: {},
  quick: { melded: {}, in_hand: {} },
});

/**
 * @param {PadTable} table
 * @returns {State}
 */
export const emptyState = (table) => ({
  table,
  ending: null,
  by: null,
  flags: {},
  seat: table.only ?? 0,
  part: firstPart(table),
  line: -1,
  pending: null,
  left: "",
  up: null,
  suit: null,
  seen: [],
  refused: null,
  hands: table.players.map(emptyHand),
});

/**
 * Return a copy that can be changed; the table is never changed.
 * @param {State} state
 * @returns {State}
 */
export function copy({ table, ...rest }) {
  return { ...JSON.parse(JSON.stringify(rest)), table };
}

/**
 * Tell whether anything of a hand was entered.
 * @param {Hand} hand
 */
export function isEntered({ mode, melds, held, totals }) {
  if (mode === "cards") return melds.length + held.length > 0;
  return mode === "quick" || Object.keys(totals).length > 0;
}

/**
 * Return the next seat round the table that is not entered yet; null when all are.
 * @param {State} state
 */
export function nextSeat({ table, hands, seat, seen }) {
  if (hasOneHand(table)) return null;
  for (let step = 1; step < hands.length; step += 1) {
    const next = (seat + step) % hands.length;
    if (!seen.includes(next) && !isAway(hands[next])) return next;
  }
  return null;
}
