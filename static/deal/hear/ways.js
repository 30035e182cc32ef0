/**
 * Finds the ways to understand words: the fewest marked words first, all equally good ways. A way is a path over the
 * words. Where all best ways meet, the words are cut into pieces; a piece has one reading, several, or none.
 */

import { findPhrases } from "./chart.js";
import { cardsOf, meaningOf } from "./heard.js";
import { firstOfEach, groupBy, take } from "./lists.js";
import { isWildRank } from "./said.js";

/** @import { Chart } from "./chart.js" */
/** @import { Heard, Piece } from "./heard.js" */
/** @import { Rules } from "./rules.js" */
/** @import { SaidCards } from "./said.js" */
/** @import { Means } from "./words.js" */
/**
 * A place where cards are said: the fact of a hand, the phrases and the sums that it may have.
 * @typedef {{ fact: string, phrase: string, sums: string[], isBare: boolean }} Stage `isBare`: a number may be the sum
 */
/** @typedef {{ first: number, last: number, stages: Stage[], needsAll: boolean }} Section words and their stages */
/**
 * The ways over the words of a section, through its stages in their order.
 * @typedef {object} WaysOnly
 * @property {Chart} chart
 * @property {number} weak how much speaks against the best ways that were found last
 * @property {Set<string>} banned steps whose cards the pack does not have beside those said before
 * @property {Map<string, Spot>} spots
 * @property {Map<string, Possible[]>} items
 * @typedef {Section & WaysOnly} Ways
 */
/**
 * A place between words: in which stage, what was said in it (1 cards, 2 a sum or "nothing"), and what stands before
 * (1 a marked word, 2 a plural without its number, which may be in the marked words).
 * @typedef {{ at: number, stage: number, said: number, before: number }} Spot
 */
/** @typedef {{ start: Spot, end: Spot, marked: number, weak: number, heard: Heard | null }} Edge one step of a way */
/** @typedef {{ costs: Map<Spot, number[]>, into: Map<Spot, Edge[]>, waiting: Set<Spot>[] }} Search */
/**
 * What is heard at a word: its end, what is heard, whether its number lacks, and what speaks against it.
 * @typedef {[number, Heard, boolean | undefined, number]} Possible
 */

/** More ways over the words of one piece are not told apart: it is marked. */
const MOST_PATHS = 64;
/** The effort of finding the cards of a phrase, in steps of the chart. */
const LAYING = 10;
/** @type {Heard} */
const NOTHING = [["melds", null]];

/** @type {(means: Means | undefined, ...names: string[]) => boolean} */
export const meansAny = (means, ...names) => means !== undefined && names.some((name) => name in means);

/** @type {(means: Means, ...names: string[]) => boolean} `names` of other classes */
export const leadsOver = (means, ...names) => meansAny(means, "and", "next", "with", "a", "the", ...names);

/** @type {(chart: Chart, section: Section) => Ways} */
export const waysThrough = (chart, section) => ({
  ...section,
  chart,
  weak: 0,
  banned: new Set(),
  spots: new Map(),
  items: new Map(),
});

/** @type {(ways: Ways, at: number) => Means} */
function meansAt(ways, at) {
  return at >= ways.first ? ways.chart.words[at].means : {};
}

/** @type {(ways: Ways, at: number, stage: number, said?: number, before?: number) => Spot} */
function spotAt(ways, at, stage, said = 0, before = 0) {
  const name = [at, stage, said, before].join();
  const found = ways.spots.get(name) ?? { at, stage, said, before };
  ways.spots.set(name, found);
  return found;
}

/**
 * Return the words cut into pieces, those that only lead over left out.
 * @param {Ways} ways
 */
export function piecesThrough(ways) {
  const sure = bestSteps(ways, false);
  const best = sure.length ? sure : bestSteps(ways, true);
  if (ways.chart.effort < 0) return [];
  return [...cutsOf(best)].flatMap(([start, end]) =>
    piecesOf(take(pathsOf(start, end, best), MOST_PATHS + 1), start.at, end.at)
  );
}

