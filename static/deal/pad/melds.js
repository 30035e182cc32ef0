/** Makes and changes sets and runs, and lays wilds into them. */

import { codeOf, FEWEST_CARDS, HIGH_ACE, numberWord, placeOf, rankAt, ranksWord, rankWord } from "./cards.js";
import { ranksBetween } from "./notation.js";
import { remaining, usedUpKinds, whyOverused, whyUsed } from "./pack.js";
import { sum } from "./points.js";
import { deuceOf } from "./state.js";

/** @import { Meld, MeldCard, PadTable, Refusal, State } from "./state.js" */

/**
 * @param {string} rank
 * @param {string} [suit]
 * @returns {MeldCard}
 */
const natural = (rank, suit = "") => ({ rank, suit, wild: "" });

/**
 * @param {State} state
 * @returns {Meld | undefined}
 */
export const openMeld = (state) => state.hands[state.seat].melds[state.line];

/** How many gaps of a meld the pad fills with wilds without being asked. */
const UNASKED = 1;

/**
 * Lay a meld as the player's newest one and open it.
 * @param {State} state
 * @param {Meld} meld
 * @param {number} [most] how many of its gaps wilds may fill
 */
function lay(state, meld, most) {
  const { melds } = state.hands[state.seat];
  melds.push(meld);
  state.line = melds.length - 1;
  fillGaps(state, meld, most);
}

/**
 * Lay three of a rank, or more. If only one is left, say where the others are and offer to lay wilds.
 * @param {State} state
 * @param {string} rank
 * @param {number} [most] how many gaps wilds may fill
 * @param {number} [size] how many cards
 */
export function laySet(state, rank, most = UNASKED, size = FEWEST_CARDS) {
  const code = codeOf(natural(rank), state.table);
  const queens = rank === "Q" && state.table.spade_queen ? remaining(state, "QS") : 0;
  const left = remaining(state, code) + queens;
  if (most === UNASKED && left > 0 && size - left > most) {
    return { ...whyUsed(state, [code]), ...offerWilds(state, rank, FEWEST_CARDS - left) };
  }
  lay(state, { suit: "", cards: Array.from({ length: size }, () => natural(rank)) }, most);
}

/**
 * Return the press that lays a meld with as many wilds as it has gaps, if enough of them are left.
 * @param {State} state
 * @param {string} rank the rank of the set, or the last one of the run
 * @param {number} gaps
 */
function offerWilds(state, rank, gaps) {
  const wilds = [deuceOf(state.table), "JK"].filter((code) => code);
  const left = sum(wilds.map((code) => Math.max(0, remaining(state, code))));
  return left < gaps ? {} : { offer: { press: `fill:${rank}`, words: "Use wild cards" } };
}

/**
 * Lay one more of a rank; begin another set where the open one is of another rank or full. The same key pressed
 * again means natural cards: if none is left, the check of the pack refuses the press.
 * @param {State} state
 * @param {string} rank
 */
export function growSet(state, rank) {
  const meld = openMeld(state);
  const most = state.table.set_max ?? Infinity;
  if (!meld || meld.suit || meld.cards[0].rank !== rank) return laySet(state, rank);
  if (meld.cards.length >= most) return laySet(state, rank, 0);
  meld.cards.push(natural(rank));
  fillGaps(state, meld, 0);
}

/**
 * @param {PadTable} table
 * @param {string[]} ranks
 */
function whyNoRun({ run_min: least, ace_low: mayBeLow, ace_both_ends: mayBeBoth }, ranks) {
  if (ranks.length < least) return { text: `A run has ${least} cards or more.` };
  if (ranks[0] === "A" && !mayBeLow) return { text: "Aces are high: a run cannot begin with one." };
  if (ranks.length === HIGH_ACE && !mayBeBoth) return { text: "An ace lies at one end of a run only." };
}

/**
 * Lay a run between two ends. An ace is high if it is pressed last. Where several of its cards are used elsewhere,
 * they were most likely entered for somebody else: say where they are, and offer to lay wilds.
 * @param {State} state
 * @param {{ suit: string, from: string }} begun
 * @param {string} last
 * @param {number} [most] how many gaps wilds may fill
 */
export function layRun(state, { suit, from }, last, most = UNASKED) {
  const ranks = ranksBetween(from, last);
  const why = whyNoRun(state.table, ranks);
  if (why) return why;
  const used = [...new Set(ranks)].map((rank) => usedUpKinds(state, rank + suit));
  const gone = used.filter((kinds) => kinds.length > 0);
  if (gone.length > most) {
    const why = whyUsed(state, gone.flat(), `${numberWord(gone.length)} cards of this run are used`);
    return gone.length < used.length ? { ...why, ...offerWilds(state, last, gone.length) } : why;
  }
  lay(state, { suit, cards: ranks.map((rank) => natural(rank, suit)) }, most);
}

/**
 * Lay a run of so many natural cards; tell whether there can be one.
 * @param {State} state
 * @param {{ suit: string, from: string }} begun
 * @param {number} length
 */
export function layShort(state, { suit, from }, length) {
  const last = placeOf(from) + length - 1;
  return last <= HIGH_ACE && !layRun(state, { suit, from }, rankAt(last), 0);
}

/**
 * Lay wilds in place of natural cards that the pack no longer has: a third eight of hearts can only be
 * a wild. One card at least stays natural. If no wild is left, the check of the pack refuses the press.
 * @param {State} state
 * @param {Meld} meld
 * @param {number} [most] how many gaps to fill
 */
