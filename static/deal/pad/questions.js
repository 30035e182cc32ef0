/** Answers which question comes before the cards: the upcard of a gin deal, or who ended the deal. */

import { isEntered } from "./state.js";
import { hasOneHand, isGin } from "./table.js";

/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/** @typedef {[string, string, boolean]} Chip a press, its words, and whether it is down */

/** The ending that a player chooses who enters one hand, and did not end the deal. */
const SOMEBODY_ELSE = "other";

/**
 * Return why a key cannot be used for a seat, where only another seat's hand is entered; else null.
 * @param {State} state
 * @param {number} seat
 */
export const whyOtherHand = ({ table }, seat) =>
  hasOneHand(table) && table.only !== seat
    ? { text: `Only ${table.players[table.only]}’s hand is entered here.` }
    : null;

/**
 * Tell whether the upcard of a gin deal is asked now. A single hand needs it only if its player knocked.
 * @param {State} state
 */
export const asksUpcard = ({ table, up, ending }) =>
  isGin(table) && !up && !(hasOneHand(table) && (ending === null || ending === SOMEBODY_ELSE));

/**
 * Tell whether it is time to ask who ended the deal.
 * @param {State} state
 */
export const asksEnding = ({ table, up, ending }) =>
  ending === null && (!isGin(table) || hasOneHand(table) || up !== null);

/**
 * Return how the deal can have ended, where one hand is entered and that is not asked first: that its player went out,
 * and until the hand is begun the rest.
 * @param {State} state
 * @returns {Chip[]}
 */
export function waysToEnd({ table, by, ending, hands, seat }) {
  const said = by === null ? `end:${ending}` : `by:${by}`;
  const ways = (table.offered ?? []).filter(([way], index) =>
    !index || way === said || (by === null && !isEntered(hands[seat]))
  );
  return ways.map(([way, words]) => way === said ? [`end:${table.ending}`, words, true] : [way, words, false]);
}

/**
 * Return why no card of a gin hand can be entered yet, or null.
 * @param {State} state
 */
export function whyNoCard({ by, ending }) {
  if (by !== null || ending === SOMEBODY_ELSE) return null;
  return { text: ending ? "A dead deal needs no cards." : "Say who knocked first." };
}

/**
 * Return the words for who ended the deal, where that was no player whose hand is entered here.
 * @param {State} state
 */
export function nobodyWords({ table, ending }) {
  if (ending === null) return "?";
  const words = table.ending_words[table.endings.indexOf(ending)];
  return hasOneHand(table) ? words.toLowerCase() : "nobody";
}

/**
 * Return those who may have ended the deal, each with the words of the key.
 * @param {PadTable} table
 * @param {number[]} seats
 * @returns {[number, string][]}
 */
export const answersOf = (table, seats) =>
  hasOneHand(table) ? [[table.only, table.ending_words[0]]] : seats.map((seat) => [seat, table.players[seat]]);
