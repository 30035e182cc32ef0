/**
 * Takes a dictated text apart into the words of the table, each with all that it may mean; the server's twin of this
 * folder is `scorekeeper/domain/hearing`. A rank is its place in a run, ace low, and a card its rank's sign and its
 * suit, as in the notation; the Joker is "*".
 */

import { SIGNS } from "./said.js";
import TABLE from "./words.json" with { type: "json" };

/** @typedef {Record<string, [number, any]>} Means by each class how many words it takes, and its value */
/** @typedef {{ start: number, end: number, means: Means, count: number }} Word an entry of the table in the text */
/** @typedef {{ text: string, start: number, end: number, figures: number }} Token `figures` run together from it */

/** @type {Record<string, string[]>} what a whole line can say instead of cards; the page obeys it */
export const COMMANDS = TABLE.command;
/** @type {string[][]} the rows of phrases: a name, a pattern of classes and names, what is made of it */
export const PHRASES = TABLE.phrases;

const LETTER = "(?![0-9])[\\p{L}\\p{N}]";
const TOKEN = new RegExp(
  `[0-9]+(?:['’]?[sS](?![\\p{L}\\p{Nl}\\p{No}]))?|(?:${LETTER})+(?:['’](?:${LETTER})+)*['’]?|[-–]|[^\\p{L}\\p{N}_\\s]`,
  "gu",
);
const MOST_DIGITS = 6;

/** @type {Map<string, Record<string, any>>} the values of each entry by its classes */
const ENTRIES = new Map();
/** The most words of an entry. */
let longest = 0;

/** @type {(section: string, key: string) => [string, any]} */
const readKey = (section, key) => {
  if (section === "word") return [key, true];
  if (key.includes(" ")) return ["several", key.split(" ").map((each) => SIGNS.indexOf(each))];
  if (/^rank/.test(section)) return [section === "rank" ? section : "plural", SIGNS.indexOf(key)];
  return [section === "suits" ? "suit" : section, /number|tens|count/.test(section) ? Number(key) : key];
};

for (const [section, keys] of Object.entries(TABLE)) {
  if (/format|phrases|command/.test(section)) continue;
  for (const [key, spellings] of Object.entries(keys)) {
    for (const spelling of spellings) {
      const classes = ENTRIES.get(spelling) ?? {};
      ENTRIES.set(spelling, classes);
      const [name, value] = readKey(section, key);
      classes[name] = value;
      if (name === "number" && value > 1) classes.rank = value;
      longest = Math.max(longest, spelling.split(" ").length);
    }
  }
}

/**
 * Return the words, figures and signs of a text, in lower case and composed. Figures that ran together are parted.
 * @param {string} text
 */
function splitText(text) {
  /** @type {Token[]} */
  const found = [];
  for (const { 0: match, index } of text.matchAll(TOKEN)) {
    const plain = match.normalize("NFC").toLowerCase().replaceAll("’", "'");
    if (/^[0-9]/.test(plain)) {
      const places = [...plain.matchAll(/10|[0-9]/g)];
      places.forEach(({ 0: figure, index: first }, number) => {
        const end = number === places.length - 1 ? plain.length : first + figure.length;
        const figures = places.length - number;
        found.push({ text: plain.slice(first, end), start: index + first, end: index + end, figures });
      });
    } else if (/^[\p{L}\p{N}\p{So}&–-]/u.test(plain)) {
      found.push({ text: plain, start: index, end: index + match.length, figures: 0 });
    }
  }
  return found;
}

/**
 * Return the words of a text without fillers, the longest entries of the table first.
 * @param {string} text
 */
export function readWords(text) {
  const every = splitText(text);
  let tokens = every.filter(({ text }, at) =>
    !/^[-–]/.test(text) || (/^[0-9]/.test(every[at - 1]?.text ?? "") && ENTRIES.get(every[at + 1]?.text)?.rank)
  );
  let entries = entriesIn(tokens);
  const spoken = entries.filter(([, classes]) => !classes.filler);
  if (spoken.length < entries.length) {
    // What stands on both sides of a filler may be one entry.
    tokens = spoken.flatMap(([taken]) => taken);
    entries = entriesIn(tokens);
  }
  const words = entries.flatMap(([taken, classes]) =>
    classes.filler
      ? []
      : classes.several
      ? taken.map((one, number) => makeWord([one], { rank: classes.several[number] }))
      : makeWord(taken, classes)
  );
  addSums(words, tokens);
  seeNeighbours(words);
  return words;
}

/**
 * @param {Token[]} tokens
 * @returns {[Token[], Record<string, any>][]}
 */
function entriesIn(tokens) {
  /** @type {[Token[], Record<string, any>][]} */
  const found = [];
  for (let at = 0; at < tokens.length;) {
    let count = longest;
    /** @type {Record<string, any> | undefined} */
    let classes;
    while (count > 0 && !classes) {
      classes = ENTRIES.get(tokens.slice(at, at + count).map(({ text }) => text).join(" "));
      if (!classes) count -= 1;
    }
    const taken = tokens.slice(at, at + (count || 1));
    found.push([taken, classes ?? {}]);
    at += taken.length;
  }
  return found;
}

/**
 * @param {Token[]} taken
 * @param {Record<string, any>} classes
 * @returns {Word}
 */
const makeWord = (taken, classes) => ({
  start: taken[0].start,
  end: taken[taken.length - 1].end,
  count: taken.length,
  means: Object.fromEntries(Object.entries(classes).map(([name, value]) => [name, [1, value]])),
});

/**
 * Let figures that ran together also mean the whole number, as in "25 points".
 * @param {Word[]} words
 * @param {Token[]} tokens
 */
function addSums(words, tokens) {
  tokens.forEach(({ figures, start }, at) => {
    const run = tokens.slice(at, at + figures);
    const text = run.map((each) => each.text).join("");
    if (tokens[at - 1]?.figures === figures + 1 || !/^[0-9]+$/.test(text) || text.length > MOST_DIGITS) return;
    const first = words.find((word) => word.start === start);
    if (first && (text === "0" || run.length > 1)) first.means.figure = [run.length, Number(text)];
  });
}

/**
 * Settle what a word means from the words beside it, from the last to the first.
 * @param {Word[]} words
 */
function seeNeighbours(words) {
  /** @param {number} at */
  const rankAt = (at) => words[at]?.means.rank?.[1];
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at];
    const after = words[at + 1]?.means.colour ? at + 2 : at + 1;
    const { plural, wilds } = words[after]?.means ?? {};
    if (word.means.number && (plural || wilds)) word.means = { count: word.means.number };
    else if (word.means.a && [2, 3].includes(rankAt(at + 1))) word.means.ace = [1, 1];
  }
  words.forEach(({ means }, at) => {
    const after = words[at + 1]?.means.the ? at + 2 : at + 1;
    if (means.to && means.rank && rankAt(at - 1) && rankAt(after)) {
      means.inner_to = means.rank;
      delete means.rank;
    }
    if (means.number?.[1] === 1) means.one = [1, true];
  });
}
