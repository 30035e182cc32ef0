/** Answers what the pad asks about players who sit a deal out. Nothing else is entered for them. */

/** @import { Hand, State } from "./state.js" */

const FEWEST_PLAYING = 2;

/**
 * Tell whether a player sits this deal out.
 * @param {Hand} hand
 */
export const isAway = ({ mode }) => mode === "away";

/**
 * Return why the player whose hand is entered cannot sit out, or null.
 * @param {State} state
 */
export function whyNotAway({ table, hands, by, seat }) {
  const name = table.players[seat];
  if (!table.fields.includes("sat_out")) return { text: "Everybody plays here." };
  if (by === seat) return { text: `${name} went out, and so took part.` };
  const others = hands.filter((hand, other) => other !== seat && !isAway(hand));
  return others.length < FEWEST_PLAYING ? { text: "At least two must play." } : null;
}

/**
 * Return why a key cannot be used for a player who sits out; null for one who plays.
 * @param {State} state
 * @param {number} seat
 */
export const whyAway = ({ table, hands }, seat) =>
  isAway(hands[seat]) ? { text: `${table.players[seat]} sits this deal out.` } : null;

/**
 * Return the first seat whose player takes part.
 * @param {State} state
 */
export const firstPlaying = ({ table, hands }) => table.only ?? Math.max(0, hands.findIndex((hand) => !isAway(hand)));
