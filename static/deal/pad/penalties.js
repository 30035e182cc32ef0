/** Applies the keys for what else is told of a hand: penalties, and facts such as the last discard. */

import { cardWords, SUITS } from "./cards.js";
import { openHand, openPart } from "./state.js";

/** @import { Refusal, State } from "./state.js" */
/** @import { Act } from "./table.js" */

const MOST_TIMES = 9;

/** @type {Record<string, Act>} the presses about penalties and facts, by their verbs */
export const FACT_ACTS = {
  law: (state, law) => {
    const { breaches } = openHand(state);
    breaches[law] = (breaches[law] ?? 0) + 1;
    return breaches[law] > MOST_TIMES ? { text: `At most nine breaches of Law ${law}.` } : null;
  },
  nolaw: (state, law) => void delete openHand(state).breaches[law],
  nofine: (state, place) => void openHand(state).fines.splice(Number(place), 1),
  why: (state, reason) => {
    const [fine] = openHand(state).fines;
    if (!fine) return { text: "Its points first, then why." };
    fine.reason = reason;
  },
  fining: (state) => {
    const { fining, part } = state;
    openPart(state, part);
    state.fining = !fining;
  },
  fact: (state, name) => {
    const { facts } = openHand(state);
    const isCard = state.table.extras.some((extra) => extra.name === name && extra.kind === "card");
    const isSet = Boolean(facts[name]);
    facts[name] = isCard || isSet ? "" : "yes";
    state.fining = false;
    state.pending = isCard && !isSet ? { fact: name } : null;
  },
};

/**
 * Press a key of a card that is a fact of its own: its suit, then its rank.
 * @param {State} state
 * @param {{ fact: string, of?: string }} pending
 * @param {string} key
 * @returns {Refusal | null}
 */
export function pressFact(state, pending, key) {
  if (SUITS.includes(key)) {
    state.pending = { ...pending, of: key };
    return null;
  }
  const code = key === "JK" || key === "QS" ? key : pending.of ? key[0] + pending.of : "";
  if (!code) return { text: `Its suit first: which ${cardWords(key, state.table)}?` };
  openHand(state).facts[pending.fact] = code;
  state.pending = null;
  return null;
}
