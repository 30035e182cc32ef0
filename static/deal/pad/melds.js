/** Sets and runs: made from a key or two ends, longer, shorter, with wilds in them. */

import { ACE_HIGH, codeOf, deuce, placeOf, rankAt, RANKS, ranksWord, rankWord } from "./cards.js";
import { overuse, room } from "./limits.js";

const SET_MIN = 3;

/** A natural card of a meld; `w` will be the wild that lies in its place. */
const card = (r, s = "") => ({ r, s, w: "" });

/** The line that is open, if it is a meld. */
export const openMeld = (state) => state.hands[state.seat].melds[state.line];

/** Lay a meld as the newest line of the player and open it. */
export function lay(state, meld) {
  const { melds } = state.hands[state.seat];
  melds.push(meld);
  state.line = melds.length - 1;
  fillGaps(state, meld);
}

/** A set of three of a rank. */
export function laySet(state, rank) {
  lay(state, { suit: "", cards: Array.from({ length: SET_MIN }, () => card(rank)) });
}

/** One more of the open set; a closed one begins another. */
export function growSet(state, rank) {
  const meld = openMeld(state);
  if (state.table.set_max && meld.cards.length >= state.table.set_max) return laySet(state, rank);
  meld.cards.push(card(rank));
  return fillGaps(state, meld);
}

/** A run between two ends; the order of the ends says where the ace lies. */
export function layRun(state, suit, first, last) {
  const { table } = state;
  let [low, high] = [placeOf(first), last === "A" ? ACE_HIGH : placeOf(last)];
  if (low > high) [low, high] = [high, low];
  const length = high - low + 1;
  if (length < table.run_min) return { text: `A run has ${table.run_min} cards or more.` };
  if (low === 1 && !table.ace_low) return { text: "Aces are high: a run cannot begin with one." };
  if (low === 1 && high === ACE_HIGH && !table.ace_both_ends) {
    return { text: "An ace lies at one end of a run only." };
  }
  const cards = Array.from({ length }, (_, step) => card(rankAt(low + step), suit));
  return lay(state, { suit, cards });
}

/**
 * Wilds where the natural cards are used up: a third eight of hearts can only be one. At least one
 * card stays natural; what cannot be filled is left for the check of the pack to refuse.
 */
function fillGaps(state, meld) {
  for (const each of [...meld.cards].reverse()) {
    if (each.w || room(state, codeOf(each, state.table)) >= 0) continue;
    const wild = [deuce(state.table), "JK"].find((code) => room(state, code) > 0);
    const naturals = meld.cards.filter((other) => !other.w).length;
    if (wild && naturals > 1) Object.assign(each, { w: wild, auto: true });
    else if (each.r === "Q" && !meld.suit && room(state, "QS") > 0) {
      Object.assign(each, { s: "S", auto: true });
    }
  }
}

/** A wild into the open set, in place of its last natural card. */
export function wildIntoSet(state, wild) {
  const meld = openMeld(state);
  const plain = meld.cards.filter((each) => !each.w);
  const forced = meld.cards.find((each) => each.auto);
  const natural = forced ?? plain.filter((each) => !each.s).pop() ?? plain.pop();
  if (!natural) {
    return { text: `Every card of these ${ranksWord(meld.cards[0].r)} is wild already.` };
  }
  Object.assign(natural, { w: wild, s: "", auto: false });
  return null;
}

/** A wild into the open run, in place of the card of this rank. */
export function wildIntoRun(state, wild, rank) {
  const meld = openMeld(state);
  const same = meld.cards.filter((each) => each.r === rank);
  const natural = same.filter((each) => each.auto || each.w !== wild).pop();
  if (!same.length) return { text: `This run has no ${rankWord(rank)}.` };
  if (!natural) return { text: `The ${rankWord(rank)} of this run is wild already.` };
  const had = natural.w;
  // A wild that the pad laid elsewhere in this run gives way to where the table says it lies.
  const laid = room(state, wild) > 0 ? null : meld.cards.find((each) => each.auto && each.w === wild);
  Object.assign(natural, { w: wild, auto: false });
  if (laid) Object.assign(laid, { w: had, auto: had !== "" });
  fillGaps(state, meld);
  return null;
}

/** The queen of spades into the open set of queens, or a set of queens with her. */
export function queenOfSpades(state) {
  const meld = openMeld(state);
  const isQueens = meld && !meld.suit && meld.cards[0].r === "Q";
  if (!isQueens) laySet(state, "Q");
  const { cards } = openMeld(state);
  const queen = cards.find((each) => each.auto) ?? cards.find((each) => !each.w && !each.s);
  if (!queen) return { text: "No other card of these queens can be the queen of spades." };
  Object.assign(queen, { w: "", s: "S", auto: false });
  return null;
}

/** What a card of a meld may be, in the order in which tapping goes round. */
function faces(each, meld, table) {
  const { s } = each;
  const natural = { w: "", s: meld.suit || (table.spade_queen && s === "S" ? "" : s) };
  const spade = !meld.suit && each.r === "Q" && table.spade_queen ? [{ w: "", s: "S" }] : [];
  const wild = deuce(table);
  const deuces = meld.suit && each.r === "2" && wild === "2" ? [] : [{ w: wild, s: meld.suit }];
  return [natural, ...spade, ...deuces, ...(table.jokers ? [{ w: "JK", s: meld.suit }] : [])];
}

/** Tapping a card of the open line: natural, deuce, Joker, and round; what is used up is skipped. */
export function turnCard(state, before, index) {
  const meld = openMeld(state);
  const each = meld?.cards[index];
  if (!each) return { text: "There is no such card." };
  if (each.auto && each.w !== "JK") {
    each.auto = false; // the wild that the pad laid is agreed to: it took one tap, as any other
    return null;
  }
  const round = faces(each, meld, state.table);
  const kind = (face) => face.w[0] + face.s.replace(meld.suit, "");
  const now = round.findIndex((face) => kind(face) === kind(each));
  let reason = null;
  for (let step = 1; step < round.length; step += 1) {
    Object.assign(each, round[(now + step) % round.length], { auto: false });
    const why = overuse(state, before);
    if (!why) return null;
    reason ??= why;
  }
  return reason ?? { text: "This card cannot be wild." };
}

/** The ends that a rank key means beside a suit: both twos are the two. */
export const endOf = (key) => (RANKS.includes(key[0]) && key !== "JK" ? key[0] : null);
