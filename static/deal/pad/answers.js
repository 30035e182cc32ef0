/** Draws what stands in place of the keys: how the deal ended, counts of cards, or sums. */

import { element } from "../../core/elements.js";
import { isAway } from "./absence.js";
import { cardWords, RANKS, rankText } from "./cards.js";
import { key, redraw, undoKey } from "./parts.js";
import { answersOf } from "./questions.js";
import { isGin } from "./table.js";

/** @import { Part, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */

/**
 * Ask who went out or knocked. Each player has a key, and so has each ending without one.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawEndings(place, { table, hands }) {
  const playing = hands.flatMap((hand, seat) => (isAway(hand) ? [] : [seat]));
  redraw(place, ["ending", playing], () => {
    const players = answersOf(table, playing).map(([seat, words]) => key(`by:${seat}`, { class: "key name" }, words));
    const others = table.endings.slice(1).map((ending, index) =>
      key(`end:${ending}`, { class: "key name nobody" }, table.ending_words[index + 1])
    );
    return [
      element("h2", { class: "serif" }, table.question ?? `${table.by_label}?`),
      element("div", { class: "answers" }, players, others),
    ];
  });
}

/**
 * Say that a player sits out, with the key to play.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawAbsence(place, { table, seat }) {
  redraw(place, ["away", seat], () => [
    element("h2", { class: "serif" }, `${table.players[seat]} sits out this deal.`),
    element("div", { class: "answers" }, key("mode:cards", { class: "key name" }, "Plays")),
  ]);
}

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

/** @type {Record<string, string>} */
const SUM_LABELS = { melded_points: "Melded", in_hand_points: "In hand", deadwood_points: "Deadwood" };

/**
 * Draw a field for each sum; what is typed there is a press.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawSums(place, { table, seat, by, hands }) {
  const names = table.fields.filter((name) => name.endsWith("_points") && !(name === "in_hand_points" && by === seat));
  redraw(place, [seat, by], () => [
    ...names.map((name) => element("label", { class: "number" }, SUM_LABELS[name], sumField(name))),
    isGin(table) ? key("sums", { class: "key wordy" }, "Cards") : null,
    undoKey(),
  ]);
  for (const field of place.querySelectorAll("input")) {
    const text = hands[seat].totals[(field.dataset.number ?? "").slice(2)] ?? "";
    if (field.value !== text) field.value = text;
  }
}

/** @param {string} name */
const sumField = (name) =>
  element("input", {
    inputmode: "numeric",
    pattern: "[0-9]*",
    maxlength: 6,
    autocomplete: "off",
    "data-number": `n:${name}`,
  });