/**
 * Return the steps of all best ways, in the order of the words; none if there is no way.
 * @param {Ways} ways
 * @param {boolean} mayMark
 */
function bestSteps(ways, mayMark) {
  const { first, last, stages } = ways;
  const begin = spotAt(ways, first, 0);
  /** @type {Search} */
  const search = {
    costs: new Map([[begin, [0, 0]]]),
    into: new Map(),
    waiting: Array.from({ length: last - first + 1 }, () => new Set()),
  };
  search.waiting[0].add(begin);
  for (const spots of search.waiting) for (const spot of spots) goOn(ways, search, spot, mayMark);
  const ends = [...search.waiting[last - first]].filter(({ stage, said }) =>
    mayMark || stages.length === 1 || (stage === 1 && said > 0)
  );
  /** @param {Spot} spot */
  const costOf = (spot) => search.costs.get(spot) ?? [];
  const [least = [0, 0]] = ends.map(costOf).sort(compare);
  ways.weak = least[1];
  return leadingTo(ends.filter((spot) => !compare(costOf(spot), least)), search.into);
}

/**
 * Go on from a spot by each step that is possible there.
 * @param {Ways} ways
 * @param {Search} search
 * @param {Spot} spot
 * @param {boolean} mayMark
 */
function goOn(ways, { costs, into, waiting }, spot, mayMark) {
  const [marked, weak] = costs.get(spot) ?? [0, 0];
  for (const edge of edgesFrom(ways, spot, mayMark)) {
    ways.chart.effort -= 1;
    const total = [marked + edge.marked, weak + edge.weak];
    const known = costs.get(edge.end);
    const order = known ? compare(total, known) : -1;
    if (order < 0) {
      costs.set(edge.end, total);
      into.set(edge.end, [edge]);
      waiting[edge.end.at - ways.first].add(edge.end);
    } else if (!order) into.get(edge.end)?.push(edge);
  }
}

/**
 * @param {Ways} ways
 * @param {Spot} spot
 * @param {boolean} mayMark
 * @returns {Generator<Edge>}
 */
function* edgesFrom(ways, spot, mayMark) {
  const { at, stage, said, before } = spot;
  const { last, stages, needsAll } = ways;
  if (at === last || ways.chart.effort < 0) return;
  const { means, count } = ways.chart.words[at];
  if (leadsOver(means)) {
    // "The" is about all cards up to the suit, if there is one.
    yield edge(spot, spotAt(ways, at + 1, stage, said, before), null, Number("the" in means));
  }
  for (const flag of ["out", "concealed"]) {
    if (flag in means) yield edge(spot, spotAt(ways, at + 1, stage, said), [[flag, true]]);
  }
  for (let number = stage; number < stages.length; number += 1) {
    if (number > stage && !said && needsAll) continue;
    const saidHere = number === stage ? said : 0;
    yield* cardsFrom(ways, spot, number, saidHere);
    if (!saidHere) yield* sumsFrom(ways, spot, number);
  }
  if (mayMark && before !== 2) yield { ...edge(spot, spotAt(ways, at + 1, stage, said, 1)), marked: count };
}

/** @type {(ways: Ways, spot: Spot, number: number, said: number) => Generator<Edge>} */
function* cardsFrom(ways, spot, number, said) {
  if (said === 2) return;
  for (const [to, heard, lacksNumber, weak] of itemsAt(ways, spot.at, number)) {
    const isOut = to > ways.last || (lacksNumber && spot.before === 1);
    if (isOut || ways.banned.has(banName(spot.at, to, heard))) continue;
    yield edge(spot, spotAt(ways, to, number, heard === NOTHING ? said : 1, lacksNumber ? 2 : 0), heard, weak);
  }
}

/**
 * Return what may be said at a word.
 * @param {Ways} ways
 * @param {number} at
 * @param {number} number
 */
