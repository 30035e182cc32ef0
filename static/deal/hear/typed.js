/** Reads cards in the notation and its shorthand, as people type them: "KKK2", "8S-KS", "2D=QS". */

import { meaningOf, MOST_READINGS } from "./heard.js";
import { fits, layDown, layTyped, needsNoSuit } from "./laying.js";
import { product, take } from "./lists.js";
import { SIGNS } from "./said.js";

/** @import { PadTable } from "../pad/table.js" */
/** @import { Heard, Piece } from "./heard.js" */
/** @import { Item, LaidCards } from "./laying.js" */

/** The facts of a hand that the lines tell. @type {Record<string, string>} */
const FACTS = { melds: "melds", hand: "in_hand", gin: "cards" };
const MOST_WAYS = 16;
const RANK = "(?:10|[A2-9TJQK])";
const RUN = new RegExp(`^(${RANK})([SHDC]?)-(${RANK})([SHDC])$`);
const BARE = new RegExp(`^(?:${RANK}|\\*)+$`);
/** @type {Record<string, string>} */
const TYPED_SIGNS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C", "\ufe0f": "" };

/**
 * Return the pieces of a text as notation or as speech, the one that reads all of it, or both as readings of the whole.
 * @param {string} text
 * @param {string} line
 * @param {{ pieces: Piece[], isWeak: boolean }} speech with whether something speaks against it
 * @param {PadTable} rules
 * @returns {Piece[]}
 */
export function withTyped(text, line, { pieces, isWeak }, rules) {
  const typed = readTyped(text, line, rules);
  if (!typed.length) return pieces;
  const whole = { start: text.length - text.trimStart().length, end: text.trimEnd().length };
  const isUnread = isWeak || !pieces.length || pieces.some(({ readings }) => !readings.length);
  if (isUnread) return [{ ...whole, readings: typed }];
  const ways = take(product(pieces.map(({ readings }) => readings)), MOST_WAYS).map((way) => way.flat());
  const both = new Map(ways.map((heard) => [meaningOf(heard), heard]));
  const { size } = both;
  for (const heard of typed) both.set(meaningOf(heard), heard);
  if (both.size === size) return pieces;
  return [{ ...whole, readings: both.size <= MOST_READINGS ? [...both.values()] : [] }];
}

/**
 * Return the readings of a text as notation; none if it is no notation of legal cards.
 * @param {string} text
 * @param {string} line
 * @param {PadTable} rules
 * @returns {Heard[]}
 */
function readTyped(text, line, rules) {
  /** @type {LaidCards[][]} */
  let ways;
  if (line === "melds") {
    const lines = text.split(/[,;/\n]/).filter((each) => each.trim());
    ways = take(product(lines.map((each) => layTyped(readItems(each, rules) ?? [], rules))), MOST_READINGS + 1);
  } else {
    const items = readItems(text.replace(/[,;/\s]+/g, " "), rules);
    if (!items || items.some(([, name]) => name)) return [];
    ways = [[layDown(items.map(([card]) => card))]];
  }
  const kept = ways.filter((way) => {
    const cards = way.flatMap((laid) => laid.cards);
    return cards.length && fits(cards, rules);
  });
  return kept.map((way) => way.map((laid) => [FACTS[line], laid]));
}

/**
 * Return the cards of a text in the notation or its shorthand, null if it is neither.
 * @param {string} text
 * @param {PadTable} rules
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
