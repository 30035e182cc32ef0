/** Finds the ways to lay out a gin hand in melds and deadwood. */

import { placeOf, RANKS } from "./cards.js";
import { handValue, sum } from "./points.js";

/** @import { Hand, PadTable } from "./state.js" */
/** @typedef {{ count: number, melds: number[][], deadwood: number[] }} Way cards by their index; points of deadwood */

/** How many cards a gin hand has; a big gin has one more. */
export const GIN_HAND = 10;

/**
 * Return the cards of a hand that lie in no meld.
 * @param {string[]} held
 * @param {string[][]} melds
 */
export const deadwoodOf = (held, melds) => held.filter((code) => !melds.flat().includes(code));

/**
 * Return the ways that leave no further meld in the deadwood, the way with the least deadwood first.
 * @param {string[]} codes
 * @param {PadTable} table
 */
export function waysOf(codes, table) {
  const melds = [...runsOf(codes, table.run_min), ...setsOf(codes)];
  /** @type {Map<string, Way>} */
  const found = new Map();
  /** @type {(start: number, chosen: number[][]) => void} */
  const lay = (start, chosen) => {
    const taken = new Set(chosen.flat());
    /** @param {number[]} meld */
    const isFree = (meld) => meld.every((index) => !taken.has(index));
    if (!melds.some(isFree)) {
      const deadwood = [...codes.keys()].filter((index) => !taken.has(index));
      const count = sum(deadwood.map((index) => handValue(codes[index], table)));
      const same = found.get(signature(codes, chosen));
      if (!same || same.melds.length > chosen.length) {
        found.set(signature(codes, chosen), { count, melds: chosen, deadwood });
      }
    }
    for (let next = start; next < melds.length; next += 1) {
      if (isFree(melds[next])) lay(next + 1, [...chosen, melds[next]]);
    }
  };
  lay(0, []);
  return [...found.values()].sort(
    (one, other) => one.count - other.count || one.deadwood.length - other.deadwood.length,
  );
}

/**
 * Return a text that is equal for equal ways: which cards lie in runs and which in sets. Where a long
 * run is split in two makes no difference.
 * @param {string[]} codes
 * @param {number[][]} melds
 */
function signature(codes, melds) {
  const inSets = melds.filter((meld) => isSet(meld.map((index) => codes[index]))).flat();
  const melded = melds.flat();
  return codes.map((_, index) => (inSets.includes(index) ? "s" : melded.includes(index) ? "r" : "-")).join("");
}

/** @param {string[]} meld */
export const isSet = ([one, other]) => one[0] === other[0];

/**
 * Return the way after the one in which a hand lies now. Null leaves the choice to the server again;
 * undefined says that there is only one way.
 * @param {Hand} hand
 * @param {PadTable} table
 * @param {number} most the most deadwood (points)
 */
export function nextSpread({ held, spread }, table, most) {
  const all = waysOf(held, table);
  const ways = all.filter(({ count }) => count <= Math.max(most, all[0].count));
  if (ways.length < 2) return undefined;
  // The first way is the one that is shown without a choice, so it comes last: each press shows another.
  const at = spread ? ways.findIndex((way) => isWay(way, held, spread)) : 0;
  if (spread && at === 0) return null;
  return ways[(at + 1) % ways.length].melds.map((meld) => meld.map((index) => held[index]));
}

/**
 * @param {Way} way
 * @param {string[]} held
 * @param {string[][]} spread
 */
function isWay(way, held, spread) {
  const melds = spread.map((meld) => meld.map((code) => held.indexOf(code)));
  return signature(held, way.melds) === signature(held, melds);
}

/**
 * Tell whether `nextSpread` can return this layout.
 * @param {string[]} held
 * @param {string[][]} spread
 * @param {PadTable} table
 */
export const isSpread = (held, spread, table) =>
  spread.every((meld) => meld.length > 1) && waysOf(held, table).some((way) => isWay(way, held, spread));

/** @param {string[]} codes */
function setsOf(codes) {
  return RANKS.flatMap((rank) => {
    const same = codes.flatMap((code, index) => (code[0] === rank ? [index] : []));
    if (same.length < 3) return [];
    return same.length === 3 ? [same] : [same, ...same.map((left) => same.filter((each) => each !== left))];
  });
}

/**
 * @param {string[]} codes
 * @param {number} least the fewest cards of a run
 */
function runsOf(codes, least) {
  const indexes = new Map(codes.map((code, index) => [code, index]));
  return codes.flatMap(([rank, suit]) => {
    const runs = [];
    const run = [];
    for (let place = placeOf(rank);; place += 1) {
      const index = indexes.get(RANKS[place - 1] + suit);
      if (index === undefined) return runs;
      run.push(index);
      if (run.length >= least) runs.push([...run]);
    }
  });
}
