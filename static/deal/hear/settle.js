/** Chooses among the readings of all pieces of a line: what the pack has, and what gin prefers. */

import { firstOfEach, product } from "./lists.js";
import { banName, cardsOf, meaningOf, piecesThrough } from "./ways.js";

/** @import { Rules } from "./rules.js" */
/** @import { Heard, Piece, Ways } from "./ways.js" */

/** A piece with more readings is marked. */
export const MOST_READINGS = 4;
const MOST_CHOICES = 512;
const MOST_TRIES = 4;

/**
 * Return the pieces of all sections with the readings that go together.
 * @param {Ways[]} ways
 * @param {Rules} rules
 * @returns {Piece[]}
 */
export function settle(ways, rules) {
  let found = ways.map(piecesThrough);
  for (let tries = 0; tries < MOST_TRIES && banSurplus(ways, found, rules); tries += 1) {
    found = ways.map(piecesThrough);
  }
  let pieces = withSumsAlone(found.flat());
  if (!rules.fits(sureCards(pieces))) {
    return [{ start: pieces[0].start, end: pieces[pieces.length - 1].end, readings: [] }];
  }
  const open = [...pieces.keys()].filter((at) => pieces[at].readings.length > 1);
  const every = pieces.flatMap(({ readings }) => readings.flatMap(cardsOf));
  if (open.length && (rules.board === "cards" || !rules.fits(every))) pieces = choose(pieces, open, rules);
  return joinAlike(pieces.map((piece) => piece.readings.length > MOST_READINGS ? { ...piece, readings: [] } : piece));
}

/**
 * Return the pieces with those as one that stand side by side and are marked, or tell cards of one hand.
 * @param {Piece[]} pieces
 */
function joinAlike(pieces) {
  /** @type {Piece[]} */
  const found = [];
  for (const { ...piece } of pieces) {
    const last = found.at(-1);
    const kind = kindOf(piece);
    if (last && kind && kind === kindOf(last)) {
      last.end = piece.end;
      last.readings = last.readings.map((heard, at) => [...heard, ...piece.readings[at]]);
    } else found.push(piece);
  }
  return found;
}

/**
 * Return what a piece surely is: marked, or cards of a hand by their fact.
 * @param {Piece} piece
 */
function kindOf({ readings: [heard, ...others] }) {
  const [name, ...more] = new Set(heard?.map(([fact]) => fact) ?? ["marked"]);
  return others.length || more.length || !/^(marked|in_hand|cards|deadwood)$/.test(name) ? null : name;
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

/**
 * Ban the steps whose cards the pack does not have beside those before; tell if there are.
 * @param {Ways[]} ways
 * @param {Piece[][]} found
 * @param {Rules} rules
 */
function banSurplus(ways, found, rules) {
  /** @type {string[]} */
  let cards = [];
  let hasSurplus = false;
  ways.forEach(({ banned }, number) => {
    for (const { start, end, readings } of found[number]) {
      if (readings.length !== 1) continue;
      const more = [...cards, ...cardsOf(readings[0])];
      if (rules.fits(more)) cards = more;
      else {
        banned.add(banName(start, end, readings[0]));
        hasSurplus = true;
      }
    }
  });
  return hasSurplus;
}

/**
 * Return the pieces with the readings that the pack has together, and that gin prefers.
 * @param {Piece[]} pieces
 * @param {number[]} open
 * @param {Rules} rules
 * @returns {Piece[]}
 */
function choose(pieces, open, rules) {
  const several = open.map((at) => pieces[at].readings);
  /** @type {(at: number, readings: Heard[]) => Piece[]} */
  const replaced = (at, readings) => pieces.map((piece, number) => number === at ? { ...piece, readings } : piece);
  if (several.reduce((count, { length }) => count * length, 1) > MOST_CHOICES) {
    return pieces.map((piece) => piece.readings.length === 1 ? piece : { ...piece, readings: [] });
  }
  const sure = sureCards(pieces);
  const kept = rules.bestHands([...product(several)], (choice) => [...sure, ...choice.flatMap(cardsOf)]);
  if (!kept.length) {
    const rest = replaced(open[open.length - 1], []);
    return open.length > 1 ? choose(rest, open.slice(0, -1), rules) : rest;
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
