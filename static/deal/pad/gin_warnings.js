/** Finds what is unlikely in a gin deal, in sentences. A warning does not stop the deal from being sent. */

import { waysOf } from "./arrange.js";
import { deadwoodOf, GIN_HAND } from "./cards.js";

/** @import { State } from "./state.js" */

/**
 * Return a warning for each hand of eleven cards that is no big gin.
 * @param {State} state
 */
export function ginWarnings({ table, hands }) {
  return hands.flatMap(({ mode, held, spread }, seat) => {
    if (mode !== "cards" || held.length <= GIN_HAND) return [];
    const left = spread ? deadwoodOf(held, spread) : waysOf(held, table)[0].deadwood;
    const words = `${table.players[seat]} has ${held.length} cards: take out the discard`;
    return left.length ? [`${words}.`] : [];
  });
}