function itemsAt(ways, at, number) {
  const place = `${at},${number}`;
  const known = ways.items.get(place);
  if (known) return known;
  const stage = ways.stages[number];
  /** @type {Possible[]} */
  const found = [];
  const follows = followsLink(ways, at);
  for (const [end, said] of findPhrases(ways.chart, at, stage.phrase)) {
    if (end > ways.last) continue;
    const weak = Number(said.isWeak ?? said.lacksNumber ?? 0) + Number(follows && beginsWild(ways, at, said));
    ways.chart.effort -= LAYING;
    if (ways.chart.effort <= 0) continue;
    for (const heard of heardIn(said, stage, ways.chart.rules)) found.push([end, heard, said.lacksNumber, weak]);
  }
  const items = firstOfEach(found);
  ways.items.set(place, items);
  return items;
}

/** @type {(said: SaidCards, stage: Stage, rules: Rules) => Heard[]} */
function heardIn(said, { fact }, rules) {
  if (!said.cards.length) return [NOTHING]; // it was taken back
  if (said.kind) return rules.layMeld(said).map((meld) => [["melds", meld]]);
  if (said.lacksNumber) return [];
  const laid = rules.layCards(said.cards);
  return laid.filter(({ cards }) => fact !== "melds" || rules.isMeld(cards)).map((each) => [[fact, each]]);
}

/**
 * Tell whether words like "and a" lead from another part to a word.
 * @param {Ways} ways
 * @param {number} at
 */
function followsLink(ways, at) {
  const first = isLed(ways, at) ? at - 1 : at;
  return first > ways.first + 1 && meansAny(meansAt(ways, first - 1), "and", "with");
}

/**
 * Tell whether a meld begins with words like "a deuce", which go with the one before.
 * @param {Ways} ways
 * @param {number} at
 * @param {SaidCards} said
 */
function beginsWild(ways, at, { kind, cards }) {
  if (!kind || !cards.length) return false;
  return isWildRank(cards[0]) && (isLed(ways, at) || meansAny(meansAt(ways, at), "a", "the", "count"));
}

/**
 * Tell whether an article stands before a word: "a ten" is a card and no sum.
 * @param {Ways} ways
 * @param {number} at
 */
function isLed(ways, at) {
  return meansAny(meansAt(ways, at - 1), "a", "one", "the");
}

/** @type {(ways: Ways, spot: Spot, number: number) => Generator<Edge>} */
function* sumsFrom(ways, spot, number) {
  const { fact, isBare, sums } = ways.stages[number];
  const { at } = spot;
  const means = meansAt(ways, at);
  if ("nothing" in means) {
    const none = { text: "", cards: [], points: 0 };
    const heard = fact === "melds" ? NOTHING : /** @type {Heard} */ ([[fact === "cards" ? "deadwood" : fact, none]]);
    yield edge(spot, spotAt(ways, at + 1, number, 2), heard);
  }
  const isCard = "rank" in means && isLed(ways, at);
  for (const phrase of isBare && !isCard ? ["sum", "amount"] : ["sum"]) {
    for (const [to, points] of findPhrases(ways.chart, at, phrase)) {
      // A sum that no cards make is less likely than cards.
      const weak = Number(phrase === "amount" && points % ways.chart.rules.step > 0);
      if (to > ways.last) continue;
      for (const sum of sums) yield edge(spot, spotAt(ways, to, number, 2), [[sum, points]], weak);
    }
  }
}

/** @type {(start: Spot, end: Spot, heard?: Heard | null, weak?: number) => Edge} */
const edge = (start, end, heard = null, weak = 0) => ({ start, end, marked: 0, weak, heard });

/** @type {(start: number, end: number, heard: Heard) => string} */
export const banName = (start, end, heard) => JSON.stringify([start, end, heard]);

/**
 * Compare lists of numbers by their first difference.
 * @param {number[]} one
 * @param {number[]} other
 */
function compare(one, other) {
  const at = one.findIndex((each, place) => each !== other[place]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -Infinity);
}

/**
 * @param {Spot[]} ends
 * @param {Map<Spot, Edge[]>} into
 */
function leadingTo(ends, into) {
  const spots = new Set(ends);
  /** @type {Edge[]} */
  const found = [];
  for (const spot of spots) {
    for (const each of into.get(spot) ?? []) {
      found.push(each);
      spots.add(each.start);
    }
  }
  return found.sort((one, other) => one.start.at - other.start.at || one.end.at - other.end.at);
}

