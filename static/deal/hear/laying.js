/** Finds the cards that a phrase can mean under the rules of a table, as melds or one by one. */

import { HIGH_ACE, placeOf, rankAt, SUITS } from "../pad/cards.js";
import { sum } from "../pad/points.js";
import { groupBy, product, take } from "./lists.js";
import { ANY_WILD, isPlain, isWildRank, saidCard, SIGNS } from "./said.js";

/** @import { PadTable } from "../pad/table.js" */
/** @import { SaidCard, SaidCards } from "./said.js" */
/** @typedef {[string, string | null]} Item a card, and the card that it stands for if that was said */
/** @typedef {{ isRun: boolean, cards: Item[], naturals: number }} LegalMeld */
/** @typedef {{ text: string, cards: string[], points: number }} LaidCards as understood, in the notation; sorted */

const SHORTEST = 3;
/** More than a meld has as a set, so that one as a run is among them. */
const ENOUGH = 16;
const MOST_CHOICES = 16;
/** The numbers of cards in a hand of gin, the usual one first. */
const GIN_HANDS = [10, 11];
/** The article of "two and a three of clubs", heard as an ace, would take two cards from those outside. */
const NEAR = 2;

/** @type {<Value>(values: Value[], count: number, step: number) => Value[][]} `step` 0 allows a value several times */
const combine = (values, count, step) =>
  count
    ? values.flatMap((each, at) => combine(values.slice(at + step), count - 1, step).map((rest) => [each, ...rest]))
    : [[]];

/** @param {string} card */
const isOfSuit = (card) => SUITS.includes(card[1]);
/** @param {string} card */
const writeCard = (card) => card === "*" ? "JK" : card;

/**
 * Return the cards that one without a suit may be, if it needs none.
 * @param {string} card
 * @param {PadTable} rules
 */
function kindOf(card, { board, split_twos: isSplit, spade_queen: hasQueen }) {
  const [rank, suit] = card;
  if (board === "cards" || rank === "*" || isOfSuit(card)) return null;
  if (suit) return isSplit ? (suit === "R" ? ["2H", "2D"] : ["2S", "2C"]) : null;
  if (rank === "2" && isSplit) return null;
  return SUITS.map((each) => rank + each).filter((each) => !hasQueen || each !== "QS");
}

/** @type {(card: string, rules: PadTable) => boolean} */
export const needsNoSuit = (card, rules) => card === "*" || isOfSuit(card) || kindOf(card, rules) !== null;

/**
 * Tell whether the pack has all these cards.
 * @param {string[]} cards
 * @param {PadTable} rules
 */
export function fits(cards, rules) {
  const { copies, jokers } = rules;
  /** @param {string} card */
  const count = (card) => cards.filter((each) => each === card).length;
  return [...new Set(cards)].every((card) => {
    if (card === "*") return count(card) <= jokers;
    if (isOfSuit(card)) return count(card) <= copies;
    return count(card) <= sum((kindOf(card, rules) ?? []).map((each) => Math.max(0, copies - count(each))));
  });
}

/** @type {(card: string, rules: PadTable) => boolean} */
const isWild = ([rank, suit], { wild_twos: hasWilds, split_twos: isSplit }) =>
  hasWilds && (rank === "*" || (rank === "2" && (!isSplit || (suit !== undefined && "SCB".includes(suit)))));

// --- Cards one by one --------------------------------------------------------------------------------------------

/**
 * Return the cards that a said one can be.
 * @param {SaidCard} said
 * @param {PadTable} rules
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
 * @param {PadTable} rules
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
 * @param {PadTable} rules
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
export const layDown = (cards) => ({ text: cards.map(writeCard).join(" "), cards: [...cards].sort(), points: 0 });

// --- Melds -------------------------------------------------------------------------------------------------------

/**
 * Return the legal melds that were said, of those worth the same only the first.
 * @param {SaidCards} said
 * @param {PadTable} rules
 */
export const layMeld = (said, rules) =>
  apartByWorth(said.kind === "set" ? setsOf(said, rules) : runsOf(said, rules), rules);

/**
 * Return the legal melds that cards in the notation can be.
 * @param {Item[]} items
 * @param {PadTable} rules
 */
export const layTyped = (items, rules) =>
  fits(items.map(([card]) => card), rules) ? apartByWorth(readingsFor(items, rules), rules) : [];

/**
 * Tell whether cards are a legal meld.
 * @param {string[]} cards
 * @param {PadTable} rules
 */
export const isMeld = (cards, rules) =>
  cards.length >= SHORTEST && take(readingsOf(cards.map((card) => [card, null]), rules), 1).length > 0;

/**
 * @param {LegalMeld[]} readings
 * @param {PadTable} rules
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

/** @type {(meld: LegalMeld, rules: PadTable) => number} */
const worthOf = ({ cards }, { melded }) =>
  melded
    ? sum(cards.map(([card, name]) => {
      if (card === "*") return melded.JK;
      return melded[card[0] === "2" ? (name ?? card)[0] : card] ?? melded[card[0]];
    }))
    : 0;

