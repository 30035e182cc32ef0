/** Finds the cards that a phrase can mean under the rules of a table, as melds or one by one. */

import { ACE_HIGH, ANY_WILD, isPlain, isWildRank, placesInOrder, saidCard } from "./acts.js";
import { SIGNS } from "./words.js";

/** @import { SaidCard, SaidCards } from "./acts.js" */
/** @import { PadTable } from "../pad/table.js" */
/** @typedef {PadTable} Rules what decides what words can mean */
/** @typedef {[string, string | null]} Item a card, and the card that it stands for if that was said */
/** @typedef {{ isRun: boolean, cards: Item[], naturals: number }} LegalMeld */
/** @typedef {{ text: string, cards: string[], points: number }} LaidCards as understood, in the notation; sorted */

const SUITS = [..."SHDC"];
const SHORTEST = 3;
/** More than a meld has as a set, so that one as a run is among them. */
const ENOUGH = 16;
const MOST_CHOICES = 64;

/**
 * Yield each choice of one value from each list; the last one changes first.
 * @template Value
 * @param {readonly (readonly Value[])[]} lists
 * @param {number} [at]
 * @returns {Generator<Value[]>}
 */
export function* product(lists, at = 0) {
  if (at === lists.length) return yield [];
  for (const each of lists[at]) for (const others of product(lists, at + 1)) yield [each, ...others];
}

/**
 * @template Value
 * @param {Iterable<Value>} values
 * @param {number} most
 */
export function take(values, most) {
  /** @type {Value[]} */
  const found = [];
  for (const each of values) if (found.push(each) >= most) break;
  return found;
}

/** @type {<Value>(values: Value[], count: number, step: number) => Value[][]} `step` 0 allows a value several times */
const combine = (values, count, step) =>
  count
    ? values.flatMap((each, at) => combine(values.slice(at + step), count - 1, step).map((rest) => [each, ...rest]))
    : [[]];

/**
 * Return the values by their keys, in the order in which the keys came first.
 * @template Value
 * @param {Iterable<Value>} values
 * @param {(value: Value) => unknown} keyOf
 */
