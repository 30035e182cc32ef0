/** Says what an act changed, and what a hand holds, in a few words: once an act, for who does not look. */

import { load } from "../../core/storage.js";
import { capital, cardWords, codeOf, numberWord, ranksWord, rankText, rankWord, suitWord } from "./cards.js";
import { readCards } from "./notation.js";
import { inHand, remaining } from "./pack.js";
import { figure } from "./parts.js";
import { dealPoints, meldPoints, partPoints } from "./points.js";
import { isAway, openHand } from "./state.js";
import { warningsOf } from "./warnings.js";

/** @import { Facts } from "./asking.js" */
/** @import { BegunRun, Meld, MeldCard, PadTable, State } from "./state.js" */

/** Under this name the browser keeps whether as little as possible is said. */
export const BRIEF = "pad-brief";
/** Presses whose button says itself that it is down. */
const TELLS_ITSELF = /^(flag|fact|mode|law|nolaw|why|left|do):?/;
/** Most words that are told at once, but for what somebody asked for. */
const MOST_WORDS = 12;
let hasToldOfRuns = false;

/**
 * Return the first of some ways to say a thing, each in sentences, that has few words enough, else the last one.
 * @param {...string[]} ways
 */
export function inFewWords(...ways) {
  const texts = ways.map((sentences) => sentences.filter(Boolean).join(" "));
  return texts.find((text) => text.split(/\s+/).length <= MOST_WORDS) ?? texts[texts.length - 1];
}

/**
 * Return a meld in words: "run, eight to king of spades, deuce as ten".
 * @param {Meld} meld
 * @param {PadTable} table
 */
export function meldInWords({ suit, cards }, table) {
  const [first] = cards;
  const wilds = cards.filter(({ wild }) => wild);
  if (suit) {
    const kinds = [...new Set(wilds.map(({ wild }) => wild))];
    const words = kinds.map((kind) => wildsInWords(wilds.filter(({ wild }) => wild === kind), table));
    return ["run", `${endsInWords({ suit, cards })} of ${suitWord(suit)}`, ...words].join(", ");
  }
  const naturals = cards.length - wilds.length;
  const several = naturals === 1 ? `one ${rankWord(first.rank)}` : `${numberWord(naturals)} ${ranksWord(first.rank)}`;
  const queens = cards.filter((card) => card.rank + card.suit === "QS" && !card.wild).length;
  const parts = [...(naturals ? [several] : []), ...wilds.map(({ wild }) => cardWords(wild, table))];
  return parts.join(", ") + (queens && table.spade_queen ? `, ${numberWord(queens)} of spades` : "");
}

/**
 * Return the question after a wild card was laid into a set in place of a card, where one more was perhaps meant:
 * "Two kings and a deuce. Four cards? Press K again."; empty where none goes.
 * @param {State} state
 */
export function wildsAsked(state) {
  const { table, made, hands, seat, line } = state;
  const meld = hands[seat].melds[line];
  if (made !== "wild" || !meld || meld.cards.length >= (table.set_max ?? Infinity)) return "";
  const [{ rank }] = meld.cards;
  if (remaining(state, codeOf({ rank, suit: "", wild: "" }, table)) < 1) return "";
  const naturals = meld.cards.filter(({ wild }) => !wild).length;
  const wilds = meld.cards.flatMap(({ wild }) => wild ? [wild] : []);
  const counted = [...new Set(wilds)].map((wild) => {
    const same = wilds.filter((other) => other === wild);
    const article = same.length > 1 ? "" : wild === "JK" ? "the " : "a ";
    return article + cardsInWords(same, table);
  });
  const parts = [`${numberWord(naturals)} ${naturals === 1 ? rankWord(rank) : ranksWord(rank)}`, ...counted];
  const words = [parts.slice(0, -1).join(", "), ...parts.slice(-1)].join(" and ");
  return `${capital(words)}. ${capital(numberWord(meld.cards.length + 1))} cards? Press ${rankText(rank)} again.`;
}

/**
 * Return the ends of a run in words: "eight to king".
 * @param {Meld} run
 */
export const endsInWords = ({ cards }) => `${rankWord(cards[0].rank)} to ${rankWord(cards.slice(-1)[0].rank)}`;

