/** Says what a phrase says: the acts that make the values of the rows of the table. A phrase may say no meld. */

import { ACE_HIGH, ANY_WILD, isPlain, isWildRank, saidCard, SIGNS } from "./said.js";

/** @import { Said } from "./chart.js" */
/** @import { Rules } from "./rules.js" */
/** @import { SaidCard, SaidCards } from "./said.js" */

const MOST_CARDS = 16;
/** The highest rank to which an ace that opens or ends a range is near as a low card. */
const LOW_TO = 7;

/** @type {(cards: SaidCard[], others?: Partial<SaidCards>) => SaidCards} */
const several = (cards, others) => ({ kind: "", cards, added: [], ...others });

/** @type {<Value>(value: Value, count: number) => Value[]} */
const repeat = (value, count) => Array(count).fill(value);

/** @type {(said: Said, ...names: string[]) => any} the value of the last part of one of these names */
const valueIn = (said, ...names) => said.findLast(([symbol]) => names.includes(symbol))?.[1];
/** @type {(said: Said, name: string) => boolean} */
const has = (said, name) => said.some(([symbol]) => symbol === name);
/** @type {(said: Said) => any} */
const lastOf = (said) => said[said.length - 1][1];
/** @param {Said} said */
const suitOf = (said) => valueIn(said, "of_suit") ?? valueIn(said, "suit");

/** @param {Said} said */
function readCard(said) {
  const card = said.find(([symbol]) => /wild_card|named/.test(symbol));
  if (card) return [card[1]];
  const wild = valueIn(said, "wild");
  const rank = wild ? (wild === "JK" ? 0 : ANY_WILD) : valueIn(said, "rank", "ace", "inner_to");
  return [saidCard(rank, valueIn(said, "of_suit", "suit"), valueIn(said, "colour"))];
}

/** @param {Said} said */
function readSeveral(said) {
  const rank = has(said, "wilds") ? 0 : valueIn(said, "plural");
  return several(repeat(saidCard(rank, valueIn(said, "of_suit"), valueIn(said, "colour")), valueIn(said, "count")));
}

/**
 * Return the cards of one rank and wild cards that were said so far, if they go together.
 * @param {Said} said
 */
function growBag(said) {
  const before = valueIn(said, "bag") ?? several([]);
  const last = valueIn(said, "same");
  const more = last.cards ? last : several([last]);
  const cards = [...before.cards, ...more.cards];
  const ranks = new Set(cards.filter(isPlain).map(({ rank }) => rank));
  if (ranks.size > 1 || cards.length > MOST_CARDS || (has(said, "with") && !more.cards.every(isWildRank))) return [];
  return [several(cards, { lacksNumber: before.lacksNumber || more.lacksNumber })];
}

/** @type {(said: Said, rules: Rules) => SaidCards[]} */
function growSteps(said, { placesInOrder }) {
  const before = valueIn(said, "steps", "suited_list")?.cards ?? [];
  const card = lastOf(said);
  const cards = [...before, has(said, "and") && isWildRank(card) ? { ...card, added: true } : card];
  return mayBeRun(cards, placesInOrder) ? [several(cards)] : [];
}

/**
 * Tell whether cards could be steps of a run: no rank comes twice, wild cards are in order.
 * @param {SaidCard[]} cards
 * @param {Rules["placesInOrder"]} placesInOrder
 */
function mayBeRun(cards, placesInOrder) {
  const plain = cards.filter(({ rank }) => rank > 2).map(({ rank }) => rank);
  const aces = cards.filter(({ rank }) => rank === 1).length;
  if (new Set(plain).size < plain.length || aces > 2 || cards.length > MOST_CARDS) return false;
  const inOrder = cards.filter(({ added }) => !added);
  const wilds = inOrder.filter(isWildRank);
  const isOneTwo = wilds.length === 1 && wilds[0].rank === 2 && !wilds[0].name;
  if (!wilds.length || wilds.length === inOrder.length || isOneTwo) return wilds.length <= ACE_HIGH;
  return placesInOrder(inOrder).length > 0;
}

/** @param {Said} said */
const endsOf = (said) => said.filter(([symbol]) => /rank|ace/.test(symbol)).map(([, value]) => value);

/** @param {Said} said */
function readRange(said) {
  const [first, last] = endsOf(said);
  if (first === 1 && last === 1) return span([[1, ACE_HIGH]]);
  if (first !== 1 && last !== 1) return span([[first, last]]);
  const other = first === 1 ? last : first;
  const [near, told] = [other <= LOW_TO ? 1 : ACE_HIGH, first === 1 ? 1 : ACE_HIGH];
  return span([...new Set([told, near])].map((ace) => [ace, other]));
}

/**
 * Return the cards from one end to the other, for each pair of places.
 * @param {number[][]} ends
 */
const span = (ends) =>
  ends.filter(([one, other]) => one !== other).map(([one, other]) => {
    const places = Array.from({ length: Math.abs(one - other) + 1 }, (_, step) => Math.min(one, other) + step);
    return several(places.map((place) => saidCard(place === ACE_HIGH ? 1 : place)), { isRange: true });
  });

