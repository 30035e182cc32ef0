/** Draws what helps: the folded part below the list, with what is seldom needed, and what the last key made. */

import { element } from "../../core/elements.js";
import { load } from "../../core/storage.js";
import { capital, cardText, NO_CARD } from "./cards.js";
import { drawHelp } from "./keyboard.js";
import { fold, key, redraw, toggle } from "./parts.js";
import { BRIEF, meldInWords, wildsAsked } from "./speech.js";
import { FLAGS_AT_HAND, hasOneHand, isAway, isEntered } from "./state.js";

/** @import { PadTable, State } from "./state.js" */

const WAYS = [["cards", "Cards"], ["quick", "Quick count"], ["totals", "Just the totals"]];
const ABOUT_WAYS = "Quick count: how many cards of each value. Totals: sums that you added up.";

/**
 * Tell whether the hand belongs to a deal, and is not counted by itself.
 * @param {PadTable} table
 */
const isOfDeal = ({ number }) => number > 0;

/** @param {string} words */
const told = (words) => element("p", { class: "quiet" }, words);

/**
 * Make a row of a key and what it does.
 * @param {HTMLElement} made
 * @param {string} words
 */
const row = (made, words) => element("div", { class: "row" }, made, words ? element("small", {}, words) : null);

/** @type {WeakMap<HTMLElement, ReturnType<typeof makeMore>>} what was made for a place */
const made = new WeakMap();

/** @param {PadTable} table */
function makeMore(table) {
  const [modes, swap, facts] = [1, 2, 3].map(() => element("div", { class: "rows" }));
  const left = row(key("do:mirror", { class: "chip" }, "Left-handed"), "mirrors the keys");
  // On a line of its own: it throws away all that was pressed.
  const again = row(key("clear", { class: "chip" }, "Start again"), "removes everything; one key puts it back");
  const apart = element("div", { class: "apart" }, again);
  const content = element("div", { class: "gap" }, swap, modes, facts, makeTyping(table), left, apart);
  return { content, modes, swap, facts };
}

/**
 * Make what there is for those who say or type cards: the way to their line, how much is said back, the plain form,
 * and keys of a keyboard.
 * @param {PadTable} table
 */
function makeTyping(table) {
  const line = row(key("do:say", { class: "chip" }, "Say or type the cards"), "the microphone is on your keyboard");
  const whole = row(key("do:plain", { class: "chip" }, "The whole deal as text"), "every hand and fact in a field");
  const brief = row(toggle("do:brief", "Say less", load(BRIEF) === "yes"), "after each press, to a screen reader");
  const help = told("Once a key has the focus, a keyboard presses them all:");
  const content = element("div", { class: "gap" }, line, brief, isOfDeal(table) && whole, help, drawHelp(table));
  return fold("fold", "Say or type instead", content);
}

/**
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawMore(place, state) {
  const more = made.get(place) ?? makeMore(state.table);
  made.set(place, more);
  if (!more.content.parentNode) {
    place.append(more.content);
    // Where a deal is corrected, cards under the wrong name are what is most often wrong.
    if (place.closest("form")?.elements.namedItem("target")) place.before(more.swap);
  }
  const { table, seat, hands } = state;
  const { mode } = hands[seat];
  const ways = WAYS.map(([each, label]) => toggle(`mode:${each}`, label, each === mode));
  const hasWays = table.kind.areMelds && isOfDeal(table);
  redraw(more.modes, hasWays ? [element("div", { class: "chips" }, ways), told(ABOUT_WAYS)] : null);
  const others = othersOf(state);
  redraw(more.swap, others.length ? drawSwap(table, others) : null);
  redraw(more.facts, drawFacts(state));
}

/**
 * Return the seats to which the cards of the open hand can be given.
 * @param {State} state
 */
function othersOf({ table, hands, seat }) {
  if (hasOneHand(table) || isAway(hands[seat]) || !isEntered(hands[seat])) return [];
  return [...hands.keys()].filter((other) => other !== seat && !isAway(hands[other]));
}

/**
 * @param {PadTable} table
 * @param {number[]} others
 */
function drawSwap({ players }, others) {
  const names = others.map((other) =>
    key(`give:${other}`, { class: "chip", "aria-label": `Give these cards to ${players[other]}` }, players[other])
  );
  return [
    told("Give these cards to"),
    element("div", { class: "chips" }, names),
    told("The two hands change places; penalties stay."),
  ];
}

/**
 * Draw who ended the deal, and what is seldom told of it.
 * @param {State} state
 */
function drawFacts(state) {
  const { table, flags, seat, by, ending, hands, pending } = state;
  const { facts } = hands[seat];
  const cards = isAway(hands[seat]) || ending === null ? [] : table.extras.filter(({ kind }) => kind === "card");
  const answer = by === null ? nobodyWords(state) : table.players[by];
  const seldom = by === null ? [] : table.flags.slice(FLAGS_AT_HAND);
  return [
    isOfDeal(table) && row(toggle("ask", `${table.by_label}: ${answer}`, false), "asks again; cards stay"),
    ...seldom.map(({ name, label, help }) => row(toggle(`flag:${name}`, label, Boolean(flags[name])), help)),
    ...cards.map(({ name, label, help }) => {
      const words = facts[name] ? `${label}: ${facts[name] === NO_CARD ? "none" : cardText(facts[name])}` : label;
      const isDown = Boolean(facts[name]) || (pending !== null && "fact" in pending);
      return row(toggle(`fact:${name}`, words, isDown), help);
    }),
  ];
}

/**
 * Return the words for who ended the deal, if that was not a player whose hand is entered here.
 * @param {State} state
 */
function nobodyWords({ table, ending }) {
  if (ending === null) return "?";
  const words = table.ending_words[table.endings.indexOf(ending)];
  return hasOneHand(table) ? words.toLowerCase() : "nobody";
}

/**
 * Return what the next key is for, where the keys do not say it themselves.
 * @param {State} state
 */
export function hintOf({ table, pending, hands, seat, ending }) {
  if (pending && "fact" in pending) {
    const { fact } = pending;
    return `${table.extras.find(({ name }) => name === fact)?.label}: its suit, then its rank.`;
  }
  if (ending === null || !table.kind.areMelds) return "";
  const ways = { totals: "Totals stay on for this table.", quick: "Quick count stays on for this table." };
  return { cards: "", away: "", ...ways }[hands[seat].mode];
}

/**
 * Draw what the last key made, where another may have been meant: a set by the first key of a hand, or a wild card.
 * @param {State} state
 */
export function drawMade(state) {
  const { table, made, hands, seat, by, line } = state;
  const asked = wildsAsked(state);
  if (asked || !made || made === "wild") return asked ? element("p", { class: "amber just" }, asked) : null;
  if (made === "run") return element("p", { class: "made just" }, element("span", {}, "Longer? Press its last card."));
  const turn = by === seat ? null : key(`turn:${made}`, { class: "second small" }, "In hand");
  const words = `${capital(meldInWords(hands[seat].melds[line], table))} melded`;
  return element("p", { class: "made just" }, element("span", { class: "serif" }, words), turn);
}
