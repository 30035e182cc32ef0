/** Settles which readings of all pieces of a line go together. */

import { cardsOf, MOST_READINGS } from "./heard.js";
import { banName, piecesThrough } from "./ways.js";

/** @import { Piece } from "./heard.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Ways } from "./ways.js" */

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
  const pieces = rules.choose(found.flat());
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
