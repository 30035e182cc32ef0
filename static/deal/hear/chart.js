/** Finds all phrases that begin at a word: a chart of the rows of the table, each looked for once. */

import { ACTS } from "./acts.js";
import { PHRASES } from "./words.js";

/** @import { Rules } from "./rules.js" */
/** @import { Means, Word } from "./words.js" */
/** @typedef {[number, any]} Found the word after a phrase, and the value of the phrase */
/** @typedef {[string, any][]} Said the parts of a phrase, each with its class or the name of its row, and its value */
/** @typedef {{ symbols: string[], act: string }} Pattern */
/** @typedef {{ words: Word[], rules: Rules, effort: number, known: Map<string, Found[]> }} Chart all phrases so far */
/** @typedef {{ starting: Pattern[], growing: Pattern[] }} Rows those that grow begin with their own name */

/** More phrases of a name at one place are left out, so that no text takes long. */
const MOST_FOUND = 48;
/** What is spent on a text before it is marked whole; a usual one takes a twentieth. */
const EFFORT = 6000;

/** @type {Map<string, Rows>} */
const ROWS = new Map();
for (const [name, pattern, act] of PHRASES) {
  const rows = ROWS.get(name) ?? { starting: [], growing: [] };
  ROWS.set(name, rows);
  /** @type {string[][]} */
  let ways = [[]];
  for (const part of pattern.split(" ")) {
    const choices = part.replace("?", "").split("|").map((each) => [each]);
    ways = ways.flatMap((way) => (part.endsWith("?") ? [...choices, []] : choices).map((each) => [...way, ...each]));
  }
  for (const symbols of ways) (symbols[0] === name ? rows.growing : rows.starting).push({ symbols, act });
}

/**
 * Tell whether a phrase can begin with a word.
 * @param {string} symbol a class, or the name of a row
 * @param {Means} means
 * @returns {boolean}
 */
const canBegin = (symbol, means) =>
  ROWS.get(symbol)?.starting.some(({ symbols }) => canBegin(symbols[0], means)) ?? symbol in means;

/**
 * Return a chart without phrases. Where none of its effort is left, no more are found.
 * @type {(words: Word[], rules: Rules) => Chart}
 */
export const makeChart = (words, rules) => ({ words, rules, effort: EFFORT, known: new Map() });

/**
 * Return the phrases of a name, or the word of a class, that begin at a word.
 * @param {Chart} chart
 * @param {number} at
 * @param {string} name
 * @returns {Found[]}
 */
export function findPhrases(chart, at, name) {
  chart.effort -= 1;
  const means = chart.words[at]?.means;
  if (!means || chart.effort < 0) return [];
  const rows = ROWS.get(name);
  if (!rows) return means[name] ? [[at + means[name][0], means[name][1]]] : [];
  if (!canBegin(name, means)) return [];
  const place = at + name;
  const known = chart.known.get(place) ?? look(chart, at, name);
  chart.known.set(place, known);
  return known;
}

/** @type {(chart: Chart, at: number, name: string) => Found[]} */
function look(chart, at, name) {
  const { starting = [], growing = [] } = ROWS.get(name) ?? {};
  /** @type {Map<string, Found>} */
  const found = new Map();
  for (const pattern of starting) {
    if (canBegin(pattern.symbols[0], chart.words[at].means)) match(chart, pattern, [at, []], found);
  }
  if (!growing.length) return [...found.values()];
  /** @type {Found[]} */
  const grown = [];
  while (grown.length < found.size && grown.length < MOST_FOUND) {
    const next = [...found.values()][grown.length];
    grown.push(next);
    for (const pattern of growing) match(chart, pattern, [next[0], [[name, next[1]]]], found);
  }
  return grown;
}

/**
 * Add the phrases that begin with the parts `said` and go on at a word.
 * @param {Chart} chart
 * @param {Pattern} pattern
 * @param {[number, Said]} begun
 * @param {Map<string, Found>} found
 */
function match(chart, pattern, [at, said], found) {
  chart.effort -= 1;
  for (const symbol of pattern.symbols.slice(said.length)) {
    if (ROWS.has(symbol)) {
      for (const [end, value] of findPhrases(chart, at, symbol)) {
        match(chart, pattern, [end, [...said, [symbol, value]]], found);
      }
      return;
    }
    const word = chart.words[at]?.means[symbol];
    if (!word) return;
    at += word[0];
    said = [...said, [symbol, word[1]]];
  }
  for (const value of ACTS[pattern.act](said, chart.rules)) {
    const place = JSON.stringify([at, value]);
    if (!found.has(place)) found.set(place, [at, value]);
  }
}