/**
 * Return wild cards of one kind in a run in words: "deuce as ten", "deuces as nine and ten".
 * @param {MeldCard[]} cards
 * @param {PadTable} table
 */
function wildsInWords(cards, table) {
  const words = cardWords(cards[0].wild, table) + (cards.length > 1 ? "s" : "");
  return `${words} as ${cards.map(({ rank }) => rankWord(rank)).join(" and ")}`;
}

/**
 * Return cards in words, equal ones as one: "seven, two queens".
 * @param {string[]} codes
 * @param {PadTable} table
 */
export function cardsInWords(codes, table) {
  const kinds = [...new Set(codes)].map((code) => ({ code, count: codes.filter((each) => each === code).length }));
  return kinds.map(({ code, count }) => {
    const words = cardWords(code, table);
    if (count === 1) return words;
    const several = words.replace(/(?= of )|$/, "s").replace("sixs", "sixes");
    return `${numberWord(count)} ${several}`;
  }).join(", ");
}

/** @param {State} state */
export function handInWords(state) {
  const { table, seat } = state;
  const { melds, mode } = openHand(state);
  const held = inHand(state, seat);
  const parts = mode === "cards" ? melds.map((meld) => meldInWords(meld, table)) : [];
  if (mode === "cards" && held.length) parts.push(`in hand ${cardsInWords(held, table)}`);
  const sentence = `${table.players[seat]}: ${parts.join("; ") || "nothing yet"}.`;
  return `${sentence} ${sumsInWords(state)}`;
}

/** @type {(state: State, isMeld?: boolean) => string} */
function sumsInWords(state, isMeld = false) {
  const { table, seat, by } = state;
  const { melded, in_hand: held } = partPoints(state, seat);
  if (!table.kind.areMelds) return "";
  const inHandWords = by === seat || (isMeld && table.melded) ? [] : [`${held} in hand`];
  const parts = [...(table.melded ? [`${melded} melded`] : []), ...inHandWords];
  return parts.length ? `${parts.join(", ")}.` : "";
}

/** @type {(state: State, isMeld?: boolean) => string} unless as little as possible is said */
const sumsToTell = (state, isMeld) => load(BRIEF) === "yes" ? "" : sumsInWords(state, isMeld);

/** @param {State} state */
export const pointsInWords = (state) =>
  state.table.order.map((seat) =>
    isAway(state.hands[seat])
      ? `${state.table.players[seat]} sits out.`
      : `${state.table.players[seat]} ${figure(dealPoints(state, seat))}.`
  ).join(" ");

/**
 * Return what an act changed, in a sentence or two; empty if the button that was pressed tells it.
 * @param {State} before
 * @param {State} after
 * @param {string} code
 */
export function tellAct(before, after, code) {
  if (after.refused) return after.refused.text;
  const { table, seat } = after;
  // What is unlikely in the hand that was left.
  const left = warningsOf({ ...before, seen: after.seen, by: after.by }).map(({ text }) => text)
    .filter((text) => /dealt,|the pile|no card/.test(text));
  const moved = seat === before.seat ? [] : [...left, `${table.players[seat]}.`];
  if (before.ending !== after.ending || before.by !== after.by) moved.unshift(endingInWords(after));
  if (code.startsWith("add:")) {
    const [added, sums] = addedInWords(before, after, JSON.parse(code.slice(4)));
    return inFewWords([added, sums, ...moved.slice(-1)], [added, ...moved.slice(-1)]);
  }
  const told = TELLS_ITSELF.test(code) ? [] : changeInWords(before, after);
  return inFewWords([...moved, ...told], [...moved, ...told.slice(0, 1)]);
}

/** @param {State} state */
function endingInWords({ table, by, ending }) {
  if (by !== null) return `${table.players[by]} ${table.by_label.replace("Who ", "") || "went out"}.`;
  return ending === null ? "" : `${table.ending_words[table.endings.indexOf(ending)] ?? ""}.`;
}

/**
 * Return what was added to a hand that was said, its only meld or how much there was, and the sums.
 * @param {State} before
 * @param {State} after
 * @param {Facts & { seat: number, hands?: (Facts & { seat: number })[] }} facts
 */
