/** Applies the keys of a gin deal. A suit and a rank make a card; the rest has keys of its own. */

import { isSpread, nextSpread } from "./arrange.js";
import { cardText, GIN_HAND, SUITS } from "./cards.js";
import { ginWarnings } from "./gin_warnings.js";
import { whyUsedUp } from "./pack.js";
import { asksUpcard, whyNoCard } from "./questions.js";

/** @import { Refusal, State } from "./state.js" */
/** @import { Keys } from "./table.js" */

/**
 * Press a key; return why that is not possible, or nothing.
 * @param {State} state
 * @param {string} key
 * @returns {Refusal | null | void}
 */
function pressGin(state, key) {
  if (SUITS.includes(key)) state.suit = key;
  else if (key in WORD_KEYS) return WORD_KEYS[key](state);
  else return pressGinRank(state, key);
}

/** @type {Record<string, (state: State) => Refusal | void>} */
const WORD_KEYS = {
  up: (state) => void Object.assign(state, { up: null, suit: null }),
  dead: (state) => void Object.assign(state, { by: null, ending: state.ending === "dead" ? null : "dead" }),
  sums: (state) => {
    state.usual = state.hands.some((hand) => hand.mode === "totals") ? "cards" : "totals";
    state.hands.forEach((hand) => (hand.mode = state.usual));
  },
  split: spreadAnew,
};

/** @type {Keys} */
export const GIN_KEYS = { pressKey: pressGin, acts: {}, isSpread, warningsOf: ginWarnings };

/**
 * Lay out the open hand in the next way.
 * @param {State} state
 */
function spreadAnew({ table, hands, seat, by, up }) {
  const hand = hands[seat];
  const most = seat === by && up ? table.limits[up[0]] : Infinity;
  const spread = hand.mode === "cards" ? nextSpread(hand, table, most) : undefined;
  if (spread === undefined) return { text: "These cards can lie in one way only." };
  hand.spread = spread;
}

/**
 * @param {State} state
 * @param {string} rank
 * @returns {Refusal | null}
 */
function pressGinRank(state, rank) {
  if (!state.suit) return { text: "Choose a suit first." };
  const code = rank + state.suit;
  if (asksUpcard(state)) {
    Object.assign(state, { up: code, suit: null });
    return null;
  }
  return whyNoCard(state) ?? addCard(state, code);
}

/**
 * @param {State} state
 * @param {string} code
 */
function addCard(state, code) {
  const hand = state.hands[state.seat];
  const most = GIN_HAND + (state.seat === state.by ? 1 : 0);
  if (hand.mode !== "cards") return { text: "Only the count is asked here." };
  if (hand.held.length >= most) {
    const name = state.table.players[state.seat];
    const text = `${name} has ${most} cards without ${cardText(code)}; tap one to take it out.`;
    return whyUsedUp(state, code) ?? { text };
  }
  hand.spread = null;
  hand.held.push(code);
  return null;
}
