/** Answers which question comes before the cards: the upcard of a gin deal, or who ended the deal. */

import { hasOneHand, isGin } from "./table.js";

/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */

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