/**
 * Return the meld of readings that are worth the same, as it is written.
 * @param {LegalMeld[]} alike
 * @param {PadTable} rules
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
    return writeCard(card) + (isNamed ? `=${meld.isRun ? name : name?.[0]}` : "");
  });
  return { ...layDown(meld.cards.map(([card]) => card)), text: texts.join(" "), points: worthOf(meld, rules) };
}

/** @type {(said: SaidCards, rules: PadTable) => LegalMeld[]} */
const setsOf = ({ cards }, rules) => severalChoices(cards, rules).flatMap((way) => readingsFor(way, rules));

/**
 * Tell whether a card of a meld is known; wild ones alone may stand for too much.
 * @type {(items: Item[], rules: PadTable) => boolean}
 */
const isKnown = (items, rules) => !rules.melded || items.some(([card, name]) => name !== null || !isWild(card, rules));

/**
 * Return the readings of a meld; where melds are worth nothing, a few of them stand for all.
 * @type {(items: Item[], rules: PadTable) => LegalMeld[]}
 */
const readingsFor = (items, rules) =>
  items.length < SHORTEST || !isKnown(items, rules)
    ? []
    : take(readingsOf(items, rules), rules.melded || rules.min_naturals ? Infinity : ENOUGH);

/** @type {(said: SaidCards, rules: PadTable) => LegalMeld[]} */
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
    const taken = isRange && name ? steps.findIndex((each) => each.rank === placeOf(name[0]) && !each.name) : -1;
    if (taken < 0) added.push(card);
    else steps[taken] = card;
  }
  return [steps, added];
}

/**
 * Return the places that cards have in a run, if each is a step above or below the last. A wild card takes the step at
 * which it was said; at least one card has to be known.
 * @param {SaidCard[]} cards
 */
export function placesInOrder(cards) {
  const ranks = cards.map((card) => card.name ? SIGNS.indexOf(card.name[0]) : isPlain(card) ? card.rank : 0);
  const number = ranks.findIndex(Boolean);
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const step of number < 0 ? [] : [1, -1]) {
    for (const place of ranks[number] === 1 ? [1, HIGH_ACE] : [ranks[number]]) {
      const places = cards.map((_, each) => place + step * (each - number));
      const isFit = places.every((each, at) =>
        each >= 1 && each <= HIGH_ACE &&
        (!ranks[at] || each === ranks[at] || (ranks[at] === 1 && each === HIGH_ACE))
      );
      if (isFit) found.set(String(places), places);
    }
  }
  return [...found.values()];
}

/**
 * Return the steps of a run as they can lie, each wild card with what it stands for.
 * @param {SaidCard[]} steps
 * @param {string} suit
 * @param {PadTable} rules
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
 * @param {PadTable} rules
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
 * @param {PadTable} rules
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
 * @param {PadTable} rules
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
 * @param {PadTable} rules
 * @returns {Generator<LegalMeld>}
 */
function* runReadings(fixed, loose, suit, rules) {
  const length = fixed.length + loose.length;
  for (const places of placesOf(fixed)) {
    const highest = Math.min(...places, HIGH_ACE);
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

/** @type {(low: number, high: number, rules: PadTable) => boolean} */
const allowsEnds = (low, high, { ace_low: mayBeLow, ace_high: mayBeHigh, ace_both_ends: mayBeBoth }) => {
  if (low === 1 && high === HIGH_ACE) return mayBeBoth;
  return high <= HIGH_ACE && (mayBeLow || low > 1) && (mayBeHigh || high < HIGH_ACE);
};

/**
 * Return the places of the known cards in a run, once for each end where an ace may lie.
 * @param {Item[]} fixed
 */
function placesOf(fixed) {
  const places = fixed.map(([card, name]) => placeOf((name ?? card)[0]));
  const aces = places.filter((place) => place === 1).length;
  if (aces > 2 || new Set(places).size < places.length - Math.max(0, aces - 1)) return [];
  const last = places.lastIndexOf(1);
  const high = places.map((place, at) => at === last ? HIGH_ACE : place);
  return [...(aces < 2 ? [places] : []), ...(aces ? [high] : [])];
}

/**
 * Return the ways to lay the wilds into the gaps of a run that may differ in points: only the places of Jokers do.
 * @param {number[]} gaps
 * @param {string[]} wilds
 * @param {string} suit
 * @param {PadTable} rules
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

// --- Gin ---------------------------------------------------------------------------------------------------------

/**
 * Return the choices whose cards the pack has together. In gin these are those with the fewest cards outside runs and
 * sets, or two cards more; of them, hands of ten cards come first, then those of eleven.
 * @template Choice
 * @param {Choice[]} choices
 * @param {(choice: Choice) => string[]} cardsOf
 * @param {PadTable} table
 */
export function bestHands(choices, cardsOf, table) {
  const legal = choices.filter((choice) => fits(cardsOf(choice), table));
  if (table.board !== "cards") return legal;
  const hands = legal.map((choice) => {
    const cards = cardsOf(choice);
    return { choice, count: cards.length, outside: outsideOf(cards) };
  });
  const fewest = Math.min(...hands.map(({ outside }) => outside));
  const near = hands.filter(({ outside }) => outside <= fewest + NEAR);
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
