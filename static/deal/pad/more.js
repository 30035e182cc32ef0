/** Draws the folded part below the list, with what is seldom needed. */

import { element } from "../../core/elements.js";
import { cardText, NO_CARD } from "./cards.js";
import { seldomNow } from "./later.js";
import { icon, key, redraw, toggle } from "./parts.js";
import { nobodyWords } from "./questions.js";
import { FLAGS_AT_HAND, isGin } from "./table.js";

/** @import { Child } from "../../core/elements.js" */
/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/**
 * @typedef {object} More
 * @property {HTMLElement} element
 * @property {HTMLElement} modes
 * @property {HTMLElement} facts
 * @property {HTMLInputElement} line
 * @property {HTMLElement} keys what a keyboard does
 */

const WAYS = [["cards", "Cards"], ["quick", "Quick count"], ["totals", "Just the totals"]];

/**
 * @param {string} className
 * @param {string} title
 * @param {Child} content
 */
const fold = (className, title, content) =>
  element(
    "details",
    { class: className },
    element("summary", {}, icon("chevron", "chevron"), element("span", {}, title)),
    content,
  );

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

/**
 * Make the folded part.
 * @param {PadTable} table
 * @returns {More}
 */
export function makeMore(table) {
  const modes = element("div", { class: "chips" });
  const facts = element("div", { class: "chips" });
  const keys = element("dl", { class: "keyboard" });
  const line = makeLine(table);
  const help = fold("fold", "By keyboard", keys);
  const tools = element(
    "div",
    { class: "chips" },
    key("do:plain", { class: "chip" }, "Type the cards"),
    key("do:mirror", { class: "chip" }, "Left-handed"),
  );
  // On a line of its own: it throws away all that was pressed.
  const again = element("div", { class: "apart" }, key("clear", { class: "chip" }, "Start again"));
  const typed = element("div", { class: "beside" }, line, key("do:text", { class: "second small" }, "Add"));
  const content = element("div", { class: "gap" }, modes, typed, facts, tools, help, again);
  return { element: fold("fold seldom", "More", content), modes, facts, line, keys };
}

/**
 * Draw what depends on the state.
 * @param {More} more
 * @param {State} state
 */
export function drawMore(more, state) {
  const { table, flags, seat, by, ending, hands, pending } = state;
  const { mode } = hands[seat];
  seldomNow()?.help(more.keys, table);
  redraw(
    more.modes,
    [mode, seat],
    () => isGin(table) ? [] : WAYS.map(([each, label]) => toggle(`mode:${each}`, label, each === mode)),
  );
  const { facts } = hands[seat];
  const cards = mode === "away" || ending === null ? [] : table.extras.filter(({ kind }) => kind === "card");
  redraw(more.facts, [flags, by, ending, cards, facts, pending], () => {
    const answer = by === null ? nobodyWords(state) : table.players[by];
    const seldom = by === null ? [] : table.flags.slice(FLAGS_AT_HAND);
    return [
      toggle("ask", `${table.by_label}: ${answer}`, false),
      ...seldom.map(({ name, label }) => toggle(`flag:${name}`, label, Boolean(flags[name]))),
      ...cards.map(({ name, label }) => {
        const told = facts[name] ? `${label}: ${facts[name] === NO_CARD ? "none" : cardText(facts[name])}` : label;
        return toggle(`fact:${name}`, told, Boolean(facts[name]) || (pending !== null && "fact" in pending));
      }),
    ];
  });
}