function fillGaps(state, meld, most = UNASKED) {
  let filled = 0;
  for (const card of [...meld.cards].reverse()) {
    if (card.wild || remaining(state, codeOf(card, state.table)) >= 0) continue;
    const wild = filled < most && [deuceOf(state.table), "JK"].find((code) => code && remaining(state, code) > 0);
    const naturals = meld.cards.filter((other) => !other.wild).length;
    if (wild && naturals > 1) {
      // Wilds that were asked for need no note.
      Object.assign(card, { wild, auto: most === UNASKED });
      filled += 1;
    } else if (card.rank === "Q" && !meld.suit && remaining(state, "QS") > 0) {
      Object.assign(card, { suit: "S", auto: true });
    }
  }
}

/**
 * @param {Meld} meld
 * @param {string} wild
 */
export function wildIntoSet(meld, wild) {
  const naturals = meld.cards.filter((card) => !card.wild);
  const chosen = meld.cards.find(({ auto }) => auto) ?? naturals.findLast(({ suit }) => !suit) ?? naturals.at(-1);
  if (!chosen) return { text: `Every card of these ${ranksWord(meld.cards[0].rank)} is wild already.` };
  Object.assign(chosen, { wild, suit: "", auto: false });
}

/**
 * Lay a wild next to an end of the open run, where it stands for a rank that the run does not have yet.
 * @param {State} state
 * @param {string} wild
 * @param {string} rank
 */
function wildOntoRun({ table, hands, seat, line }, wild, rank) {
  const meld = hands[seat].melds[line];
  const ranks = meld?.cards.map((card) => card.rank) ?? [];
  const place = placeOf(ranks[0]);
  const isBelow = place > 1 && rank === rankAt(place - 1);
  const isAbove = ranks.length > 0 && place + ranks.length <= HIGH_ACE && rank === rankAt(place + ranks.length);
  if (!isBelow && !isAbove) return { text: `This run has no ${rankWord(rank)}.` };
  const card = { rank, suit: meld.suit, wild: rank === wild ? "" : wild };
  if (isBelow) meld.cards.unshift(card);
  else meld.cards.push(card);
  return whyNoRun(table, meld.cards.map((each) => each.rank));
}

/**
 * Lay a wild into the open run, in place of the card of a rank or next to an end. If none is left, take the
 * wild that the pad itself laid into this run.
 * @param {State} state
 * @param {string} wild
 * @param {string} rank
 */
export function wildIntoRun(state, wild, rank) {
  const meld = openMeld(state);
  const same = meld?.cards.filter((card) => card.rank === rank) ?? [];
  const chosen = same.findLast((card) => card.auto || card.wild !== wild);
  if (!meld || !same.length) return wildOntoRun(state, wild, rank);
  if (!chosen) return { text: `The ${rankWord(rank)} of this run is wild already.` };
  const before = chosen.wild;
  const elsewhere = remaining(state, wild) > 0 ? null : meld.cards.find((card) => card.auto && card.wild === wild);
  Object.assign(chosen, { wild, auto: false });
  if (elsewhere) Object.assign(elsewhere, { wild: before, auto: before !== "" });
  fillGaps(state, meld);
}

/**
 * Lay the queen of spades into the open set of queens, or a set of queens with her.
 * @param {State} state
 */
export function layQueenOfSpades(state) {
  const open = openMeld(state);
  const isQueens = open && !open.suit && open.cards[0].rank === "Q";
  const why = isQueens ? null : laySet(state, "Q");
  const cards = openMeld(state)?.cards;
  if (why || !cards) return why;
  const queen = cards.find(({ auto }) => auto) ?? cards.find(({ wild, suit }) => !wild && !suit);
  if (!queen) return { text: "No other card of these queens can be the queen of spades." };
  Object.assign(queen, { wild: "", suit: "S", auto: false });
}

/**
 * Return what a card of a meld can be, in the order in which taps change it.
 * @param {MeldCard} card
 * @param {Meld} meld
 * @param {PadTable} table
 * @returns {{ wild: string, suit: string }[]}
 */
function choicesOf({ rank, suit }, meld, table) {
  const wild = deuceOf(table);
  const isQueen = !meld.suit && rank === "Q" && table.spade_queen;
  const isOwnTwo = meld.suit && rank === "2" && wild === "2";
  return [
    { wild: "", suit: meld.suit || (isQueen && suit === "S" ? "" : suit) },
    ...(isQueen ? [{ wild: "", suit: "S" }] : []),
    ...(isOwnTwo || !wild ? [] : [{ wild, suit: meld.suit }]),
    ...(table.jokers ? [{ wild: "JK", suit: meld.suit }] : []),
  ];
}

/**
 * Change a card of the open meld from natural to deuce to Joker and back. What is used up is left out.
 * @param {State} state
 * @param {State} before the state before the tap
 * @param {number} index
 */
export function turnCard(state, before, index) {
  const meld = openMeld(state);
  const card = meld?.cards[index];
  if (!meld || !card) return { text: "There is no such card." };
  const isFreed = card.auto && remaining(state, codeOf(natural(card.rank, meld.suit), state.table)) > 0;
  if (card.auto && card.wild !== "JK" && !isFreed) {
    card.auto = false; // the tap agrees to the wild that the pad laid
    return;
  }
  const choices = choicesOf(card, meld, state.table);
  /** @param {{ wild: string, suit: string }} choice */
  const kindOf = ({ wild, suit }) => `${wild[0] ?? ""}${suit.replace(meld.suit, "")}`;
  const now = isFreed ? -1 : choices.findIndex((choice) => kindOf(choice) === kindOf(card));
  let reason = null;
  for (let step = 1; step < choices.length; step += 1) {
    Object.assign(card, choices[(now + step) % choices.length], { auto: false });
    const why = whyOverused(state, before);
    if (!why) return;
    reason ??= why;
  }
  return reason ?? { text: "This card cannot be wild." };
}