/**
 * Yield the spots through which all ways lead, each with the next one.
 * @param {Edge[]} edges
 * @returns {Generator<[Spot, Spot]>}
 */
function* cutsOf(edges) {
  let [start, furthest] = [edges[0]?.start, edges[0]?.end.at];
  for (const each of edges) {
    const ends = edges.filter(({ end }) => end.at === furthest).map(({ end }) => end);
    if (each.start.at === furthest && ends.every((end) => end === ends[0])) {
      yield [start, each.start];
      start = each.start;
    }
    furthest = Math.max(furthest, each.end.at);
  }
  // Ways that end in different stages end at the same word.
  if (start) yield [start, { ...start, at: furthest, stage: -1 }];
}

/**
 * @param {Spot} start
 * @param {Spot} end
 * @param {Edge[]} edges
 * @returns {Generator<Edge[]>}
 */
function* pathsOf(start, end, edges) {
  /** @type {[Spot, Edge[]][]} */
  const waiting = [[start, []]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [spot, path] = next;
    if (spot === end || (end.stage < 0 && spot.at === end.at)) {
      yield path;
      continue;
    }
    const further = edges.filter((each) => each.start === spot && each.end.at <= end.at);
    for (const each of further.reverse()) waiting.push([each.end, [...path, each]]);
  }
}

/**
 * Return the pieces of words that can be understood in these ways.
 * @param {Edge[][]} paths
 * @param {number} start
 * @param {number} end
 * @returns {Piece[]}
 */
function piecesOf(paths, start, end) {
  if (paths.length > MOST_PATHS) return [{ start, end, readings: [] }];
  const best = groupBy(paths, (path) => meaningOf(heardOn(path))).map((alike) =>
    alike.reduce((one, other) => compare(preferenceOf(other), preferenceOf(one)) < 0 ? other : one)
  );
  const ways = best.map((path) => path.filter(({ heard, marked }) => heard || marked));
  const before = commonOf(ways);
  const rests = ways.map((way) => way.slice(before.length));
  const after = commonOf(rests.map((way) => [...way].reverse())).reverse();
  const middles = rests.map((way) => way.slice(0, way.length - after.length));
  const found = before.map(pieceOf);
  if (ways.length > 1) {
    const spoken = middles.flat();
    found.push({
      start: Math.min(...spoken.map((each) => each.start.at)),
      end: Math.max(...spoken.map((each) => each.end.at)),
      readings: spoken.every(({ heard }) => heard) ? middles.map(heardOn) : [],
    });
  }
  return [...found, ...after.map(pieceOf)];
}

/**
 * @param {Edge} edge
 * @returns {Piece}
 */
const pieceOf = ({ start, end, heard }) => ({ start: start.at, end: end.at, readings: heard ? [heard] : [] });

/**
 * @param {Edge[]} path
 * @returns {Heard}
 */
const heardOn = (path) => path.flatMap(({ heard }) => heard ?? []);

/**
 * Return the order of ways that mean the same: the fewest melds, then the longest first.
 * @param {Edge[]} path
 */
function preferenceOf(path) {
  const melds = heardOn(path).filter(([name, value]) => name === "melds" && value !== null);
  const lengths = melds.map((meld) => -cardsOf([meld]).length);
  const marks = path.filter(({ marked }) => marked).map(({ start }) => -start.at);
  return [lengths.length, ...lengths, path.length, ...marks];
}

/**
 * Return the steps with which all ways begin: the same words with the same meaning.
 * @param {Edge[][]} ways
 */
function commonOf([way, ...others]) {
  /** @type {(each: Edge | undefined) => string} */
  const nameOf = (each) => each ? banName(each.start.at, each.end.at, each.heard ?? []) : "";
  const names = way.map(nameOf);
  const at = names.findIndex((name, step) => others.some((other) => nameOf(other[step]) !== name));
  return at < 0 ? way : way.slice(0, at);
}
