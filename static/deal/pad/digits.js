/** Draws the keys for figures in place of those for cards: the sums of hands, and penalties. */

import { element } from "../../core/elements.js";
import { icon, key, redraw } from "./parts.js";
import { sumName, sumNames } from "./sums.js";
import { hasOneHand, isGin } from "./table.js";

/** @import { State } from "./state.js" */

/** @type {Record<string, string>} */
const SUM_LABELS = { melded_points: "Melded", in_hand_points: "In hand" };
const DIGITS = [..."123456789", "00", "0"];

/** @param {string} className */
const digitKeys = (className) =>
  element(
    "div",
    { class: `digits ${className}`, role: "group", "aria-label": "Digits" },
    DIGITS.map((digits) => key(`d:${digits}`, { class: "key" }, digits)),
    key("undo", { class: "key", "aria-label": "take back one press" }, icon("backspace")),
  );

/**
 * Draw a figure that the digits go to while it is open.
 * @param {string} press opens it
 * @param {string} label
 * @param {string | undefined} figure
 * @param {boolean} isOpen
 */
const figureKey = (press, label, figure, isOpen) =>
  key(
    press,
    { class: "key sum-key", "aria-pressed": String(isOpen) },
    element("span", { class: "caps" }, label),
    element("b", {}, figure || "–"),
  );

/**
 * Draw the sums of the open hand, or in gin of both hands, and the digits.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawSums(place, state) {
  const { table, seat: open, hands, by, part } = state;
  redraw(place, ["sums", hands.map(({ totals }) => totals), open, by, part], () => {
    const figures = isGin(table) ? ginFigures(state) : sumNames(state, open).map((name) => {
      const figure = hands[open].totals[name];
      return figureKey(name.replace("_points", ""), SUM_LABELS[name], figure, name === sumName(state));
    });
    if (!figures.length) return [element("p", {}, `${table.players[open]} went out: there is nothing to count.`)];
    return [element("div", { class: "sums" }, figures), digitKeys("")];
  });
}

/** @param {State} state */
function ginFigures({ table, seat: open, hands }) {
  const seats = hasOneHand(table) ? [table.only] : table.players.map((_, seat) => seat);
  return seats.map((seat) =>
    figureKey(`seat:${seat}`, table.players[seat], hands[seat].totals.deadwood_points, seat === open)
  );
}

/**
 * Draw the laws that fine, and the digits for a penalty that the table sets itself.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawFines(place, { table, seat, hands }) {
  const { breaches, fines: [fine] } = hands[seat];
  redraw(place, ["fines", breaches, fine?.points, seat], () => [
    element("h2", { class: "serif" }, `Penalty: ${table.players[seat]}`),
    element(
      "div",
      { class: "sums" },
      table.penalties?.laws.map(([law, words]) =>
        key(
          `law:${law}`,
          { class: "key law" },
          element("b", {}, `Law ${law}`, breaches[law] ? ` (${breaches[law]})` : ""),
          element("small", {}, words),
        )
      ) ?? null,
    ),
    element(
      "div",
      { class: "own-fine" },
      element("span", {}, "Other points ", element("b", {}, fine?.points || "–")),
      element("input", { "data-typed": "why", "aria-label": "Why", placeholder: "Why", maxlength: 200 }),
    ),
    digitKeys("low"),
  ]);
  const reason = place.querySelector("input");
  if (reason && document.activeElement !== reason) reason.value = fine?.reason ?? "";
}
