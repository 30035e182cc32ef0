/** Draws what helps: the folded part below the list, with what is seldom needed, and what the last key made. */

import { element } from "../../core/elements.js";
import { required } from "../../core/page.js";
import { load } from "../../core/storage.js";
import { capital, cardText, NO_CARD } from "./cards.js";
import { key, redraw, toggle } from "./parts.js";
import { BRIEF, meldInWords, wildsAsked } from "./speech.js";
import { FLAGS_AT_HAND, hasOneHand, isAway, isEntered } from "./state.js";

/** @import { Draw, PadTable, State } from "./state.js" */

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

/** @type {Draw} */
export function drawMore(place, state) {
  const board = place.closest(".board") ?? place;
  const [swap, modes, facts] = [".swap", ".modes", ".facts"].map((part) => required(part, HTMLElement, board));
  // Where a deal is corrected, cards under the wrong name are what is most often wrong.
  if (swap.parentElement !== board && place.closest("form")?.elements.namedItem("target")) place.before(swap);
  required("[data-press='do:brief']", HTMLElement, place).ariaPressed = String(load(BRIEF) === "yes");
  const { table, seat, hands } = state;
  const { mode } = hands[seat];
  const ways = WAYS.map(([each, label]) => toggle(`mode:${each}`, label, each === mode));
  const hasWays = table.kind.areMelds && isOfDeal(table);
  redraw(modes, hasWays ? [element("div", { class: "chips" }, ways), told(ABOUT_WAYS)] : null);
  const others = othersOf(state);
  redraw(swap, others.length ? drawSwap(table, others) : null);
  redraw(facts, drawFacts(state));
}

/**
 * Return the seats to which the cards of the open hand can be given.
 * @param {State} state
 */
function othersOf({ table, hands, seat }) {
  if (hasOneHand(table) || isAway(hands[seat]) || !isEntered(hands[seat])) return [];
  return [...hands.keys()].filter((other) => other !== seat && !isAway(hands[other]));
}

/** @type {(table: PadTable, others: number[]) => HTMLElement[]} */
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
  const turn = by === seat ? null : key(`turn:${made}`, { class: "second small" }, "To hand");
  const words = `${capital(meldInWords(hands[seat].melds[line], table))} melded`;
  return element("p", { class: "made just" }, element("span", { class: "serif" }, words), turn);
}
