/** The kind of pad on which melds are laid down: its keys, and the lines that they make. */

import { cardWords, FEWEST_CARDS, HIGH_ACE, placeOf, rankAt, RANKS, SUITS } from "./cards.js";
import { findMeldBoard } from "./meld_board.js";
import { readMeld, writeMeld } from "./meld_notation.js";
import {
  growSet,
  layQueenOfSpades,
  layRun,
  laySet,
  layShort,
  openMeld,
  turnCard,
  wildIntoRun,
  wildIntoSet,
} from "./melds.js";
import { ranksBetween, readCards } from "./notation.js";
import { inHand, remaining, whyUsedUp } from "./pack.js";
import { half } from "./parts.js";
import { quickPoints } from "./points.js";
import { deuceOf, hasOneHand, isEntered, openHand, openPart, whyAway, whyNoneHeld } from "./state.js";

/** @import { Texts } from "./fields.js" */
/** @import { Act, BegunRun, Hand, Kind, Press, Refused, State } from "./state.js" */

const MOST_TIMES = 9;
const ANY_CARD = /^([A2-9TJQK]|2[RB]|QS|JK)$/;
const NATURAL = /^([A3-9TJQK]|2R)$/;

/** @type {Record<string, Act>} */
const MELD_ACTS = {
  new: (state) => openPart(state, "melded"),
  // A key that is held down counts one more: a new set or run of four, or two cards in hand.
  held: (state, code) => {
    const { part, pending } = state;
    if (pending && "suit" in pending && !pending.from) return beginAt(state, pending.suit, code[0], 1);
    if (part === "in_hand") return holdCards(state, [code, code]);
    openPart(state, part);
    return noteFirst(state, code, () => laySet(state, code[0], undefined, FEWEST_CARDS + 1));
  },
  // A key that is slid down is a card in hand; one that is slid up lays a set with a deuce. Held there, it is one more.
  down: (state, keys) => holdCards(state, keys.split(":")),
  up: (state, keys) => {
    openPart(state, "melded");
    const size = FEWEST_CARDS - 1 + keys.split(":").length;
    return laySet(state, keys[0], undefined, size) ?? pressWild(state, deuceOf(state.table));
  },
  // The meld of the press before, which was refused, with as many wilds as it needs.
  fill: (state, rank) => {
    const { pending } = state;
    return pending && "suit" in pending ? endRun(state, pending, rank, Infinity) : laySet(state, rank, Infinity);
  },
  line: (state, rest) => {
    openPart(state, "melded");
    state.line = Number(rest);
  },
  x: (state, rest) => {
    openHand(state).melds.splice(Number(rest), 1);
    Object.assign(state, { line: -1, pending: null });
  },
  // The first key of a hand, which laid a set, was a card in hand, or two.
  turn: (state, code) => {
    const laid = openHand(state).melds.pop()?.cards.length ?? FEWEST_CARDS;
    return holdCards(state, Array(laid - FEWEST_CARDS + 1).fill(code));
  },
  card: (state, rest, before) => {
    state.pending = null;
    return turnCard(state, before, Number(rest));
  },
};

/** @type {Record<string, Act>} the presses about penalties and facts, by their verbs */
const FACT_ACTS = {
  law: (state, law) => {
    const { breaches } = openHand(state);
    breaches[law] = (breaches[law] ?? 0) + 1;
    return breaches[law] > MOST_TIMES ? { text: `At most nine breaches of Law ${law}.` } : null;
  },
  nolaw: (state, law) => void delete openHand(state).breaches[law],
  nofine: (state, place) => void openHand(state).fines.splice(Number(place), 1),
  why: (state, reason) => {
    const [fine] = openHand(state).fines;
    if (!fine) return { text: "Its points first, then the reason." };
    fine.reason = reason;
  },
  fining: (state) => {
    const { fining, part } = state;
    openPart(state, part);
    state.fining = !fining;
  },
  fact: (state, name) => {
    const { facts } = openHand(state);
    const isCard = state.table.extras.some((extra) => extra.name === name && extra.kind === "card");
    const isSet = Boolean(facts[name]);
    facts[name] = isCard || isSet ? "" : "yes";
    state.fining = false;
    state.pending = isCard && !isSet ? { fact: name } : null;
  },
};

