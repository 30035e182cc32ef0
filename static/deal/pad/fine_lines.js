/** Draws the penalties of a hand below its cards. */

import { element } from "../../core/elements.js";
import { figure, key, redraw } from "./parts.js";
import { openHand } from "./state.js";

/** @import { State } from "./state.js" */

/**
 * Draw a line for each law that was broken, and for each penalty that the table set itself.
 * @param {HTMLElement} list
 * @param {State} state
 */
export function drawFineLines(list, state) {
  const { breaches, fines } = openHand(state);
  const each = state.table.penalties?.points ?? 0;
  redraw(list, [breaches, fines], () => [
    ...Object.entries(breaches).map(([law, times]) => {
      const count = times > 1 ? `, ${times} × ${each}` : "";
      return fineLine("Penalty", `Law ${law}${count}`, times * each, `nolaw:${law}`);
    }),
    ...fines.map(({ points, reason }, place) => fineLine("Penalty", reason, Number(points), `nofine:${place}`)),
  ]);
}

/**
 * @param {string} title
 * @param {string} more
 * @param {number} points
 * @param {string} press takes it away
 */
const fineLine = (title, more, points, press) =>
  element(
    "li",
    { class: "mline open" },
    element("p", { class: "cards" }, title),
    element("small", {}, more),
    element("span", { class: "worth" }, figure(-points)),
    key(press, { class: "cross", "aria-label": `Remove the penalty ${figure(-points)}` }, "×"),
  );
