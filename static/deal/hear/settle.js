/** Chooses among the readings of all pieces of a line: what the pack has, and what gin prefers. */

import { firstOfEach, fits, product } from "./laying.js";
import { banName, cardsOf, meaningOf } from "./ways.js";
import { SIGNS } from "./words.js";

/** @import { Rules } from "./laying.js" */
/** @import { Heard, Piece, Ways } from "./ways.js" */

/** A piece with more readings is marked. */
export const MOST_READINGS = 4;
const MOST_CHOICES = 512;
const MOST_TRIES = 4;
/** The numbers of cards in a hand of gin, the usual one first. */
const GIN_HANDS = [10, 11];

/**
 * Return the pieces of all sections with the readings that go together.
 * @param {Ways[]} ways
 * @param {Rules} rules
 * @returns {Piece[]}
 */
export function settle(ways, rules) {
  let found = ways.map((each) => each.pieces());
  for (let tries = 0; tries < MOST_TRIES && banSurplus(ways, found, rules); tries += 1) {
    found = ways.map((each) => each.pieces());
  }
  let pieces = found.flat();
  if (!fits(sureCards(pieces), rules)) {
    return [{ start: pieces[0].start, end: pieces[pieces.length - 1].end, readings: [] }];
  }
  const open = [...pieces.keys()].filter((at) => pieces[at].readings.length > 1);
  const every = pieces.flatMap(({ readings }) => readings.flatMap(cardsOf));
  if (open.length && (rules.board === "cards" || !fits(every, rules))) pieces = choose(pieces, open, rules);
  /** @type {Piece[]} */
  const joined = [];
  for (const { start, end, readings } of pieces) {
    const last = joined.at(-1);
    const isMarked = !readings.length || readings.length > MOST_READINGS;
    if (isMarked && last && !last.readings.length) last.end = end;
    else joined.push({ start, end, readings: isMarked ? [] : readings });
  }
  return joined;
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
      if (fits(more, rules)) cards = more;
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
  let kept = [...product(several)].filter((choice) => fits([...sure, ...choice.flatMap(cardsOf)], rules));
  if (rules.board === "cards") kept = bestHands(kept, sure);
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

/**
 * Return the choices of gin with the fewest cards outside runs and sets, or one card more. Of these, hands of ten cards
 * come first, then those of eleven.
 * @param {Heard[][]} choices
 * @param {string[]} sure
 */
function bestHands(choices, sure) {
  const hands = choices.map((choice) => {
    const cards = [...sure, ...choice.flatMap(cardsOf)];
    return { choice, count: cards.length, outside: outsideOf(cards) };
  });
  const fewest = Math.min(...hands.map(({ outside }) => outside));
  const near = hands.filter(({ outside }) => outside <= fewest + 1);
  const usual = GIN_HANDS.find((size) => near.some(({ count }) => count === size));
  return near.filter(({ count }) => !usual || count === usual).map(({ choice }) => choice);
}

/**
 * Return how many cards the arrangement with the least deadwood leaves outside runs and sets. It goes up the ranks,
 * with the best way for each length of the runs that may go on in the four suits.
 * @param {string[]} cards
 */
function outsideOf(cards) {
  /** @type {Map<string, number[]>} by the four lengths: points and number of cards left over */
  let ways = new Map([["0000", [0, 0]]]);
  for (let rank = 1; rank < SIGNS.length + 1; rank += 1) {
    const here = [..."SHDC"].map((suit) => cards.includes(SIGNS[rank] + suit));
    /** @type {typeof ways} */
    const next = new Map();
    for (const set of setsAt(here)) {
      for (const [lengths, left] of ways) {
        const after = [...lengths].map((each, suit) => here[suit] && !set[suit] ? Math.min(3, Number(each) + 1) : 0);
        // A run that ends with one card or two leaves them over.
        const over = [...lengths].flatMap((each, suit) =>
          after[suit] || each === "3" ? [] : [rank - 1, rank - 2].slice(0, Number(each))
        );
        const total = [over.reduce((sum, each) => sum + Math.min(each, 10), left[0]), left[1] + over.length];
        const known = next.get(after.join(""));
        if (!known || total[0] < known[0] || (total[0] === known[0] && total[1] < known[1])) {
          next.set(after.join(""), total);
        }
      }
    }
    ways = next;
  }
  return ways.get("0000")?.[1] ?? 0;
}

/**
 * Return the ways to lay cards of one rank as a set, in which suits; the first is none.
 * @param {boolean[]} here
 */
function setsAt(here) {
  const every = [here.map(() => false)];
  if (here.filter(Boolean).length < 3) return every;
  const without = here.map((_, out) => here.map((isHere, suit) => isHere && suit !== out));
  return [...every, here, ...here.every(Boolean) ? without : []];
}