function addedInWords(before, after, facts) {
  if (facts.hands || after.up !== before.up) return [dealInWords(facts.hands ?? [facts], before, after), ""];
  const { seat } = facts;
  const added = after.hands[seat].melds.slice(before.hands[seat].melds.length);
  const isMeld = added.length === 1 && !facts.in_hand && !facts.out;
  if (!facts.instead && (isMeld || (!added.length && facts.in_hand))) return changeInWords(before, after);
  return [factsInWords(facts, after), sumsToTell({ ...after, seat })];
}

/**
 * Return what changed in the open hand, and what it comes to.
 * @param {State} before
 * @param {State} after
 */
function changeInWords(before, after) {
  const { table, seat, line, pending } = after;
  const [was, is] = [before.hands[seat], after.hands[seat]];
  const sums = sumsToTell(after);
  if (pending && "suit" in pending && !pending.laid && JSON.stringify(pending) !== JSON.stringify(before.pending)) {
    return [tellPending(pending)];
  }
  if (after.up !== before.up && after.up) return [`Upcard ${cardWords(after.up, table)}.`];
  if (is.melds.length < was.melds.length) return ["Taken out.", sums];
  const changed = is.melds.find((meld, at) => JSON.stringify(meld) !== JSON.stringify(was.melds[at]));
  const open = is.melds[line];
  const meld = changed ?? (before.line !== line || after.made === "run" ? open : undefined);
  if (meld) {
    const worth = table.melded ? `, ${meldPoints(meld, table)}` : "";
    return [wildsAsked(after) || `${capital(meldInWords(meld, table))}${worth}.`, sumsToTell(after, true)];
  }
  const count = table.kind.areMelds ? sums : is.held.length + " cards.";
  if (is.held.length > was.held.length) {
    const more = is.held.slice(was.held.length);
    const words = `${capital(cardsInWords(more, table))}.`;
    return [inFewWords([words, count], []) ? words : `${capital(numberWord(more.length))} cards.`, count];
  }
  if (is.held.length < was.held.length) return ["Taken out.", count];
  // In gin no part of a hand is open: nothing is melded before the hand is shown.
  const isPart = table.kind.areMelds && before.part !== after.part && before.seat === seat;
  if (isPart) return [after.part === "melded" ? "Melded." : "In hand."];
  return JSON.stringify(is) === JSON.stringify(was) ? [] : [sums];
}

/** @param {BegunRun} pending */
function tellPending({ suit, from }) {
  if (from) return `${capital(rankWord(from))} to …`;
  const hint = hasToldOfRuns ? "" : ": its first card, then its last";
  hasToldOfRuns = true;
  return `Run of ${suitWord(suit)}${hint}.`;
}

/**
 * Return the cards that were heard outside melds.
 * @param {Facts} facts
 * @param {PadTable} table
 */
export const looseIn = ({ in_hand: held = "", cards = "", deadwood = "" }, table) =>
  [held, cards, deadwood].flatMap((text) => readCards(table, text) ?? []);

/** @type {(hands: (Facts & { seat: number })[], before: State, after: State) => string} an upcard is the first */
export function dealInWords(hands, before, after) {
  const { up, table } = after;
  const [first, ...others] = hands.map((facts) => factsInWords(facts, after));
  return [up && up !== before.up ? `Upcard ${cardWords(up, table)}.` : first, ...others].join(" ");
}

/**
 * Return what was added in words: "Ann: three melds, out."
 * @param {Facts & { seat?: number }} facts
 * @param {State} state
 */
function factsInWords(facts, { table, seat: open }) {
  const { melds = [], seat = open } = facts;
  const loose = looseIn(facts, table).length;
  const points = facts.melded_points ?? facts.in_hand_points ?? facts.deadwood_points;
  const parts = [
    melds.length && `${numberWord(melds.length)} meld${melds.length === 1 ? "" : "s"}`,
    loose && `${numberWord(loose)} card${loose === 1 ? "" : "s"}${facts.in_hand ? " in hand" : ""}`,
    points !== undefined && `${points} points`,
    facts.out && (table.kind.areMelds ? "out" : "knocks"),
  ];
  return `${table.players[seat]}: ${parts.filter(Boolean).join(", ") || "nothing"}.`;
}
