/** Draws all players' figures in rows, where sums are entered in place of cards. */

import { element } from "../../core/elements.js";
import { isAway } from "./absence.js";
import { figure, redraw } from "./parts.js";
import { bonusPoints, dealPoints, partPoints, penaltyPoints } from "./points.js";
import { isEntered } from "./state.js";

/** @import { State } from "./state.js" */

/**
 * Return how a player's points come about: "240 + 100 out".
 * @param {State} state
 * @param {number} seat
 */
function wordsOf(state, seat) {
  const { table, hands } = state;
  const hand = hands[seat];
  if (isAway(hand)) return "sits this deal out";
  if (!table.melded && state.by === seat) return "went out";
  if (!isEntered(hand)) return "not entered yet";
  if (!table.melded) return "";
  const { melded, in_hand: inHand } = partPoints(state, seat);
  const [bonus, penalty] = [bonusPoints(state, seat), penaltyPoints(hand, table)];
  const parts = [inHand && ` − ${inHand}`, bonus && ` + ${bonus} out`, penalty && ` − ${penalty} penalty`];
  return melded + parts.filter(Boolean).join("");
}

/**
 * Draw a row for each player.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawSummary(place, state) {
  redraw(place, [state.hands, state.by, state.flags, state.seat], () =>
    state.table.players.map((name, seat) => {
      const classes = ["srow", state.by === seat && "out", state.seat === seat && "open"].filter(Boolean).join(" ");
      const isTold = isEntered(state.hands[seat]);
      return element(
        "li",
        { class: classes },
        element("span", { class: "serif" }, name),
        element("small", {}, wordsOf(state, seat)),
        element("b", {}, isTold ? figure(dealPoints(state, seat)) : "–"),
      );
    }));
}
