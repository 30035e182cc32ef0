/** Draws the folded part below the list, with what is seldom needed. */

import { element } from "../../core/elements.js";
import { HELP } from "./keyboard.js";
import { icon, key, redraw, toggle } from "./parts.js";
import { nobodyWords } from "./questions.js";
import { isGin } from "./table.js";

/** @import { Child } from "../../core/elements.js" */
/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/** @typedef {{ element: HTMLElement, modes: HTMLElement, facts: HTMLElement, line: HTMLInputElement }} More */

// The flags before this one are drawn above the list.
const FIRST_FLAG = 2;
const MODES = [["cards", "Cards"], ["quick", "Quick count"], ["totals", "Just the totals"]];

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
function makeHelp(table) {
  const rows = HELP.filter(([keys]) => keys !== "O" || table.fields.includes("sat_out"));
  const list = rows.flatMap(([keys, words]) => [element("dt", {}, keys), element("dd", {}, words)]);
  return fold("fold", "By keyboard", element("dl", { class: "keyboard" }, list));
}

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
  const line = makeLine(table);
  const tools = element(
    "div",
    { class: "chips" },
    key("do:plain", { class: "chip" }, table.dealt ? "Type it, penalties" : "Type it"),
    key("do:mirror", { class: "chip" }, "Left-handed"),
    key("clear", { class: "chip" }, "Start again"),
  );
  const typed = element("div", { class: "beside" }, line, key("do:text", { class: "second small" }, "Add"));
  const content = element("div", { class: "gap" }, modes, typed, facts, tools, makeHelp(table));
  return { element: fold("fold seldom", "More", content), modes, facts, line };
}

/**
 * Draw what depends on the state.
 * @param {More} more
 * @param {State} state
 */
export function drawMore(more, state) {
  const { table, flags, seat, by, ending, hands } = state;
  const { mode } = hands[seat];
  redraw(
    more.modes,
    [mode, seat],
    () => isGin(table) ? [] : MODES.map(([each, label]) => toggle(`mode:${each}`, label, each === mode)),
  );
  redraw(more.facts, [flags, by, ending], () => {
    const answer = by === null ? nobodyWords(state) : table.players[by];
    const seldom = by === null ? [] : table.flags.slice(FIRST_FLAG);
    return [
      toggle("ask", `${table.by_label}: ${answer}`, false),
      ...seldom.map(({ name, label }) => toggle(`flag:${name}`, label, Boolean(flags[name]))),
    ];
  });
}