/** @type {Kind} */
export const MELDS = {
  areMelds: true,
  canEnd: (_, { mode, held, quick, totals }) => {
    if (mode === "totals") return !Number(totals.in_hand_points ?? 0);
    return mode === "quick" ? !quickPoints(quick.in_hand) : !held.length;
  },
  tableCard: "",
  asksTableCard: () => false,
  toCards: "mode:cards",
  shortcuts: { "*": "JK", Q: "QS", n: "new", m: "melded", i: "in_hand" },
  isDown: ({ pending }, code) => SUITS.includes(code) ? code === suitOf(pending) : null,
  partKeys,
  heldPress: ({ table, part, pending }, code, way) => {
    const isWaiting = pending && !("suit" in pending && (pending.laid || (way === "held" && !pending.from)));
    const isOnWay = way !== "up" || deuceOf(table) !== "";
    const isLoose = way === "down" || (way === "held" && part === "in_hand");
    return !isWaiting && isOnWay && (isLoose ? ANY_CARD : NATURAL).test(code) ? `${way}:${code}` : null;
  },
  pressKey: (state, code) => noteFirst(state, code, () => pressCard(state, code)),
  acts: { ...MELD_ACTS, ...FACT_ACTS },
  readHand,
  addHand,
  linesOf,
  writeHand,
  findBoard: findMeldBoard,
  makePreview: () => () => null,
};

/**
 * Do what a key does; note the set that the first one of a hand lays.
 * @type {(state: State, code: string, act: () => Refused) => Refused}
 */
function noteFirst(state, code, act) {
  const isFirst = !isEntered(openHand(state));
  const why = act();
  if (isFirst && openMeld(state)?.suit === "") state.made = code;
  return why;
}

/** @type {(state: State, cards: string[]) => Refused} */
function holdCards(state, cards) {
  const why = whyNoneHeld(state) ?? openPart(state, "in_hand");
  if (!why) openHand(state).held.push(...cards);
  return why;
}

/** @type {Press} */
function pressCard(state, key) {
  const hand = openHand(state);
  const { pending } = state;
  if (pending && "fact" in pending) return pressFact(state, pending, key);
  if (hand.mode !== "cards") return whyAway(state, state.seat) ?? { text: "Only totals are asked here." };
  if (SUITS.includes(key)) return beginRun(state, key);
  if (state.part === "in_hand") return void hand.held.push(key);
  if (key === "JK" && !isLaidByPad(state, key)) {
    const why = whyUsedUp(state, key);
    if (why) return why;
  }
  const isWild = key === "JK" || key === deuceOf(state.table);
  const run = runGoingOn(state, isWild, key);
  if (run) return pressEnd(state, run, key);
  if (pending && "wild" in pending) return pressPlace(state, pending, key);
  if (isWild) return pressWild(state, key, pending && "filled" in pending ? pending.filled : "");
  if (key === "QS") return layQueenOfSpades(state);
  return RANKS.includes(key[0]) ? growSet(state, key[0]) : { text: "There is no such key." };
}

/**
 * Tell whether the pad itself laid such a wild into the open meld: the same key then accepts it.
 * @param {State} state
 * @param {string} wild
 */
const isLaidByPad = (state, wild) => openMeld(state)?.cards.some((card) => card.auto && card.wild === wild) === true;

/** @type {Press} */
function beginRun(state, suit) {
  if (state.part === "in_hand") {
    return { text: "Cards in hand need no suit; Q♠ has a key." };
  }
  Object.assign(state, { part: "melded", pending: { suit }, line: -1 });
}

/** @type {(state: State, run: BegunRun, key: string) => Refused} */
function pressEnd(state, run, key) {
  const end = rankOfKey(key);
  if (!end) return { text: "Give the first and last card, then the Joker." };
  if (!run.from) return beginAt(state, run.suit, end);
  const step = stepTo(run, end);
  if (!step) return endRun(state, run, end);
  // Its cards are pressed one by one, up or down: it goes on as long as they follow one another.
  const fewest = placeOf(run.from) + step * (state.table.run_min - 1);
  const isShort = cardsTo(run, end) < state.table.run_min && fewest > 0 && fewest <= HIGH_ACE;
  const last = isShort ? rankAt(fewest) : end;
  const why = step > 0 ? endRun(state, run, last) : endRun(state, { ...run, from: last }, run.from);
  if (why) return why;
  Object.assign(state, { pending: { ...run, laid: true, at: end, filled: isShort ? last : "" }, made: "run" });
}

