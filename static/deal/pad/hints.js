/** Draws hints on entering cards, where a hand has none yet. */

import { element, icon } from "../../core/elements.js";
import { redraw } from "./parts.js";
import { deuceOf } from "./state.js";

/** @import { PadTable, State } from "./state.js" */

/**
 * Return what each line shows, keys and words: how melds are entered, or cards in hand.
 * @param {State} state
 * @returns {[string[], string][]}
 */
function linesOf({ table, part }) {
  /** @type {[string[], string][]} */
  const held = [[["K"], "a king in hand; held: two"], [["Q♠"], "the queen of spades"]];
  if (part === "in_hand") return held.slice(0, table.spade_queen ? 2 : 1);
  return [
    [["K"], "three kings; held: four"],
    [["♠", "8"], `a run from 8 to ${table.run_min > 3 ? "jack" : "10"}`],
    [["♠", "8", "K"], "a run from 8 to king"],
    ...wilds(table),
  ];
}

/**
 * @param {PadTable} table
 * @returns {[string[], string][]}
 */
function wilds(table) {
  const keys = [deuceOf(table) && "2", table.jokers && "★"].flatMap((sign) => sign ? [sign] : []);
  return keys.length ? [[keys, "makes one card wild"]] : [];
}

/** @param {string} sign */
function drawKey(sign) {
  const face = { "♠": icon("spade", "suit"), "★": icon("joker", "suit") }[sign] ?? sign;
  return element("span", { class: `hint-key${/[2★]/.test(sign) ? " wild" : ""}` }, element("span", {}, face));
}

/**
 * @param {HTMLElement} place
 * @param {State} state
 */
export const drawHints = (place, state) =>
  redraw(
    place,
    linesOf(state).map(([keys, words]) =>
      element(
        "p",
        {},
        element("span", { class: "hint-keys", "aria-label": keys.join(" "), role: "img" }, keys.map(drawKey)),
        element("span", {}, words),
      )
    ),
  );
