/** Applies the keys where melds are laid down: cards, and the lines that they make. */

import { whyAway } from "./absence.js";
import { RANKS, SUITS } from "./cards.js";
import { growSet, layQueenOfSpades, layRun, laySet, openMeld, turnCard, wildIntoRun, wildIntoSet } from "./melds.js";
import { whyUsedUp } from "./pack.js";
import { FACT_ACTS, pressFact } from "./penalties.js";
import { openHand, openPart } from "./state.js";
import { deuceOf, leadsOn } from "./table.js";
import { meldWarnings } from "./warnings.js";

/** @import { Refusal, State } from "./state.js" */
/** @import { Act, Keys } from "./table.js" */

/** @type {Record<string, Act>} */
const MELD_ACTS = {
  new: (state, rank) => {
    openPart(state, "melded");
    if (rank) laySet(state, rank);
  },
  line: (state, rest) => {
    openPart(state, "melded");
    state.line = Number(rest);
  },
  x: (state, rest) => {
    openHand(state).melds.splice(Number(rest), 1);
    Object.assign(state, { line: -1, pending: null });
  },
  card: (state, rest, before) => {
    state.pending = null;
    return turnCard(state, before, Number(rest));
  },
};

/** @type {Keys} */
export const MELD_KEYS = {
  pressKey: pressCard,
  acts: { ...MELD_ACTS, ...FACT_ACTS },
  isSpread: () => false,
  warningsOf: meldWarnings,
};

/**
 * Press a card key; return why that is not possible, or null.
 * @param {State} state
 * @param {string} key
 * @returns {Refusal | null}
 */
function pressCard(state, key) {
  const hand = openHand(state);
  const { pending } = state;
  if (pending && "fact" in pending) return pressFact(state, pending, key);
  if (hand.mode !== "cards") return whyAway(state, state.seat) ?? { text: "Only totals are asked here." };
  if (SUITS.includes(key)) return beginRun(state, key);
  if (state.part === "in_hand") {
    hand.held.push(key);
    return null;
  }
  if (key === "JK" && !isLaidByPad(state, key)) {
    const why = whyUsedUp(state, key);
    if (why) return why;
  }
  if (pending && "suit" in pending) return pressEnd(state, pending, key);
  if (pending) return pressPlace(state, pending.wild, key);
  if (key === "JK" || key === deuceOf(state.table)) return pressWild(state, key);
  if (key === "QS") return layQueenOfSpades(state);
  return pressMeldRank(state, key[0]);
}

/**
 * Tell whether the pad itself laid such a wild into the open meld: the same key then agrees to it.
 * @param {State} state
 * @param {string} wild
 */
const isLaidByPad = (state, wild) => openMeld(state)?.cards.some((card) => card.auto && card.wild === wild) === true;

/**
 * Begin a run, which is laid down.
 * @param {State} state
 * @param {string} suit
 */
function beginRun(state, suit) {
  if (state.part === "in_hand" && !leadsOn(state.table)) {
    return { text: "Cards in hand need no suit; Q♠ has a key." };
  }
  Object.assign(state, { part: "melded", pending: { suit }, line: -1 });
  return null;
}

/**
 * Press an end of a run; the second one lays the run.
 * @param {State} state
 * @param {{ suit: string, from?: string }} run
 * @param {string} key
 */
function pressEnd(state, { suit, from }, key) {
  const end = rankOfKey(key);
  if (!end) return { text: "Give the first and last card, then the Joker." };
  if (!from) {
    state.pending = { suit, from: end };
    return null;
  }
  const why = layRun(state, suit, from, end);
  if (!why) state.pending = null;
  return why;
}

/**
 * Press the rank that a wild of the open run stands for.
 * @param {State} state
 * @param {string} wild
 * @param {string} key
 */
function pressPlace(state, wild, key) {
  const rank = rankOfKey(key);
  if (!rank) return { text: "Press the rank that the wild card stands for." };
  const why = wildIntoRun(state, wild, rank);
  if (!why) state.pending = null;
  return why;
}

/**
 * @param {State} state
 * @param {string} wild
 */
function pressWild(state, wild) {
  const meld = openMeld(state);
  const isSetOfTwos = meld && !meld.suit && meld.cards[0].rank === "2";
  if (wild === "2" && (!meld || isSetOfTwos)) return pressMeldRank(state, "2");
  if (!meld) return { text: "The meld first, then its wild cards." };
  if (!meld.suit) return wildIntoSet(meld, wild);
  const why = isLaidByPad(state, wild) ? null : whyUsedUp(state, wild);
  if (!why) state.pending = { wild };
  return why;
}

/**
 * @param {State} state
 * @param {string} rank
 */
function pressMeldRank(state, rank) {
  if (!RANKS.includes(rank)) return { text: "There is no such key." };
  growSet(state, rank);
  return null;
}

/**
 * Return the rank that a key means in a run, or null for the Joker.
 * @param {string} key
 */
const rankOfKey = (key) => RANKS.includes(key[0]) && key !== "JK" ? key[0] : null;
