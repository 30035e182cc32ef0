/** Chooses among the readings of several pieces: what the pack has together, and what gin prefers. */

import { cardsOf, meaningOf } from "./heard.js";
import { bestHands, fits } from "./laying.js";
import { firstOfEach, product } from "./lists.js";

/** @import { PadTable } from "../pad/table.js" */
/** @import { Heard, Piece } from "./heard.js" */

const MOST_CHOICES = 512;

/**
 * Return the pieces with the readings that go together: that the pack has, and that gin prefers.
 * @param {Piece[]} found
 * @param {PadTable} table
 */
export function choose(found, table) {
  const pieces = withSumsAlone(found);
  if (!fits(sureCards(pieces), table)) {
    return [{ start: pieces[0].start, end: pieces[pieces.length - 1].end, readings: [] }];
  }
  const open = [...pieces.keys()].filter((at) => pieces[at].readings.length > 1);
  const every = pieces.flatMap(({ readings }) => readings.flatMap(cardsOf));
  const isFree = !open.length || (table.board !== "cards" && fits(every, table));
  return isFree ? pieces : chooseAmong(pieces, open, table);
}

/**
 * @param {Piece[]} pieces
 * @param {number[]} open those with several readings
 * @param {PadTable} table
 * @returns {Piece[]}
 */
function chooseAmong(pieces, open, table) {
  const several = open.map((at) => pieces[at].readings);
  /** @type {(at: number, readings: Heard[]) => Piece[]} */
  const replaced = (at, readings) => pieces.map((piece, number) => number === at ? { ...piece, readings } : piece);
  if (several.reduce((count, { length }) => count * length, 1) > MOST_CHOICES) {
    return pieces.map((piece) => piece.readings.length === 1 ? piece : { ...piece, readings: [] });
  }
  const sure = sureCards(pieces);
  const kept = bestHands([...product(several)], (choice) => [...sure, ...choice.flatMap(cardsOf)], table);
  if (!kept.length) {
    const rest = replaced(open[open.length - 1], []);
    return open.length > 1 ? chooseAmong(rest, open.slice(0, -1), table) : rest;
  }
  const apart = open.map((_, at) => firstOfEach(kept.map((choice) => choice[at])));
  if (apart.reduce((count, { length }) => count * length, 1) !== kept.length) return tie(pieces, open, kept);
  return pieces.map((piece, at) => open.includes(at) ? { ...piece, readings: apart[open.indexOf(at)] } : piece);
}

/**
 * Return the pieces with those as one whose readings depend on one another.
 * @param {Piece[]} pieces
 * @param {number[]} open
 * @param {Heard[][]} kept
 */
function tie(pieces, open, kept) {
  const [first, last] = [open[0], open[open.length - 1]];
  const between = pieces.slice(first, last + 1);
  const heard = kept.map((choice) =>
    between.flatMap(({ readings }, step) => choice[open.indexOf(first + step)] ?? readings[0] ?? [])
  );
  const isMarked = between.some(({ readings }) => !readings.length);
  const readings = isMarked ? [] : firstOfEach(heard, meaningOf);
  const one = { start: pieces[first].start, end: pieces[last].end, readings };
  return [...pieces.slice(0, first), one, ...pieces.slice(last + 1)];
}

/**
 * Return the pieces without readings as cards beside a sure sum: no hand has both.
 * @param {Piece[]} pieces
 */
function withSumsAlone(pieces) {
  const sums = pieces.map(({ readings }) => readings.filter((heard) => heard.some(([name]) => /points/.test(name))));
  const hasSum = pieces.some(({ readings }, at) => readings.length === 1 && sums[at].length);
  return pieces.map((piece, at) => hasSum && sums[at].length ? { ...piece, readings: sums[at] } : piece);
}

/** @param {Piece[]} pieces */
const sureCards = (pieces) => pieces.flatMap(({ readings }) => readings.length === 1 ? cardsOf(readings[0]) : []);
