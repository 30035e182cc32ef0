/** Makes the parts of which the pad is drawn: keys, cards, and contents that are drawn only when they change. */

import { element, icon } from "../../core/elements.js";
import { cardWords, rankText, rankWord, SUIT_ICONS, suitWord } from "./cards.js";

/** @import { AttributeValue, Child } from "../../core/elements.js" */
/** @import { Meld, MeldCard, PadTable } from "./state.js" */

/**
 * @param {string} press
 * @param {Record<string, AttributeValue>} attributes
 * @param {...(Child | Child[])} children
 */
export const key = (press, attributes, ...children) =>
  element("button", { type: "button", "data-press": press, ...attributes }, ...children);

/** @type {(press: string, label: string, isDown: boolean) => HTMLElement} a button that is down or not, with a tick */
export const toggle = (press, label, isDown) =>
  key(press, { class: "chip", "aria-pressed": String(isDown) }, icon("tick", ""), label);

/** @type {(words?: string) => HTMLElement} the key that takes back a press, for where the other keys are hidden */
export const undoKey = (words = "Take back one press") => key("undo", { class: "key wordy undo" }, words);

/** @type {(press: string, label: string, isChosen: boolean) => HTMLElement} one of several keys: one is chosen */
export const half = (press, label, isChosen) =>
  key(press, { class: "half", "aria-pressed": String(isChosen) }, element("span", {}, label));

/** Make the mark of a player whose words wait in the line. */
export const drawWaiting = () => element("small", { class: "words", role: "img", "aria-label": "words wait" }, "“…”");

/**
 * Draw an element's contents. What is as it was drawn last stays: it keeps the focus, and a press that has begun.
 * The element knows what that was, as this script and the one that is loaded on demand draw into the same.
 * @param {HTMLElement & { drawn?: string }} place
 * @param {...(Child | Child[])} children
 */
export function redraw(place, ...children) {
  const fresh = element("div", {}, ...children);
  if (place.drawn === fresh.innerHTML) return;
  place.drawn = fresh.innerHTML;
  const old = [...place.childNodes];
  const nodes = [...fresh.childNodes].map((node) => {
    const at = old.findIndex((same) => same.isEqualNode(node));
    return at < 0 ? node : old.splice(at, 1)[0];
  });
  old.forEach((node) => node.remove());
  nodes.forEach((node, at) => place.childNodes[at] === node || place.insertBefore(node, place.childNodes[at] ?? null));
}

/** @type {(number: number) => string} with a true minus sign */
export const figure = (number) => String(number).replace("-", "−");

/** @type {(event: Event, selector: string) => HTMLElement | null} what matches it around the place of an event */
export const around = ({ target }, selector) => target instanceof Element ? target.closest(selector) : null;

/** @type {(rank: string, suit: string | undefined) => Child[]} a suit by its icon */
const faceOf = (rank, suit) => [element("b", {}, rankText(rank)), suit ? icon(suit, "suit") : null];

/** @param {string} code */
export const looseFace = (code) => code === "JK" ? [icon("joker", "lone")] : faceOf(code[0], SUIT_ICONS[code[1]]);

/** @type {(code: string) => string} the classes of a card in hand: a wild two is ringed, and the red two is red */
export function looseClass(code) {
  if (code === "2R") return "card plain heart";
  return `card ${SUIT_ICONS[code[1]] ?? "plain"}${code === "2" || code === "2B" ? " wild" : ""}`;
}

/** @type {(card: MeldCard, meld: Meld) => string | undefined} the icon of the suit of a run, or of a card in a set */
const suitShown = ({ suit }, meld) => SUIT_ICONS[meld.suit || suit];

/** @type {(card: MeldCard, meld: Meld) => Child[]} */
export const meldFace = (card, meld) => [
  ...faceOf(card.rank, suitShown(card, meld)),
  card.wild ? element("span", { class: "badge" }, card.wild === "JK" ? icon("joker", "star") : "2") : null,
];

/** @type {(card: MeldCard, meld: Meld) => string} */
export const meldClass = (card, meld) => `card ${suitShown(card, meld) ?? "plain"}${card.wild ? " wild" : ""}`;

/** @type {(card: MeldCard, meld: Meld, table: PadTable) => string} such as "deuce as ten of spades" */
export function meldCardWords({ rank, suit, wild }, meld, table) {
  const shown = meld.suit || suit;
  const place = rankWord(rank) + (shown ? ` of ${suitWord(shown)}` : "");
  return wild ? `${cardWords(wild, table)} as ${place}` : place;
}

/** @type {(meld: Meld, table: PadTable) => string} */
export const meldWords = (meld, table) =>
  (meld.suit ? "run: " : "set: ") + meld.cards.map((card) => meldCardWords(card, meld, table)).join(", ");
