/**
 * Hears the cards of a hand in a text that was dictated or typed. Nothing is guessed: words with several legal meanings
 * that differ in a card or a point have all of them as readings. Nothing is lost: words that are not understood are
 * marked. Nothing is invented: no card gets a suit that was not said, but in gin, where others rule it out.
 */

import { Chart } from "./chart.js";
import { fits, layDown, layTyped, needsNoSuit, product, take } from "./laying.js";
import { findSections } from "./sections.js";
import { MOST_READINGS, settle } from "./settle.js";
import { cardsOf, meaningOf, meansAny, Ways } from "./ways.js";
import { COMMANDS, readWords, SIGNS } from "./words.js";

/** @import { Item, Rules } from "./laying.js" */
/** @import { Heard, Piece } from "./ways.js" */
/**
 * What was heard of a hand: cards in the notation, sums and flags.
 * @typedef {object} Facts
 * @property {string[]} [melds]
 * @property {string} [in_hand]
 * @property {string} [cards] those of a gin hand
 * @property {string} [deadwood]
 * @property {number} [melded_points]
 * @property {number} [in_hand_points]
 * @property {number} [deadwood_points]
 * @property {true} [out]
 * @property {true} [concealed]
 */
/** @typedef {Facts & { said: string, asked?: Facts[], unread?: true }} Part a piece of the text, letter by letter */
/** @typedef {"understood" | "asked" | "unread" | "empty"} Status */
/** @typedef {Facts & { status: Status, melds: string[], parts: Part[] }} Answer */

const MOST_LETTERS = 1000;
const MOST_WORDS = 180;
const MOST_WAYS = 16;

/**
 * Return what was said or typed, part by part.
 * @param {string} text
 * @param {string} line "melds", "hand" or "gin"
 * @param {Rules} rules
 * @returns {Answer}
 */
export function hear(text, line, rules) {
  if (!text.trim()) return answer(text, []);
  if ([...text].length > MOST_LETTERS) return answer(text, [{ start: 0, end: text.length, readings: [] }]);
  const typed = readNotation(text, line, rules);
  const { pieces, isWeak } = readSpeech(text, line, rules);
  return answer(text, ofBoth(text, typed.length && isWeak ? [] : pieces, typed));
}

/**
 * Return the command that a whole text is, if it is one.
 * @param {string} text
 */
export function commandOf(text) {
  const plain = text.trim().toLowerCase().replace(/[.,!]+$/, "");
  return Object.entries(COMMANDS).find(([, spellings]) => spellings.includes(plain))?.[0];
}

/**
 * Tell whether a text says itself what is melded or left, or who went out.
 * @param {string} text
 */
export const hasParts = (text) => readWords(text).some(({ means }) => meansAny(means, "hand", "melded", "out"));

/**
 * Return the pieces of a text as speech, and whether something speaks against them.
 * @param {string} text
 * @param {string} line
 * @param {Rules} rules
 */
function readSpeech(text, line, rules) {
  const words = readWords(text);
  const chart = new Chart(words);
  const ways = findSections(words, line, rules).map((section) => new Ways(chart, rules, section));
  const isLong = words.length > MOST_WORDS;
  const pieces = isLong ? [] : settle(ways, rules);
  if (isLong || chart.effort <= 0) {
    return { pieces: [{ start: words[0].start, end: words[words.length - 1].end, readings: [] }], isWeak: true };
  }
  return {
    pieces: pieces.map(({ start, end, readings }) => ({
      start: words[start].start,
      end: words[end - 1].end,
      readings,
    })),
    isWeak: ways.some(({ weak }) => weak > 0),
  };
}

// --- Typed notation, which the line takes as well ----------------------------------------------------------------

const RANK = "(?:10|[A2-9TJQK])";
const RUN = new RegExp(`^(${RANK})([SHDC]?)-(${RANK})([SHDC])$`);
const BARE = new RegExp(`^(?:${RANK}|\\*)+$`);
/** @type {Record<string, string>} */
const TYPED_SIGNS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C", "\ufe0f": "" };

/**
 * Return the readings of a text as notation; none if it is no notation of legal cards.
 * @param {string} text
 * @param {string} line
 * @param {Rules} rules
 * @returns {Heard[]}
 */
function readNotation(text, line, rules) {
  /** @type {Heard[]} */
  let heard;
  if (line === "melds") {
    const lines = text.split(/[,;/\n]/).filter((each) => each.trim());
    const melds = lines.map((each) => layTyped(readItems(each, rules) ?? [], rules));
    heard = take(product(melds), MOST_READINGS + 1).map((way) => way.map((meld) => ["melds", meld]));
  } else {
    const items = readItems(text.replace(/[,;/\s]+/g, " "), rules);
    if (!items || items.some(([, name]) => name)) return [];
    heard = [[[line === "gin" ? "cards" : "in_hand", layDown(items.map(([card]) => card))]]];
  }
  return heard.filter((each) => cardsOf(each).length && fits(cardsOf(each), rules));
}

