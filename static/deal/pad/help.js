/** Draws what the keys of a keyboard do. */

import { element } from "../../core/elements.js";
import { redraw } from "./parts.js";

/** @import { PadTable } from "./table.js" */

/** The rows of the help: keys, and what they do. */
const HELP = [
  ["S H D C", "a suit"],
  ["A 2–9 0 J Q K", "a rank"],
  ["*", "the Joker"],
  ["Shift Q", "queen of spades"],
  ["B", "a black two"],
  ["N", "new set"],
  ["M, I", "melded, in hand"],
  ["↑ ↓", "another line"],
  ["X", "remove the line"],
  ["O", "sits this deal out, or plays"],
  ["Backspace", "take back"],
  ["Enter, →", "next player"],
  ["←", "player before"],
];

/**
 * Draw the keys and what each does.
 * @param {HTMLElement} place
 * @param {PadTable} table
 */
export function drawHelp(place, table) {
  const rows = HELP.filter(([keys]) => keys !== "O" || table.fields.includes("sat_out"));
  redraw(place, "help", () => rows.flatMap(([keys, words]) => [element("dt", {}, keys), element("dd", {}, words)]));
}
