/** Draws the folded part below the list, with what is seldom needed. */

import { element } from "../../core/elements.js";
import { cardText, NO_CARD } from "./cards.js";
import { drawHelp } from "./help.js";
import { fold, key, redraw, toggle } from "./parts.js";
import { nobodyWords } from "./questions.js";
import { FLAGS_AT_HAND, isGin } from "./table.js";

/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/**
 * @typedef {object} More
 * @property {HTMLElement} content
 * @property {HTMLElement} modes
 * @property {HTMLElement} facts
 */

const WAYS = [["cards", "Cards"], ["quick", "Quick count"], ["totals", "Just the totals"]];

/**
 * Tell whether the hand belongs to a deal, and is not counted by itself.
 * @param {PadTable} table
 */
const isOfDeal = ({ number }) => number > 0;

/** @param {PadTable} table */
const makeLine = (table) =>
  element("input", {
    class: "written",
    "data-text": "yes",
    "aria-label": "Type cards",
    placeholder: isGin(table) ? "4s 5s 6s" : "KKK2, 8s-Ks",
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 200,
  });

/** @type {WeakMap<HTMLElement, More>} what was made for a place */
const made = new WeakMap();

/**
 * @param {PadTable} table
 * @returns {More}
 */
function makeMore(table) {
  const modes = element("div", { class: "chips" });
  const facts = element("div", { class: "chips" });
  const keys = element("dl", { class: "keyboard" });
  const help = fold("fold", "By keyboard", keys);
  drawHelp(keys, table);
  const tools = element(
    "div",
    { class: "chips" },
    isOfDeal(table) && key("do:plain", { class: "chip" }, "Type the cards"),
    key("do:mirror", { class: "chip" }, "Left-handed"),
  );
  // On a line of its own: it throws away all that was pressed.
  const again = element("div", { class: "apart" }, key("clear", { class: "chip" }, "Start again"));
  const typed = element("div", { class: "beside" }, makeLine(table), key("do:text", { class: "second small" }, "Add"));
  const content = element("div", { class: "gap" }, modes, typed, facts, tools, help, again);
  return { content, modes, facts };
}

/**
 * Draw the folded part.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawMore(place, state) {
  const more = made.get(place) ?? makeMore(state.table);
  made.set(place, more);
  if (!more.content.parentNode) place.append(more.content);
  const { table, flags, seat, by, ending, hands, pending } = state;
  const { mode } = hands[seat];
  redraw(
    more.modes,
    [mode, seat],
    () =>
      isGin(table) || !isOfDeal(table) ? [] : WAYS.map(([each, label]) => toggle(`mode:${each}`, label, each === mode)),
  );
  const { facts } = hands[seat];
  const cards = mode === "away" || ending === null ? [] : table.extras.filter(({ kind }) => kind === "card");
  redraw(more.facts, [flags, by, ending, cards, facts, pending], () => {
    const answer = by === null ? nobodyWords(state) : table.players[by];
    const seldom = by === null ? [] : table.flags.slice(FLAGS_AT_HAND);
    return [
      isOfDeal(table) && toggle("ask", `${table.by_label}: ${answer}`, false),
      ...seldom.map(({ name, label }) => toggle(`flag:${name}`, label, Boolean(flags[name]))),
      ...cards.map(({ name, label }) => {
        const told = facts[name] ? `${label}: ${facts[name] === NO_CARD ? "none" : cardText(facts[name])}` : label;
        return toggle(`fact:${name}`, told, Boolean(facts[name]) || (pending !== null && "fact" in pending));
      }),
    ];
  });
}
