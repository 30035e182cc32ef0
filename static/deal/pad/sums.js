/** Enters figures digit by digit: the sums of a hand, or the points of a penalty. */

import { openHand } from "./state.js";
import { isGin } from "./table.js";

/** @import { Refusal, State } from "./state.js" */

const MOST_DIGITS = 5;

/**
 * Return the name of the sum that the digits go to: that of the part that is open.
 * @param {State} state
 */
export const sumName = ({ table, part }) => isGin(table) ? "deadwood_points" : `${part}_points`;

/**
 * Return the names of the sums that are asked of a hand. Nobody who went out has cards in hand.
 * @param {State} state
 * @param {number} seat
 */
export const sumNames = ({ table, by }, seat) =>
  table.fields.filter((name) => name.endsWith("_points") && !(name === "in_hand_points" && by === seat));

/**
 * Add digits to a figure.
 * @param {string} figure
 * @param {string} digits
 */
export const addDigits = (figure, digits) => String(Number(figure + digits));

/**
 * Add digits to the figure that is open.
 * @param {State} state
 * @param {string} digits
 * @returns {Refusal | null}
 */
export function pressDigits(state, digits) {
  const hand = openHand(state);
  const { totals, fines, given } = hand;
  const name = sumName(state);
  const before = given.includes(name) ? "" : totals[name] ?? "";
  const text = addDigits(state.fining ? fines[0]?.points ?? "" : before, digits);
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS) return { text: "That is more than a deal can count." };
  if (state.fining) fines[0] = { reason: fines[0]?.reason ?? "", points: text };
  else {
    totals[name] = text;
    hand.given = given.filter((each) => each !== name);
  }
  return null;
}