export function groupBy(values, keyOf) {
  /** @type {Map<string, Value[]>} */
  const groups = new Map();
  for (const each of values) {
    const name = JSON.stringify(keyOf(each));
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}

/**
 * Return the first value of each key.
 * @template Value
 * @param {Iterable<Value>} values
 * @param {(value: Value) => unknown} [keyOf]
 */
export const firstOfEach = (values, keyOf = (value) => value) => groupBy(values, keyOf).map(([first]) => first);

/** @param {number} place */
const rankAt = (place) => SIGNS[place === ACE_HIGH ? 1 : place];
/** @param {string} card */
const placeOf = (card) => SIGNS.indexOf(card[0]);
/** @param {string} card */
const isOfSuit = (card) => SUITS.includes(card[1]);
/** @param {string} card */
export const cardText = (card) => card === "*" ? "JK" : card;

/**
 * Return the cards that one without a suit may be, if it needs none.
 * @param {string} card
 * @param {Rules} rules
 */
function kindOf(card, { board, split_twos: isSplit, spade_queen: hasQueen }) {
  const [rank, suit] = card;
  if (board === "cards" || rank === "*" || isOfSuit(card)) return null;
  if (suit) return isSplit ? (suit === "R" ? ["2H", "2D"] : ["2S", "2C"]) : null;
  if (rank === "2" && isSplit) return null;
  return SUITS.map((each) => rank + each).filter((each) => !hasQueen || each !== "QS");
}

/** @type {(card: string, rules: Rules) => boolean} */
export const needsNoSuit = (card, rules) => card === "*" || isOfSuit(card) || kindOf(card, rules) !== null;

/**
 * Tell whether the pack has all these cards.
 * @param {string[]} cards
 * @param {Rules} rules
 */
export function fits(cards, rules) {
  const { copies, jokers } = rules;
  /** @param {string} card */
  const count = (card) => cards.filter((each) => each === card).length;
  return [...new Set(cards)].every((card) => {
    if (card === "*") return count(card) <= jokers;
    if (isOfSuit(card)) return count(card) <= copies;
    return count(card) <= add((kindOf(card, rules) ?? []).map((each) => Math.max(0, copies - count(each))));
  });
}

/** @param {number[]} numbers */
const add = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** @type {(card: string, rules: Rules) => boolean} */
const isWild = ([rank, suit], { wild_twos: hasWilds, split_twos: isSplit }) =>
  hasWilds && (rank === "*" || (rank === "2" && (!isSplit || (suit !== undefined && "SCB".includes(suit)))));

// --- Cards one by one --------------------------------------------------------------------------------------------

/**
 * Return the cards that a said one can be.
 * @param {SaidCard} said
 * @param {Rules} rules
 * @returns {string[]}
 */
function choices({ rank, suit, colour }, rules) {
  if (rank === 0) return rules.jokers ? ["*"] : [];
  if (rank === ANY_WILD) {
    const wilds = ["*", ...choices(saidCard(2), rules)].filter((card) => isWild(card, rules));
    return wilds.filter((card) => card === "*" ? rules.jokers : rules.copies);
  }
  const bare = SIGNS[rank];
  if (suit) return [bare + suit];
  const all = SUITS.filter((each) => !colour || (colour === "R") === "HD".includes(each)).map((each) => bare + each);
  const kind = kindOf(bare, rules);
  // A colour may mean a card that needs its suit: the queen of spades among black queens.
  if (kind) return [...(colour ? all.filter((card) => !kind.includes(card)) : []), bare];
  if (rank === 2 && rules.split_twos) return ["2R", "2B"].filter((card) => !colour || card[1] === colour);
  return all;
}

/**
 * Return every way to understand cards, in the order said; equal ones are exchangeable.
 * @param {SaidCard[]} cards
 * @param {Rules} rules
 * @returns {Item[][]}
 */
function severalChoices(cards, rules) {
  /** @type {Item[][][]} */
  const options = [];
  let count = 1;
  for (const group of groupBy(cards, (card) => card)) {
    const ways = combine(choices(group[0], rules), group.length, 0).filter((way) => fits(way, rules));
    count *= ways.length;
    if (!count || count > MOST_CHOICES) return [];
    options.push(ways.map((way) => way.map((card) => [card, group[0].name ?? null])));
  }
  return [...product(options)].map((ways) => ways.flat());
}

/**
 * Return the ways to understand cards in hand.
 * @param {SaidCard[]} cards
 * @param {Rules} rules
 */
export const layCards = (cards, rules) =>
  severalChoices(cards, rules)
    .map((way) => way.map(([card]) => card))
    .filter((way) => fits(way, rules))
    .map(layDown);

/**
 * @param {string[]} cards
 * @returns {LaidCards}
 */
export const layDown = (cards) => ({ text: cards.map(cardText).join(" "), cards: [...cards].sort(), points: 0 });

// --- Melds -------------------------------------------------------------------------------------------------------

/**
 * Return the legal melds that were said, of those worth the same only the first.
 * @param {SaidCards} said
 * @param {Rules} rules
 */
export const layMeld = (said, rules) =>
  apartByWorth(said.kind === "set" ? setsOf(said, rules) : runsOf(said, rules), rules);

/**
 * Return the legal melds that cards in the notation can be.
 * @param {Item[]} items
 * @param {Rules} rules
 */
export const layTyped = (items, rules) =>
  fits(items.map(([card]) => card), rules) ? apartByWorth(readingsFor(items, rules), rules) : [];

/**
 * Tell whether cards are a legal meld.
 * @param {string[]} cards
 * @param {Rules} rules
 */
export const isMeld = (cards, rules) =>
  cards.length >= SHORTEST && take(readingsOf(cards.map((card) => [card, null]), rules), 1).length > 0;

/**
 * @param {LegalMeld[]} readings
 * @param {Rules} rules
 */
function apartByWorth(readings, rules) {
  const legal = readings.filter(({ naturals }) => naturals >= rules.min_naturals);
  const mightBeRun = legal.some(({ isRun }) => isRun);
  // A two in its own place is like one that lies elsewhere.
  const byWorth = groupBy(legal, (meld) => [
    meld.cards.map(([card]) => card[0] === "2" && isWild(card, rules) ? "2" : card).sort(),
    worthOf(meld, rules),
  ]);
  return byWorth.map((alike) => writeMeld(alike, rules, mightBeRun)).filter(({ cards }) => fits(cards, rules));
}

/** @type {(meld: LegalMeld, rules: Rules) => number} */
const worthOf = ({ cards }, { melded }) =>
  melded
    ? add(cards.map(([card, name]) => {
      if (card === "*") return melded.JK;
      return melded[card[0] === "2" ? (name ?? card)[0] : card] ?? melded[card[0]];
    }))
    : 0;

/**
 * Return the meld of readings that are worth the same, as it is written.
 * @param {LegalMeld[]} alike
 * @param {Rules} rules
 * @param {boolean} mightBeRun
 * @returns {LaidCards}
 */
function writeMeld(alike, rules, mightBeRun) {
  /** @type {(item: Item) => boolean} */
  const isItself = ([card, name]) => !name || name === card || name === card[0];
  const own = alike.filter(({ cards }) => cards.some(([card, name]) => card === name));
  const [meld, ...others] = own.length ? own : alike;
  const isOneWay = others.every(({ cards }) => String(cards) === String(meld.cards));
  const ordered = meld.isRun && !isOneWay
    ? [...meld.cards].sort((one, other) => Number(isItself(other)) - Number(isItself(one)))
    : meld.cards;
  const texts = ordered.map((item) => {
    const [card, name] = item;
    const isNamed = meld.isRun ? isOneWay && !isItself(item) : mightBeRun && name;
    return cardText(card) + (isNamed ? `=${meld.isRun ? name : name?.[0]}` : "");
  });
  return { ...layDown(meld.cards.map(([card]) => card)), text: texts.join(" "), points: worthOf(meld, rules) };
}

/** @type {(said: SaidCards, rules: Rules) => LegalMeld[]} */
const setsOf = ({ cards }, rules) => severalChoices(cards, rules).flatMap((way) => readingsFor(way, rules));

/**
 * Tell whether a card of a meld is known; wild ones alone may stand for too much.
 * @type {(items: Item[], rules: Rules) => boolean}
 */
const isKnown = (items, rules) => !rules.melded || items.some(([card, name]) => name !== null || !isWild(card, rules));

/**
 * Return the readings of a meld; where melds are worth nothing, a few of them stand for all.
 * @type {(items: Item[], rules: Rules) => LegalMeld[]}
 */
const readingsFor = (items, rules) =>
  items.length < SHORTEST || !isKnown(items, rules)
    ? []
    : take(readingsOf(items, rules), rules.melded || rules.min_naturals ? Infinity : ENOUGH);

/** @type {(said: SaidCards, rules: Rules) => LegalMeld[]} */
function runsOf(said, rules) {
  const { suit } = said;
  if (!suit) return [];
  const [steps, added] = partSteps(said);
  return waysToLie(steps, suit, rules).flatMap((lying) =>
    withAdded(lying, added, suit, rules).flatMap((way) => readingsFor(way, rules).filter(({ isRun }) => isRun))
  );
}

/**
 * Return the steps of a run, and the cards that were added without a place among them.
 * @param {SaidCards} said
 */
function partSteps({ cards, added: later, isRange }) {
  const steps = cards.filter(({ added }) => !added);
  const added = cards.filter((card) => card.added);
  for (const card of later) {
    const { name } = card;
    const taken = isRange && name ? steps.findIndex((each) => each.rank === placeOf(name) && !each.name) : -1;
    if (taken < 0) added.push(card);
    else steps[taken] = card;
  }
  return [steps, added];
}

/**
 * Return the steps of a run as they can lie, each wild card with what it stands for.
 * @param {SaidCard[]} steps
 * @param {string} suit
 * @param {Rules} rules
 */
function waysToLie(steps, suit, rules) {
  const wilds = steps.filter(isWildRank);
  let every = wilds.length && rules.wild_twos ? placesInOrder(steps) : [];
  if (!every.length) {
    // Without wild cards the order does not matter, nor for a two that is itself.
    if (wilds.some(({ rank }) => rank !== 2)) return [];
    every = [steps.map(({ rank }) => rank)];
  }
  return every.flatMap((places) => [...product(steps.map((card, at) => itemsAt(card, places[at], suit, rules)))]);
}

/**
 * Return what a step can be at a place of a run.
 * @param {SaidCard} said
 * @param {number} place
 * @param {string} suit
 * @param {Rules} rules
 * @returns {Item[]}
 */
function itemsAt(said, place, suit, rules) {
  const name = rankAt(place) + suit;
  const isHere = (said.suit ?? suit) === suit;
  if (said.name && inSuit(said.name, suit) !== name) return [];
  if (isPlain(said)) return isHere ? [[name, null]] : [];
  if (said.rank === 2 && place === 2 && isHere && !said.colour) return [[name, isWild(name, rules) ? name : null]];
  return choices(said, rules).filter((card) => isWild(card, rules)).map((card) => [card, name]);
}

/** @type {(name: string, suit: string) => string} */
const inSuit = (name, suit) => name[1] ? name : name + suit;

/**
 * Return a run with each way to understand the wild cards that were added to it.
 * @param {Item[]} lying
 * @param {SaidCard[]} added
 * @param {string} suit
 * @param {Rules} rules
 */
function withAdded(lying, added, suit, rules) {
  if (!added.length) return [lying];
  /** @type {(cards: SaidCard[]) => Item[][]} */
  const waysOf = (cards) =>
    severalChoices(cards, rules).map((way) => way.map(([card, name]) => [card, name && inSuit(name, suit)]));
  const own = `2${suit}`;
  const bare = added.findIndex((said) => said.rank === 2 && !said.suit && !said.name && !said.colour);
  const others = bare < 0 ? [] : waysOf(added.filter((_, at) => at !== bare));
  /** @type {Item} */
  const two = [own, isWild(own, rules) ? own : null];
  return [
    ...others.map((way) => [...lying, two, ...way]),
    ...waysOf(added).filter((way) => way.every(([card]) => isWild(card, rules))).map((way) => [...lying, ...way]),
  ];
}

// --- Legal readings, as in melds.py ------------------------------------------------------------------------------

/**
 * Yield every legal reading, sets first.
 * @param {Item[]} laid
 * @param {Rules} rules
 * @returns {Generator<LegalMeld>}
 */
function* readingsOf(laid, rules) {
  const loose = laid.filter(([card, name]) => !name && isWild(card, rules)).map(([card]) => card);
  const fixed = laid.filter(([card, name]) => name || !isWild(card, rules));
  const ranks = new Set(fixed.map(([card, name]) => (name ?? card)[0]));
  const naturals = laid.filter(([card]) => !isWild(card, rules)).length;
  if (laid.length <= (rules.set_max ?? Infinity) && ranks.size < 2) {
    for (const rank of ranks.size ? ranks : SIGNS.slice(1)) {
      /** @type {Item[]} */
      const cards = laid.map(([card, name]) => [card, name ?? (isWild(card, rules) ? rank : null)]);
      yield { isRun: false, cards, naturals };
    }
  }
  const suits = new Set(fixed.map(([card, name]) => (name ?? card)[1]));
  if (suits.size > 1 || laid.length < rules.run_min) return;
  for (const suit of suits.size ? suits : SUITS) {
    if (SUITS.includes(suit)) yield* runReadings(fixed, loose, suit, rules);
  }
}

/**
 * @param {Item[]} fixed
 * @param {string[]} loose
 * @param {string} suit
 * @param {Rules} rules
 * @returns {Generator<LegalMeld>}
 */
function* runReadings(fixed, loose, suit, rules) {
  const length = fixed.length + loose.length;
  for (const places of placesOf(fixed)) {
    const highest = Math.min(...places, ACE_HIGH);
    for (let low = Math.max(1, Math.max(...places, 1) - length + 1); low <= highest; low += 1) {
      if (!allowsEnds(low, low + length - 1, rules)) continue;
      const every = Array.from({ length }, (_, step) => low + step);
      const gaps = every.filter((place) => !places.includes(place));
      for (const filling of fillings(gaps, loose, suit, rules)) {
        /** @type {Item[]} */
        const cards = every.map((place) => filling.get(place) ?? fixed[places.lastIndexOf(place)]);
        const naturals = cards.filter(([card, name]) => card === name || !isWild(card, rules)).length;
        yield { isRun: true, cards, naturals };
      }
    }
  }
}

/** @type {(low: number, high: number, rules: Rules) => boolean} */
const allowsEnds = (low, high, { ace_low: mayBeLow, ace_high: mayBeHigh, ace_both_ends: mayBeBoth }) => {
  if (low === 1 && high === ACE_HIGH) return mayBeBoth;
  return high <= ACE_HIGH && (mayBeLow || low > 1) && (mayBeHigh || high < ACE_HIGH);
};

/**
 * Return the places of the known cards in a run, once for each end where an ace may lie.
 * @param {Item[]} fixed
 */
function placesOf(fixed) {
  const places = fixed.map(([card, name]) => placeOf(name ?? card));
  const aces = places.filter((place) => place === 1).length;
  if (aces > 2 || new Set(places).size < places.length - Math.max(0, aces - 1)) return [];
  const last = places.lastIndexOf(1);
  const high = places.map((place, at) => at === last ? ACE_HIGH : place);
  return [...(aces < 2 ? [places] : []), ...(aces ? [high] : [])];
}

/**
 * Return the ways to lay the wilds into the gaps of a run that may differ in points: only the places of Jokers do.
 * @param {number[]} gaps
 * @param {string[]} wilds
 * @param {string} suit
 * @param {Rules} rules
 */
function fillings(gaps, wilds, suit, rules) {
  const jokers = wilds.filter((card) => card === "*");
  const deuces = wilds.filter((card) => card !== "*");
  const deucesFirst = [...gaps].sort((one, other) => Number(one !== 2) - Number(other !== 2));
  const ways = rules.melded ? combine(gaps, jokers.length, 1) : [deucesFirst.slice(deuces.length)];
  const own = deuces.indexOf(`2${suit}`);
  return ways.map((jokerPlaces) => {
    const rest = gaps.filter((place) => !jokerPlaces.includes(place));
    const liesItself = own >= 0 && rest.includes(2);
    // The two of the suit lies in its own place.
    const hand = liesItself ? [deuces[own], ...deuces.filter((_, at) => at !== own)] : deuces;
    const places = liesItself ? [2, ...rest.filter((place) => place !== 2)] : rest;
    const cards = [...jokers, ...hand];
    return new Map(
      [...jokerPlaces, ...places].map((place, at) => [place, /** @type {Item} */ ([cards[at], rankAt(place) + suit])]),
    );
  });
}
