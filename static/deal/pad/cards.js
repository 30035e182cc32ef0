/**
 * Says what cards are in words and signs. A card is a code: rank and suit as in the game record, "8H";
 * the rank alone where the suit does not matter, "8"; "JK" for a Joker, "2R" and "2B" for a red and a
 * black two.
 */

import { deuceOf } from "./state.js";

/** @import { MeldCard, PadTable } from "./state.js" */

export const RANKS = [..."A23456789TJQK"];
export const SUITS = [..."SHDC"];
export const HIGH_ACE = 14;
/** Stands in a field for no card at all; a blank field says that nobody knows. */
export const NO_CARD = "-";
/** The fewest cards of a meld. */
export const FEWEST_CARDS = 3;

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const RANK_WORDS = ["ace", ...COUNTS.slice(2), "jack", "queen", "king"];
/** @type {Record<string, string>} names of icons and classes */
export const SUIT_ICONS = { S: "spade", H: "heart", D: "diamond", C: "club" };
/** @type {Record<string, string>} */
const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/**
 * Return the place of a rank in a run, from 1 for a low ace.
 * @param {string} rank
 */
export const placeOf = (rank) => RANKS.indexOf(rank) + 1;

/** @param {number} place */
export const rankAt = (place) => place === HIGH_ACE ? "A" : RANKS[place - 1];

/** @param {string} rank */
export const rankWord = (rank) => RANK_WORDS[RANKS.indexOf(rank)];

/** @param {string} rank */
export const ranksWord = (rank) => rankWord(rank) + (rank === "6" ? "es" : "s");

/** @param {string} suit */
export const suitWord = (suit) => `${SUIT_ICONS[suit]}s`;

/** @param {string} rank */
export const rankText = (rank) => rank === "T" ? "10" : rank;

/** @param {number} number */
export const numberWord = (number) => COUNTS[number] ?? String(number);

/**
 * Return a card in words: "eight of hearts", "deuce", "Joker".
 * @param {string} code
 * @param {PadTable} table
 */
export function cardWords(code, table) {
  if (code === "JK") return "Joker";
  if (code === "2R") return "red two";
  if (code === "2B") return "black two";
  if (code[1]) return `${rankWord(code[0])} of ${suitWord(code[1])}`;
  return code === deuceOf(table) ? "deuce" : rankWord(code);
}

/**
 * Return a card in a few characters: "8♥", "Q♠", "★".
 * @param {string} code
 */
export const cardText = (code) => code === "JK" ? "★" : rankText(code[0]) + (SUIT_SIGNS[code[1]] ?? "");

/**
 * Return the code of a two that has only its colour.
 * @param {string} code
 */
export const colouredTwo = (code) => "HDR".includes(code[1]) ? "2R" : "2B";

/** @type {(card: MeldCard, table: PadTable) => string} */
export function codeOf({ rank, suit, wild }, table) {
  if (wild) return wild;
  if (suit) return rank + suit;
  return rank === "2" && table.split_twos ? "2R" : rank;
}

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