/** @type {(run: BegunRun, rank: string) => number} how many cards a run has up to a rank */
const cardsTo = ({ from = "" }, rank) => ranksBetween(from, rank).length;

/** @type {(run: BegunRun, rank: string) => number} 1 or -1 if a rank follows the one pressed last, else 0 */
function stepTo({ from = "", at = from }, rank) {
  const end = at === "K" && rank === "A" ? HIGH_ACE : placeOf(rank);
  const step = end - placeOf(at);
  const isOnTheWay = at === from || step === Math.sign(placeOf(at) - placeOf(from));
  return Math.abs(step) === 1 && isOnTheWay ? step : 0;
}

/** @type {(state: State, isWild: boolean, key: string) => BegunRun | null} the begun run; null if a key ends it */
function runGoingOn(state, isWild, key) {
  const { table, pending } = state;
  if (!pending || !("suit" in pending)) return null;
  const { from, at, laid } = pending;
  const isNext = stepTo(pending, key[0]) !== 0;
  // A two after an ace, or after cards pressed one by one, is that card of the run.
  const isLoose = laid && isWild && (key === "JK" || !isNext || !(at || from === "A"));
  const isWhole = at && cardsTo(pending, at) >= table.run_min && !isNext;
  if (!isLoose && !isWhole) return pending;
  state.pending = null;
  return null;
}

/** @type {(state: State, suit: string, from: string, more?: number) => void} lays the shortest run, or a longer one */
function beginAt(state, suit, from, more = 0) {
  const laid = layShort(state, { suit, from }, state.table.run_min + more);
  state.pending = { suit, from, laid };
  if (laid) state.made = "run";
}

/**
 * Lay a run to its last card.
 * @param {State} state
 * @param {BegunRun} run
 * @param {string} last
 * @param {number} [most] how many gaps wilds may fill
 */
function endRun(state, { suit, from = "", laid }, last, most) {
  if (laid) openHand(state).melds.pop();
  const why = layRun(state, { suit, from }, last, most);
  if (!why) state.pending = null;
  return why;
}

/** @type {(state: State, waiting: { wild: string, filled?: string }, key: string) => Refused} */
function pressPlace(state, { wild, filled = "" }, key) {
  const rank = rankOfKey(key);
  if (!rank) return { text: "Press the rank that the wild card stands for." };
  const why = wildIntoRun(state, wild, rank);
  if (why) return why;
  state.pending = null;
  const cards = openMeld(state)?.cards ?? [];
  if (!filled || cards.length <= state.table.run_min) return;
  // A card that only filled the run up gives way to a wild at the other end.
  if (cards[0].rank === filled) cards.shift();
  else if (cards.at(-1)?.rank === filled) cards.pop();
}

// A run of fewer cards, pressed just before, is filled up to `filled`.
/** @type {(state: State, wild: string, filled?: string) => Refused} */
function pressWild(state, wild, filled) {
  const meld = openMeld(state);
  const isSetOfTwos = meld && !meld.suit && meld.cards[0].rank === "2";
  if (wild === "2" && !meld && whyNoTwos(state)) return whyNoTwos(state);
  if (wild === "2" && (!meld || isSetOfTwos)) return growSet(state, "2");
  if (!meld) return { text: "The meld first, then its wild cards." };
  if (!meld.suit) {
    state.made = "wild";
    return wildIntoSet(meld, wild);
  }
  const why = isLaidByPad(state, wild) ? null : whyUsedUp(state, wild);
  if (!why) state.pending = { wild, filled };
  return why;
}

/**
 * Return why no set of twos can be laid while a deuce is left, which may go into another meld; else null.
 * @param {State} state
 */
function whyNoTwos(state) {
  const left = remaining(state, "2");
  if (left < 1 || left + Math.max(0, remaining(state, "JK")) >= FEWEST_CARDS) return;
  const words = left === 1 ? "One deuce is left" : "Two deuces are left";
  return { text: `${words}, too few for a set. Open a meld to lay one into it.` };
}

/**
 * Return the rank that a key means in a run, or null for the Joker.
 * @param {string} key
 */
const rankOfKey = (key) => RANKS.includes(key[0]) && key !== "JK" ? key[0] : null;

/**
 * Press a key of a card that is a fact of its own: its suit, then its rank.
 * @param {State} state
 * @param {{ fact: string, of?: string }} pending
 * @param {string} key
 */
