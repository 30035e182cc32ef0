/** Hands the rules of a table to what hears: its facts, and what the pad knows of cards and melds. */

import { choose } from "./choosing.js";
import { fits, isMeld, layCards, layMeld, placesInOrder } from "./laying.js";
import { withTyped } from "./typed.js";

/** @import { PadTable } from "../pad/table.js" */
/** @import { Piece } from "./heard.js" */
/** @import { SaidCard, SaidCards } from "./said.js" */
/** @typedef {ReturnType<typeof rulesOf>} Rules what decides what words can mean */

/** @param {PadTable} table */
export const rulesOf = (table) => ({
  ...table,
  placesInOrder,
  /** @param {Piece[]} pieces */
  choose: (pieces) => choose(pieces, table),
  /** @param {string[]} cards */
  fits: (cards) => fits(cards, table),
  /** @param {string[]} cards */
  isMeld: (cards) => isMeld(cards, table),
  /** @param {SaidCard[]} cards */
  layCards: (cards) => layCards(cards, table),
  /** @param {SaidCards} said */
  layMeld: (said) => layMeld(said, table),
  /** @type {(text: string, line: string, speech: { pieces: Piece[], isWeak: boolean }) => Piece[]} */
  withTyped: (text, line, speech) => withTyped(text, line, speech, table),
});
