/** Enters figures digit by digit: the sums of a hand, or the points of a penalty. */

import { openHand } from "./state.js";

/** @import { Refusal, State } from "./state.js" */

const MOST_DIGITS = 5;

/**
 * Return the names of the sums that are asked of a hand. Nobody who went out has cards in hand.
 * @param {State} state
 * @param {number} seat
 */
export const sumNames = ({ table, by }, seat) =>
  table.fields.filter((name) => name.endsWith("_points") && !(name === "in_hand_points" && by === seat));

/**
 * Return the name of the sum that the digits go to: that of the part that is open, if it has one.
 * @param {State} state
 */
export function sumName(state) {
  const names = sumNames(state, state.seat);
  return names.find((name) => name === `${state.part}_points`) ?? names[0];
}

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
  if (!name && !state.fining) return { text: "There is nothing to count." };
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS) return { text: "That is more than a deal can count." };
  if (state.fining) fines[0] = { reason: fines[0]?.reason ?? "", points: text };
  else {
    totals[name] = text;
    hand.given = given.filter((each) => each !== name);
  }
  return null;
}
