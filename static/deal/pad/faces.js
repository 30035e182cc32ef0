/** Draws cards on the pad, and says what they are in words. */

import { element } from "../../core/elements.js";
import { cardWords, rankText, rankWord, suitWord } from "./cards.js";
import { icon } from "./parts.js";

/** @import { Meld, MeldCard } from "./state.js" */
/** @import { PadTable } from "./table.js" */

/** @type {Record<string, string>} names of icons and classes */
export const SUIT_ICONS = { S: "spade", H: "heart", D: "diamond", C: "club" };

/**
 * @param {string} rank
 * @param {string | undefined} suit the suit's icon
 */
const faceOf = (rank, suit) => [element("b", {}, rankText(rank)), suit ? icon(suit, "suit") : null];

/**
 * Return what is drawn on a card in hand.
 * @param {string} code
 */
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

/**
 * Return what is drawn on a card of a meld.
 * @param {MeldCard} card
 * @param {Meld} meld
 */
export const meldFace = (card, meld) => [
  ...faceOf(card.rank, suitShown(card, meld)),
  card.wild ? element("span", { class: "badge" }, card.wild === "JK" ? icon("joker", "star") : "2") : null,
];

/**
 * Return the classes of a card of a meld.
 * @param {MeldCard} card
 * @param {Meld} meld
 */
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

/**
 * Return a meld in words.
 * @param {Meld} meld
 * @param {PadTable} table
 */
export const meldWords = (meld, table) =>
  (meld.suit ? "run: " : "set: ") + meld.cards.map((card) => meldCardWords(card, meld, table)).join(", ");
