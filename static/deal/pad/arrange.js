/** Finds the ways to lay out a gin hand in melds and deadwood. */

import { placeOf, RANKS } from "./cards.js";
import { handValue, sum } from "./points.js";

/** @import { Hand, PadTable } from "./state.js" */
/** @typedef {{ melds: string[][], deadwood: string[], count: number }} Way `count` are the points of the deadwood */

/** How many cards a gin hand has; a big gin has one more. */
export const GIN_HAND = 10;

/** @type {(held: string[], melds: string[][], table: PadTable) => Way} */
function wayOf(held, melds, table) {
  const deadwood = held.filter((code) => !melds.flat().includes(code));
  return { melds, deadwood, count: sum(deadwood.map((code) => handValue(code, table))) };
}

/** @type {(hand: Hand, table: PadTable) => Way} how a hand lies: as its player laid it out, else in the best way */
export const layoutOf = ({ held, spread }, table) => spread ? wayOf(held, spread, table) : waysOf(held, table)[0];

/**
 * Return the ways that leave no further meld in the deadwood, the way with the least deadwood first.
 * @param {string[]} held
 * @param {PadTable} table
 */
export function waysOf(held, table) {
  const melds = [...runsOf(held, table.run_min), ...setsOf(held)];
  /** @type {Map<string, Way>} */
  const found = new Map();
  /** @type {(start: number, chosen: string[][]) => void} */
  const lay = (start, chosen) => {
    const taken = chosen.flat();
    /** @param {string[]} meld */
    const isFree = (meld) => !meld.some((code) => taken.includes(code));
    const same = found.get(signature(held, chosen));
    if (!melds.some(isFree) && !(same && same.melds.length <= chosen.length)) {
      found.set(signature(held, chosen), wayOf(held, chosen, table));
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
 * @param {string[]} held
 * @param {string[][]} melds
 */
function signature(held, melds) {
  const [inSets, melded] = [melds.filter(isSet).flat(), melds.flat()];
  return held.map((code) => (inSets.includes(code) ? "s" : melded.includes(code) ? "r" : "-")).join("");
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
  const at = spread ? ways.findIndex(({ melds }) => signature(held, melds) === signature(held, spread)) : 0;
  return spread && at === 0 ? null : ways[(at + 1) % ways.length].melds;
}

/** @type {(held: string[], spread: string[][], table: PadTable) => boolean} whether `nextSpread` can return this */
export const isSpread = (held, spread, table) =>
  spread.every((meld) => meld.length > 1) &&
  waysOf(held, table).some(({ melds }) => signature(held, melds) === signature(held, spread));

/** @param {string[]} held */
function setsOf(held) {
  return RANKS.flatMap((rank) => {
    const same = held.filter((code) => code[0] === rank);
    if (same.length < 3) return [];
    return same.length === 3 ? [same] : [same, ...same.map((left) => same.filter((code) => code !== left))];
  });
}

/**
 * @param {string[]} held
 * @param {number} least the fewest cards of a run
 */
function runsOf(held, least) {
  return held.flatMap(([rank, suit]) => {
    const runs = [];
    const run = [];
    for (let place = placeOf(rank); held.includes(RANKS[place - 1] + suit); place += 1) {
      run.push(RANKS[place - 1] + suit);
      if (run.length >= least) runs.push([...run]);
    }
    return runs;
  });
}
