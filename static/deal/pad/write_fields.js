/** Writes a state into the texts of the form's fields. */

import { isAway } from "./absence.js";
import { codeOf, deadwoodOf } from "./cards.js";
import { inHand } from "./pack.js";
import { quickPoints } from "./points.js";
import { emptyHand } from "./state.js";
import { deuceOf, isGin } from "./table.js";

/** @import { Hand, Meld, MeldCard, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/** @typedef {Record<string, string>} Texts texts by the names of fields */

/**
 * Return the name of a field of the form.
 * @param {number} seat
 * @param {string} name
 */
export const fieldName = (seat, name) => `hand${seat}-${name}`;

/**
 * Return every field of the form that the pad fills.
 * @param {State} state
 */
export function writeFields(state) {
  const { table } = state;
  /** @type {Texts} */
  const texts = { by: state.by === null ? "" : String(state.by) };
  if (state.ending) texts.ending = state.ending;
  for (const { name } of table.flags) texts[name] = state.flags[name] ? "yes" : "";
  if (isGin(table)) texts.upcard = state.up ?? "";
  state.hands.forEach((hand, seat) => {
    const cards = isGin(table) ? writeGinHand(hand) : writeHand(state, seat);
    const own = { ...emptyFields(table), ...cards, ...writeOthers(hand, table) };
    for (const [name, text] of Object.entries(own)) texts[fieldName(seat, name)] = text;
  });
  return texts;
}

/**
 * @param {PadTable} table
 * @returns {Texts}
 */
const emptyFields = (table) => Object.fromEntries(table.fields.map((name) => [name, ""]));

/** How many penalties of its own the form takes for a hand. */
export const MOST_FINES = 9;

/**
 * Write what is told besides the cards of a hand: penalties and facts.
 * @param {Hand} hand
 * @param {PadTable} table
 * @returns {Texts}
 */
function writeOthers(hand, { penalties, extras }) {
  const { breaches, fines, facts } = isAway(hand) ? emptyHand(hand.mode) : hand;
  /** @type {Texts} */
  const texts = Object.fromEntries(extras.map(({ name }) => [name, facts[name] ?? ""]));
  if (!penalties) return texts;
  for (const [law] of penalties.laws) texts[`law${law}`] = String(breaches[law] || "");
  for (let row = 0; row < MOST_FINES; row += 1) {
    texts[`fine${row}-points`] = fines[row]?.points ?? "";
    texts[`fine${row}-reason`] = fines[row]?.reason ?? "";
  }
  return texts;
}

/**
 * @param {Hand} hand
 * @returns {Texts}
 */
function writeGinHand({ mode, held, spread, totals }) {
  if (mode !== "cards") return { deadwood_points: totals.deadwood_points ?? "" };
  if (!spread) return { cards: held.join(" ") };
  const melds = spread.map((meld) => meld.join(" "));
  return { melds: melds.join("\n"), deadwood: deadwoodOf(held, spread).join(" ") };
}

/**
 * @param {State} state
 * @param {number} seat
 * @returns {Texts}
 */
function writeHand(state, seat) {
  const hand = state.hands[seat];
  if (isAway(hand)) return { sat_out: "yes" };
  if (hand.mode !== "cards") return writeTotals(state, hand, seat);
  const melds = hand.melds.map((meld) => writeMeld(meld, state));
  return { melds: melds.join("\n"), in_hand: inHand(state, seat).join(" ") };
}

/**
 * @param {State} state
 * @param {Hand} hand
 * @param {number} seat
 * @returns {Texts}
 */
function writeTotals({ table, by, seat: open, seen }, { mode, quick, totals }, seat) {
  // A hand that nobody has come to is not told yet.
  if (mode === "quick" && seat !== open && !seen.includes(seat)) return {};
  const { melded_points: laid, in_hand_points: kept } = totals;
  const isQuick = mode === "quick";
  // The pad shows a sum as 0 once the other is given.
  const melded = isQuick ? String(quickPoints(quick.melded)) : laid || (kept && by !== seat ? "0" : "");
  const held = isQuick ? String(quickPoints(quick.in_hand)) : kept || (laid ? "0" : "");
  if (table.melded) return { melded_points: melded, in_hand_points: by === seat && melded ? "0" : held };
  return by === seat ? {} : { in_hand_points: held };
}

/**
 * Write a meld in the notation or its shorthand.
 * @param {Meld} meld
 * @param {State} state
 */
function writeMeld(meld, state) {
  if (!meld.suit) return writeSet(meld.cards, state.table);
  const isPlain = meld.cards.every(({ wild }) => !wild) && mayBeOwnTwo(meld, state);
  return isPlain ? writeEnds(meld) : writeRun(meld, state);
}

/**
 * Write a set. With fewer than two natural cards the wilds could be read as something else, so each is
 * written with what it stands for.
 * @param {MeldCard[]} cards
 * @param {PadTable} table
 */
function writeSet(cards, table) {
  const naturals = cards.filter(({ wild }) => !wild);
  const isNamed = naturals.length < 2 || naturals.every(({ rank }) => rank === "2");
  const texts = cards.map((card) => {
    const code = codeOf(card, table);
    const name = card.rank + (card.wild ? card.suit : "");
    const mayBeWild = card.wild || (card.rank === "2" && deuceOf(table) === "2");
    return name.length > 1 || (isNamed && mayBeWild) ? `${code}=${name}` : code;
  });
  return texts.join(" ");
}

/** @param {Meld} meld */
const writeEnds = ({ suit, cards }) => `${cards[0].rank}${suit}-${cards.slice(-1)[0].rank}${suit}`;

/**
 * Tell whether the two of a run can be the two of the run's suit: each pack has only one of them.
 * @param {Meld} meld
 * @param {State} state
 */
function mayBeOwnTwo(meld, { table, hands }) {
  const runs = hands.flatMap(({ melds }) => melds).filter(({ suit, cards }) =>
    suit === meld.suit && cards.some(({ rank, wild }) => rank === "2" && !wild)
  );
  return runs.indexOf(meld) < table.copies;
}

/**
 * Write each card of a run, and what each wild stands for.
 * @param {Meld} meld
 * @param {State} state
 */
function writeRun(meld, state) {
  const isRedTwo = state.table.split_twos && "HD".includes(meld.suit);
  const texts = meld.cards.map(({ rank, wild }) => {
    const place = rank + meld.suit;
    if (wild) return `${wild}=${place}`;
    if (rank !== "2" || !state.table.wild_twos) return place;
    if (!mayBeOwnTwo(meld, state)) return `2=${place}`;
    return isRedTwo ? place : `${place}=${place}`;
  });
  return texts.join(" ");
}
