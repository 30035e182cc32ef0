/** Draws what helps: the folded part below the list, with what is seldom needed, and hints how cards are entered. */

import { element } from "../../core/elements.js";
import { cardText, NO_CARD } from "./cards.js";
import { drawHelp } from "./keyboard.js";
import { fold, icon, key, redraw, toggle } from "./parts.js";
import { deuceOf, FLAGS_AT_HAND, hasOneHand, leadsOn } from "./table.js";

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
    placeholder: table.kind.example,
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
      table.kind.hasModes && isOfDeal(table)
        ? WAYS.map(([each, label]) => toggle(`mode:${each}`, label, each === mode))
        : [],
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

/**
 * Return the words for who ended the deal, where that was no player whose hand is entered here.
 * @param {State} state
 */
function nobodyWords({ table, ending }) {
  if (ending === null) return "?";
  const words = table.ending_words[table.endings.indexOf(ending)];
  return hasOneHand(table) ? words.toLowerCase() : "nobody";
}

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
  if (ending === null || !table.kind.hasModes) return "";
  const ways = { totals: "Totals stay on for this table.", quick: "Quick count stays on for this table." };
  return { cards: "", away: "", ...ways }[hands[seat].mode];
}
