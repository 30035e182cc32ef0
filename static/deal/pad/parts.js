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

/**
 * Make a button that is either down or not, with a tick.
 * @param {string} press
 * @param {string} label
 * @param {boolean} isDown
 */
export const toggle = (press, label, isDown) =>
  key(press, { class: "chip", "aria-pressed": String(isDown) }, icon("tick", ""), label);

/**
 * Make the key that takes back a press, for where the other keys are hidden.
 * @param {string} [words]
 */
export const undoKey = (words = "Take back one press") => key("undo", { class: "key wordy undo" }, words);

/**
 * Make one of several keys of which one is chosen.
 * @param {string} press
 * @param {string} label
 * @param {boolean} isChosen
 */
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

/**
 * Write a number with a true minus sign.
 * @param {number} number
 */
export const figure = (number) => String(number).replace("-", "−");

/**
 * Return the element around the place of an event that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = ({ target }, selector) => target instanceof Element ? target.closest(selector) : null;

/**
 * @param {string} rank
 * @param {string | undefined} suit the suit's icon
 */
const faceOf = (rank, suit) => [element("b", {}, rankText(rank)), suit ? icon(suit, "suit") : null];

/** @param {string} code */
export const looseFace = (code) => code === "JK" ? [icon("joker", "lone")] : faceOf(code[0], SUIT_ICONS[code[1]]);

/**
 * Return the classes of a card in hand. A wild two is ringed, and the red two is red.
 * @param {string} code
 */
export function looseClass(code) {
  if (code === "2R") return "card plain heart";
  return `card ${SUIT_ICONS[code[1]] ?? "plain"}${code === "2" || code === "2B" ? " wild" : ""}`;
}

/**
 * Return the icon of the suit that a card of a meld shows: that of a run, or its own in a set, if it was given.
 * @param {MeldCard} card
 * @param {Meld} meld
 */
const suitShown = ({ suit }, meld) => SUIT_ICONS[meld.suit || suit];

/** @type {(card: MeldCard, meld: Meld) => Child[]} */
export const meldFace = (card, meld) => [
  ...faceOf(card.rank, suitShown(card, meld)),
  card.wild ? element("span", { class: "badge" }, card.wild === "JK" ? icon("joker", "star") : "2") : null,
];

/** @type {(card: MeldCard, meld: Meld) => string} */
export const meldClass = (card, meld) => `card ${suitShown(card, meld) ?? "plain"}${card.wild ? " wild" : ""}`;

/**
 * Return a card of a meld in words: "deuce as ten of spades".
 * @param {MeldCard} card
 * @param {Meld} meld
 * @param {PadTable} table
 */
export function meldCardWords({ rank, suit, wild }, meld, table) {
  const shown = meld.suit || suit;
  const place = rankWord(rank) + (shown ? ` of ${suitWord(shown)}` : "");
  return wild ? `${cardWords(wild, table)} as ${place}` : place;
}

/** @type {(meld: Meld, table: PadTable) => string} */
export const meldWords = (meld, table) =>
  (meld.suit ? "run: " : "set: ") + meld.cards.map((card) => meldCardWords(card, meld, table)).join(", ");
