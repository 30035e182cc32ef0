/** Hands the rules of a table to what hears: its facts, and what the pad knows of cards and melds. */

import { bestHands, fits, isMeld, layCards, layMeld, placesInOrder } from "./laying.js";
import { readTyped } from "./typed.js";

/** @import { PadTable } from "../pad/table.js" */
/** @import { SaidCard, SaidCards } from "./said.js" */
/** @typedef {ReturnType<typeof rulesOf>} Rules what decides what words can mean */

/** @param {PadTable} table */
export const rulesOf = (table) => ({
  ...table,
  placesInOrder,
  /** @type {<Choice>(choices: Choice[], cardsOf: (choice: Choice) => string[]) => Choice[]} */
  bestHands: (choices, cardsOf) => bestHands(choices, cardsOf, table),
  /** @param {string[]} cards */
  fits: (cards) => fits(cards, table),
  /** @param {string[]} cards */
  isMeld: (cards) => isMeld(cards, table),
  /** @param {SaidCard[]} cards */
  layCards: (cards) => layCards(cards, table),
  /** @param {SaidCards} said */
  layMeld: (said) => layMeld(said, table),
  /** @type {(text: string, line: string) => ReturnType<typeof readTyped>} */
  readTyped: (text, line) => readTyped(text, line, table),
});