/**
 * Return the cards of a text in the notation or its shorthand, null if it is neither.
 * @param {string} text
 * @param {Rules} rules
 */
function readItems(text, rules) {
  /** @type {Item[]} */
  const items = [];
  for (const token of text.split(/\s+/).filter(Boolean)) {
    const found = readToken(token);
    if (!found?.every(([card]) => needsNoSuit(card, rules))) return null;
    items.push(...found);
  }
  return items;
}

/**
 * @param {string} token
 * @returns {Item[] | null}
 */
function readToken(token) {
  const plain = [...token].map((sign) => TYPED_SIGNS[sign] ?? sign).join("").replaceAll("★", "*").toUpperCase();
  const run = RUN.exec(plain);
  if (run && (!run[2] || run[2] === run[4])) {
    const [first, last] = [run[1], run[3]].map((rank) => SIGNS.indexOf(rank.replace("10", "T")));
    const ends = [first, last === 1 ? SIGNS.length : last];
    const ranks = `${SIGNS}A`.slice(Math.min(...ends), Math.max(...ends) + 1);
    return [...ranks].map((rank) => [rank + run[4], null]);
  }
  const [head, name] = plain.split(/=(.*)/s).map(readCard);
  if (head && name === undefined) return [[head, null]];
  if (head && name && name !== "*") return [[head, name]];
  if (!BARE.test(plain)) return null;
  return [...plain.matchAll(/10|./g)].map(([rank]) => [rank.replace("10", "T"), null]);
}

/** @param {string} text */
function readCard(text) {
  const plain = text.replace(/^10/, "T");
  if (plain === "*" || plain === "JK") return "*";
  return /^(?:[A2-9TJQK][SHDC]?|2[RB])$/.test(plain) ? plain : null;
}

/**
 * Return the pieces of the one that reads all of the text, or both as readings of the whole.
 * @param {string} text
 * @param {Piece[]} spoken
 * @param {Heard[]} typed
 */
function ofBoth(text, spoken, typed) {
  if (!typed.length) return spoken;
  const whole = { start: text.length - text.trimStart().length, end: text.trimEnd().length };
  if (!spoken.length || spoken.some(({ readings }) => !readings.length)) return [{ ...whole, readings: typed }];
  const ways = take(product(spoken.map(({ readings }) => readings)), MOST_WAYS).map((way) => way.flat());
  const both = new Map(ways.map((heard) => [meaningOf(heard), heard]));
  const { size } = both;
  for (const heard of typed) both.set(meaningOf(heard), heard);
  if (both.size === size) return spoken;
  return [{ ...whole, readings: both.size <= MOST_READINGS ? [...both.values()] : [] }];
}

// --- The answer --------------------------------------------------------------------------------------------------

/**
 * @param {string} text
 * @param {Piece[]} pieces
 * @returns {Answer}
 */
function answer(text, pieces) {
  const joined = withHandsJoined(pieces);
  const parts = joined.map(({ start, end, readings }) => {
    const said = text.slice(start, end);
    if (readings.length === 1) return { said, ...factsOf(readings[0]) };
    return readings.length ? { said, asked: readings.map(factsOf) } : { said, unread: /** @type {const} */ (true) };
  });
  const sure = joined.flatMap(({ readings }) => readings.length === 1 ? readings[0] : []);
  /** @type {Status} */
  let status = parts.length ? "understood" : "empty";
  if (joined.some(({ readings }) => readings.length > 1)) status = "asked";
  if (joined.some(({ readings }) => !readings.length)) status = "unread";
  return { status, melds: [], ...factsOf(sure), parts };
}

/**
 * Return the pieces with cards of one hand that were said side by side as one.
 * @param {Piece[]} pieces
 */
function withHandsJoined(pieces) {
  /** @type {Piece[]} */
  const found = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last && handOf(piece) && handOf(piece) === handOf(last)) {
      found.pop();
      found.push({ start: last.start, end: piece.end, readings: [[...last.readings[0], ...piece.readings[0]]] });
    } else found.push(piece);
  }
  return found;
}

/**
 * Return the fact of a hand of which a piece surely tells cards, if it does.
 * @param {Piece} piece
 */
function handOf({ readings }) {
  const [name, ...others] = new Set(readings.flatMap((heard) => heard.map(([fact]) => fact)));
  return readings.length === 1 && !others.length && /^(in_hand|cards|deadwood)$/.test(name) ? name : null;
}

/**
 * @param {Heard} heard
 * @returns {Facts}
 */
function factsOf(heard) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const [name, value] of heard) {
    const text = value !== null && typeof value === "object" ? value.text : null;
    if (name === "melds") found.melds = [...found.melds ?? [], ...(text ? [text] : [])];
    else found[name] = text === null ? value : [found[name], text].filter(Boolean).join(" ");
  }
  return found;
}