/** @param {number[]} ends */
function rise([low, high]) {
  const top = high === 1 ? ACE_HIGH : high;
  return low < top ? span([[low, top]]) : [];
}

/** @type {(said: Said) => SaidCards[]} */
function correct([[, before], , [, after]]) {
  return !before.kind || before.kind === after.kind ? [after] : [];
}

/**
 * Return the number that words say: "a hundred and twenty five".
 * @param {Said} said
 */
function readAmount(said) {
  let numbers = said.filter(([symbol]) => symbol !== "and").map(([, value]) => value);
  const at = numbers.indexOf(100);
  if (at > 1 || (at < 0 && has(said, "and"))) return [];
  const hundreds = at < 0 ? 0 : 100 * (at ? numbers[0] : 1);
  numbers = numbers.slice(at + 1);
  const [tens, ones] = numbers;
  if (numbers.length > 1 && (tens < 20 || ones < 1 || ones > 9 || numbers.length > 2)) return [];
  return [numbers.reduce((total, each) => total + each, hundreds)];
}

/** @type {(said: Said) => any[]} */
const same = (said) => [lastOf(said)];

/** @type {Record<string, (said: Said, rules: Rules) => any[]>} */
export const ACTS = {
  same,
  suit: same,
  first: (said) => [said[0][1]],
  suits: (said) => [[...valueIn(said, "suits") ?? [], valueIn(said, "suit")]],
  card: readCard,
  deuce: (said) => valueIn(said, "rank") === 2 ? readCard(said) : [],
  named: (
    said,
  ) => [{ ...valueIn(said, "wild_card"), name: SIGNS[valueIn(said, "rank")] + (valueIn(said, "of_suit") ?? "") }],
  several: (said) => [readSeveral(said)],
  each: (said) => {
    const [suits, count] = [valueIn(said, "suits"), valueIn(said, "count")];
    if (suits.length < 2 || (count ?? suits.length) !== suits.length) return [];
    return [several(suits.map((/** @type {string} */ suit) => saidCard(valueIn(said, "plural"), suit)))];
  },
  // Nobody can tell how many wild cards there are.
  unnumbered: (said) => {
    const rank = valueIn(said, "plural");
    return rank === 2 ? [] : [3, 4].map((count) => several(repeat(saidCard(rank), count), { lacksNumber: true }));
  },
  all_but: (said) => {
    if ((valueIn(said, "count") ?? 3) !== 3) return [];
    const suits = [..."SHDC"].filter((suit) => suit !== valueIn(said, "suit"));
    return [several(suits.map((suit) => saidCard(valueIn(said, "plural"), suit)))];
  },
  including: (said) => {
    const rank = valueIn(said, "plural");
    if ((valueIn(said, "rank") ?? rank) !== rank) return [];
    return [several([...repeat(saidCard(rank), valueIn(said, "count") - 1), saidCard(rank, suitOf(said))])];
  },
  bag: growBag,
  set: (said) => [{ ...valueIn(said, "bag"), kind: "set" }],
  step: growSteps,
  range: readRange,
  up: (said) => rise(endsOf(said)),
  down: (said) => rise(endsOf(said).reverse()),
  run: (said) => [{ ...valueIn(said, "list"), kind: "run", suit: suitOf(said) }],
  suited_run: (said) => {
    const { cards } = valueIn(said, "suited_list");
    const [suit, ...others] = new Set(cards.filter(isPlain).map((/** @type {SaidCard} */ { suit }) => suit));
    return !suit || others.length ? [] : [several(cards, { kind: "run", suit })];
  },
  tail: (said) => {
    const cards = has(said, "count") ? readSeveral(said).cards : [lastOf(said)];
    return isWildRank(cards[0]) ? [cards] : [];
  },
  with_tail: (said) => {
    const meld = valueIn(said, "meld");
    const added = [...meld.added, ...valueIn(said, "tail")];
    return meld.kind === "run" && meld.cards.length + added.length <= MOST_CARDS ? [{ ...meld, added }] : [];
  },
  instead: correct,
  gone: () => [several([])],
  group: (said) => [[...valueIn(said, "group") ?? [], valueIn(said, "rank")]],
  cards: (said) => [several([lastOf(said)])],
  alone: (said) => [several([saidCard(valueIn(said, "rank"))], { isWeak: true })],
  spread: (said) => {
    const ranks = valueIn(said, "group") ??
      valueIn(said, "range").cards.map((/** @type {SaidCard} */ { rank }) => rank);
    return [several(ranks.map((/** @type {number} */ rank) => saidCard(rank, suitOf(said))))];
  },
  suited: (said) => {
    /** @type {SaidCard[]} */
    const steps = valueIn(said, "list").cards;
    const isBare = steps.every(({ suit, name }) => !suit && !name);
    return isBare ? [several(steps.map(({ rank }) => saidCard(rank, suitOf(said))))] : [];
  },
  amount: readAmount,
};
