/**
 * Hears the cards of a hand in a text that was dictated or typed. Nothing is guessed: words with several legal meanings
 * that differ in a card or a point have all of them as readings. Nothing is lost: words that are not understood are
 * marked. Nothing is invented: no card gets a suit that was not said, but in gin, where others rule it out.
 */

import { makeChart } from "./chart.js";
import { findSections } from "./sections.js";
import { settle } from "./settle.js";
import { meansAny, waysThrough } from "./ways.js";
import { COMMANDS, readWords } from "./words.js";

/** @import { Heard, Piece } from "./heard.js" */
/** @import { Rules } from "./rules.js" */
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
/** @type {Status[]} from the best to the worst */
const STATUSES = ["empty", "understood", "asked", "unread"];

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
  return answer(text, rules.withTyped(text, line, readSpeech(text, line, rules)));
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
  const chart = makeChart(words, rules);
  const ways = findSections(words, line, rules).map((section) => waysThrough(chart, section));
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

// --- The answer --------------------------------------------------------------------------------------------------

/**
 * @param {string} text
 * @param {Piece[]} pieces
 * @returns {Answer}
 */
function answer(text, pieces) {
  const parts = pieces.map(({ start, end, readings }) => {
    const said = text.slice(start, end);
    if (readings.length === 1) return { said, ...factsOf(readings[0]) };
    return readings.length ? { said, asked: readings.map(factsOf) } : { said, unread: /** @type {const} */ (true) };
  });
  const sure = pieces.flatMap(({ readings }) => readings.length === 1 ? readings[0] : []);
  const places = parts.map((part) => "unread" in part ? 3 : "asked" in part ? 2 : 1);
  return { status: STATUSES[Math.max(0, ...places)], melds: [], ...factsOf(sure), parts };
}

/**
 * @param {Heard} heard
 * @returns {Facts}
 */
function factsOf(heard) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const [name, value] of heard) {
    const text = value?.text;
    if (name === "melds") found.melds = [...found.melds ?? [], ...(text ? [text] : [])];
    else found[name] = text === undefined ? value : [found[name], text].filter(Boolean).join(" ");
  }
  return found;
}