function pressFact(state, pending, key) {
  if (SUITS.includes(key)) return void (state.pending = { ...pending, of: key });
  const code = key === "JK" || key === "QS" ? key : pending.of ? key[0] + pending.of : "";
  if (!code) return { text: `Its suit first: which ${cardWords(key, state.table)}?` };
  openHand(state).facts[pending.fact] = code;
  state.pending = null;
}

/**
 * Return the suit of a run or card of which another key is still to come.
 * @param {State["pending"]} pending
 */
const suitOf = (pending) => pending && ("suit" in pending ? pending.suit : "of" in pending && pending.of);

/** @type {Kind["partKeys"]} a player who went out has no cards in hand */
function partKeys({ table, hands, seat, by, part: open }) {
  if (hands[seat].mode !== "cards" || (by === seat && table.melded)) return [];
  const melded = half("melded", table.melded ? "Melded" : "Down", open === "melded");
  const held = half("in_hand", "In hand", open === "in_hand");
  if (by === seat && !table.melded) return [melded];
  return table.melded ? [melded, held] : [held, melded];
}

/** @type {Kind["readHand"]} */
function readHand(table, hand, text) {
  const lines = text("melds").split("\n").filter((line) => line.trim());
  const melds = lines.map((line) => readMeld(table, line));
  const cards = readCards(table, text("in_hand"));
  if (lines.length || text("in_hand")) hand.mode = "cards";
  hand.melds = melds.filter((meld) => meld !== null);
  hand.held = cards ?? [];
  return cards !== null && !melds.includes(null);
}

/** @type {Kind["linesOf"]} a hand by itself may be said with its melds, or be all in hand */
function linesOf({ table, part }, isChosen) {
  if (hasOneHand(table) && !isChosen && table.melded) return ["melds", "hand"];
  return part === "melded" ? ["melds"] : ["hand"];
}

/** @type {Kind["addHand"]} melds and cards in hand, or sums: both cannot stand in one hand */
function addHand(state, { melds = [], in_hand: held, melded_points, in_hand_points }) {
  const hand = openHand(state);
  const sums = Object.entries({ melded_points, in_hand_points }).filter(([, points]) => points !== undefined);
  const isSum = sums.length > 0;
  const isCards = melds.length > 0 || Boolean(held);
  if ((isSum && isCards) || (isEntered(hand) && isSum !== (hand.mode === "totals"))) {
    return { text: "Cards and sums do not go together in a hand." };
  }
  hand.mode = isSum ? "totals" : "cards";
  for (const [name, points] of sums) hand.totals[name] = String(points);
  for (const text of melds) {
    const meld = readMeld(state.table, text);
    if (!meld) return { text: `“${text}” is neither a set nor a run.` };
    hand.melds.push(meld);
  }
  if (melds.length) openPart(state, "melded");
  if (melds.length) state.line = hand.melds.length - 1;
  if (in_hand_points && whyNoneHeld(state)) return whyNoneHeld(state);
  if (held) return holdCards(state, readCards(state.table, held) ?? []);
}

/** @type {Kind["writeHand"]} */
function writeHand(state, seat) {
  const hand = state.hands[seat];
  if (hand.mode !== "cards") return writeTotals(state, hand, seat);
  const melds = hand.melds.map((meld) => writeMeld(meld, state));
  return { melds: melds.join("\n"), in_hand: inHand(state, seat).join(" ") };
}

/**
 * @param {State} state
 * @param {Hand} hand
 * @param {number} seat
 * @returns {Texts}
 */
function writeTotals({ table, by, seat: open, seen }, { mode, quick, totals }, seat) {
  // A hand that nobody has come to is not told yet.
  if (mode === "quick" && seat !== open && !seen.includes(seat)) return {};
  const { melded_points: laid, in_hand_points: kept } = totals;
  const isQuick = mode === "quick";
  // The pad shows a sum as 0 once the other is given.
  const melded = isQuick ? String(quickPoints(quick.melded)) : laid || (kept && by !== seat ? "0" : "");
  const held = isQuick ? String(quickPoints(quick.in_hand)) : kept || (laid ? "0" : "");
  if (table.melded) return { melded_points: melded, in_hand_points: by === seat && melded ? "0" : held };
  return by === seat ? {} : { in_hand_points: held };
}
