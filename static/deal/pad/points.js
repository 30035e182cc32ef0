/** Counts points with the values of the table. The server counts again, and its count is the one that is saved. */

import { colouredTwo } from "./cards.js";

/** @import { Hand, Meld, MeldCard, PadTable, Part, State, Values } from "./state.js" */

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Return what a card of a meld counts. A wild two counts as the card that it stands for, a Joker as itself.
 * @param {MeldCard} card
 * @param {Values} values
 */
function meldedValue({ rank, suit, wild }, values) {
  if (wild === "JK") return values.JK;
  if (!wild && rank + suit === "QS") return values.QS;
  return values[rank];
}

/**
 * Return the points of a meld; 0 where melds count nothing.
 * @param {Meld} meld
 * @param {PadTable} table
 */
export const meldPoints = ({ cards }, { melded }) => melded ? sum(cards.map((card) => meldedValue(card, melded))) : 0;

/** @type {(code: string, table: PadTable) => number} */
export const handValue = (code, { in_hand: values, split_twos: isSplit }) =>
  values[code] ?? values[isSplit && code[0] === "2" ? colouredTwo(code) : code[0]];

/** @type {(hand: Hand, table: PadTable) => Record<Part, number[]>} what each card of a hand counts */
export const valuesOf = ({ melds, held }, table) => ({
  melded: melds.flatMap(({ cards }) => cards.map((card) => table.melded ? meldedValue(card, table.melded) : 0)),
  in_hand: held.map((code) => handValue(code, table)),
});

/** @param {Record<string, number>} counts how many of each value */
export const quickPoints = (counts) => sum(Object.entries(counts).map(([value, times]) => Number(value) * times));

/**
 * Return a player's points melded and in hand, whichever way they were entered.
 * @param {State} state
 * @param {number} seat
 * @returns {Record<Part, number>}
 */
export function partPoints(state, seat) {
  const { table, by } = state;
  const { mode, totals, quick } = state.hands[seat];
  const points = {
    cards: () => Object.values(valuesOf(state.hands[seat], table)).map(sum),
    quick: () => [quickPoints(quick.melded), quickPoints(quick.in_hand)],
    totals: () => [Number(totals.melded_points ?? 0), Number(totals.in_hand_points ?? 0)],
    away: () => [0, 0],
  };
  const [melded, inHand] = points[mode]();
  return { melded, in_hand: by === seat && table.kind.areMelds ? 0 : inHand };
}

/** @type {(state: State, seat: number) => number} */
export function bonusPoints({ table, by, flags }, seat) {
  if (by !== seat) return 0;
  /** @param {string} flag */
  const holds = (flag) => flag[0] === "!" ? !flags[flag.slice(1)] : Boolean(flags[flag]);
  const due = table.bonuses.filter(({ needs, unless }) =>
    needs.every(holds) && !unless.some((group) => group.every(holds))
  );
  return sum(due.map(({ points }) => points));
}

/**
 * Return what a player pays for breaches of laws and by the table's own penalties.
 * @param {Hand} hand
 * @param {PadTable} table
 */
export const penaltyPoints = ({ breaches, fines }, { penalties }) =>
  (penalties?.points ?? 0) * sum(Object.values(breaches)) + sum(fines.map(({ points }) => Number(points)));

/** @type {(state: State, seat: number) => number} */
export function dealPoints(state, seat) {
  const { table, hands } = state;
  const { melded, in_hand: inHand } = partPoints(state, seat);
  if (!table.melded) return inHand;
  return melded - inHand + bonusPoints(state, seat) - penaltyPoints(hands[seat], table);
}

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
