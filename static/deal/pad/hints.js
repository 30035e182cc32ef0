/** Says how cards are entered: in three lines while nothing is, and what the next key is for. */

import { element } from "../../core/elements.js";
import { icon, redraw } from "./parts.js";
import { deuceOf, isGin, leadsOn } from "./table.js";

/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */

/**
 * Return what each line shows, keys and words: how melds are entered, or cards in hand.
 * @param {State} state
 * @returns {[string[], string][]}
 */
function linesOf({ table, part }) {
  if (part === "in_hand") return [[["K"], "a king in hand"], ...besides(table)];
  const most = table.set_max === 4 ? "twice: four" : "each press after: one more";
  return [
    [["K"], `three kings; ${most}`],
    [["♠", "8", "K"], "a run from 8 to king"],
    ...wilds(table),
  ];
}

/**
 * Return what else the keys do where cards in hand are entered: how to come to the melds, if a hand begins with these.
 * @param {PadTable} table
 * @returns {[string[], string][]}
 */
function besides(table) {
  if (leadsOn(table)) {
    return [[["♠", "8", "K"], "a run, laid down"], [["Melded"], "then K: three kings"]];
  }
  return table.spade_queen ? [[["Q♠"], "the queen of spades"]] : [];
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
 * Draw the lines.
 * @param {HTMLElement} place
 * @param {State} state
 */
export const drawHints = (place, state) =>
  redraw(place, state.part, () =>
    linesOf(state).map(([keys, words]) =>
      element(
        "p",
        {},
        element("span", { class: "hint-keys", "aria-label": keys.join(" "), role: "img" }, keys.map(drawKey)),
        element("span", {}, words),
      )
    ));

/**
 * Return what the next key is for, where the keys do not say it themselves.
 * @param {State} state
 */
export function hintOf({ table, pending, hands, seat, ending }) {
  if (pending && "fact" in pending) {
    const { fact } = pending;
    return `${table.extras.find(({ name }) => name === fact)?.label}: its suit, then its rank.`;
  }
  if (ending === null || isGin(table)) return "";
  const ways = { totals: "Totals stay on for this table.", quick: "Quick count stays on for this table." };
  return { cards: "", away: "", ...ways }[hands[seat].mode];
}
