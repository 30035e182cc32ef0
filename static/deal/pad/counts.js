/** Draws the keys that count cards by their value, in place of those for cards. */

import { element } from "../../core/elements.js";
import { cardWords, RANKS, rankText } from "./cards.js";
import { key, redraw, undoKey } from "./parts.js";

/** @import { Part, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */

/**
 * Draw a key for each value of cards; a press counts one more card of that value.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawQuickCount(place, { table, seat, by, hands }) {
  const { quick } = hands[seat];
  redraw(place, [quick, seat, by], () => [
    table.melded ? drawCounts("melded", "Melded", table, quick) : null,
    by === seat ? null : drawCounts("in_hand", "In hand", table, quick),
    undoKey(),
  ]);
}

/**
 * @param {Part} part
 * @param {string} label
 * @param {PadTable} table
 * @param {Record<Part, Record<string, number>>} quick
 */
function drawCounts(part, label, table, quick) {
  const keys = valueGroups(table, part).map(([value, codes]) => {
    const times = quick[part][value] ?? 0;
    const words = codes.map((code) => cardWords(code, table)).join(", ");
    return key(
      `q:${part}:${value}:1`,
      { class: "key class", "aria-label": `${words}: ${value} points, ${times}` },
      element("span", {}, codesText(codes)),
      element("b", {}, `× ${times}`),
    );
  });
  const heading = element("span", { class: "caps" }, label);
  return element("div", { class: "classes", role: "group", "aria-label": label }, heading, keys);
}

/**
 * Return the cards by their value (points), the highest first. A melded wild two has the value of another card.
 * @param {PadTable} table
 * @param {Part} part
 */
function valueGroups(table, part) {
  const values = table[part] ?? {};
  const twos = table.split_twos ? ["2R", "2B"] : ["2"];
  const hasNone = part === "melded" && table.wild_twos;
  const codes = RANKS.flatMap((rank) => rank !== "2" ? [rank] : hasNone ? [] : twos);
  if (table.spade_queen) codes.push("QS");
  if (table.jokers) codes.push("JK");
  /** @type {Map<number, string[]>} */
  const groups = new Map();
  for (const code of codes) groups.set(values[code], [...(groups.get(values[code]) ?? []), code]);
  return [...groups].sort(([one], [other]) => other - one);
}

/** @param {string[]} codes */
function codesText(codes) {
  const texts = codes.map((code) => ({ JK: "★", QS: "Q♠" })[code] ?? rankText(code[0]));
  return texts.length > 2 ? `${texts[0]}–${texts.at(-1)}` : texts.join(" ");
}
