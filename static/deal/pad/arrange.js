/** How a gin hand can lie: every way to part it into melds and deadwood. */

import { placeOf, RANKS } from "./cards.js";
import { handValue } from "./points.js";

/** The ways that leave no meld in the deadwood, as indexes, the least deadwood first. */
export function waysOf(codes, table) {
  const melds = [...runsOf(codes, table.run_min), ...setsOf(codes)];
  const found = new Map();
  const lay = (start, taken, chosen) => {
    const free = (meld) => meld.every((index) => !taken.has(index));
    if (!melds.some(free)) {
      const loose = codes.map((_, index) => index).filter((index) => !taken.has(index));
      const count = loose.reduce((total, index) => total + handValue(codes[index], table), 0);
      const way = { count, melds: chosen, deadwood: loose };
      const same = found.get(signature(codes, chosen));
      if (!same || same.melds.length > chosen.length) found.set(signature(codes, chosen), way);
    }
    for (let next = start; next < melds.length; next += 1) {
      const meld = melds[next];
      if (free(meld)) lay(next + 1, new Set([...taken, ...meld]), [...chosen, meld]);
    }
  };
  lay(0, new Set(), []);
  return [...found.values()].sort(
    (one, other) => one.count - other.count || one.deadwood.length - other.deadwood.length,
  );
}

/** What tells one way from another: the cards in runs and in sets; runs that adjoin are as one. */
function signature(codes, melds) {
  const inSets = melds.filter((meld) => isSet(meld.map((index) => codes[index]))).flat();
  const melded = melds.flat();
  const place = (index) => (inSets.includes(index) ? "s" : melded.includes(index) ? "r" : "-");
  return codes.map((_, index) => place(index)).join("");
}

/** Whether the cards of a meld are a set. */
export const isSet = ([one, other]) => one[0] === other[0];

/** The cards that are in no meld of a spread. */
export const looseOf = ({ hand, spread }) => hand.filter((code) => !spread.flat().includes(code));

/** The way after the one that a hand lies in; `null` leaves it to the site again. */
export function nextSpread({ hand, spread }, table, most) {
  const all = waysOf(hand, table);
  const ways = all.filter(({ count }) => count <= Math.max(most, all[0].count));
  if (ways.length < 2) return undefined;
  // The first is what a hand lies in by itself: it comes last, so that each press shows another.
  const at = spread ? ways.findIndex((way) => isWay(way, { hand, spread })) : 0;
  if (spread && at === 0) return null;
  return ways[(at + 1) % ways.length].melds.map((meld) => meld.map((index) => hand[index]));
}

function isWay(way, { hand, spread }) {
  const melds = spread.map((meld) => meld.map((code) => hand.indexOf(code)));
  return signature(hand, way.melds) === signature(hand, melds);
}

/** Whether the keys can come to this spread. */
export const isSpread = (hand, table) =>
  hand.spread.every((meld) => meld.length > 1) &&
  waysOf(hand.hand, table).some((way) => isWay(way, hand));

function setsOf(codes) {
  return RANKS.flatMap((rank) => {
    const same = codes.flatMap((code, index) => (code[0] === rank ? [index] : []));
    if (same.length < 3) return [];
    return same.length === 3 ? [same] : [same, ...same.map((left) => same.filter((each) => each !== left))];
  });
}

function runsOf(codes, least) {
  const at = new Map(codes.map((code, index) => [code, index]));
  return codes.flatMap(([rank, suit]) => {
    const runs = [];
    const run = [];
    for (let place = placeOf(rank); at.has(RANKS[place - 1] + suit); place += 1) {
      run.push(at.get(RANKS[place - 1] + suit));
      if (run.length >= least) runs.push([...run]);
    }
    return runs;
  });
}
