/**
 * Divides the words of a line into melds, what is in hand, and the deadwood of gin. Words such as "left with" begin a
 * hand; said last, as in "two queens left", they end it, and where it began is tried.
 */

import { leadsOver, meansAny } from "./ways.js";

/** @import { Rules } from "./rules.js" */
/** @import { Section, Stage } from "./ways.js" */
/** @import { Word } from "./words.js" */
/** @typedef {{ first: number, last: number, name: string, isLast: boolean }} Mark `isLast`: it surely ends a section */
/** @typedef {{ name: string, isLast: boolean } | undefined} Owner the mark that is about a span, and where it stands */

/**
 * Return the sections of a line, which is "melds", "hand" or "gin".
 * @param {Word[]} words
 * @param {string} line
 * @param {Rules} rules
 * @returns {Section[]}
 */
export function findSections(words, line, rules) {
  const marks = findMarks(words, line === "hand" ? ["hand"] : ["hand", "melded"]);
  const bounds = [0, ...marks.flatMap(({ first, last }) => [first, last]), words.length];
  const spans = [...marks, 0].map((_, number) => bounds.slice(2 * number, 2 * number + 2));
  const { melds, left, whole } = stagesOf(line, rules);
  const owners = ownersOf(marks, spans.map(([first, last]) => isEmpty(words, first, last)));
  const found = spans.map(([first, last], number) => {
    if (line === "hand" || !marks.length) return { first, last, stages: [whole], needsAll: false };
    const stages = stagesIn(number, owners, melds, left);
    return { first, last, stages, needsAll: owners[number]?.name === "both" };
  });
  return found.filter(({ first, last }) => first < last);
}

/**
 * Return the stages of melds, of what is left, and of a line that does not tell them apart.
 * @param {string} line
 * @param {Rules} rules
 * @returns {{ melds: Stage, left: Stage, whole: Stage }}
 */
function stagesOf(line, { fields }) {
  if (line === "gin") {
    const left = stageLeft("deadwood", "gin_cards");
    return { melds: { ...left, fact: "melds", sums: [] }, left, whole: { ...left, fact: "cards" } };
  }
  const left = stageLeft("in_hand", "card");
  const sums = ["melded_points", ...left.sums].filter((sum) => fields.includes(sum));
  const melds = { fact: "melds", phrase: "meld", sums, isBare: false };
  return { melds, left, whole: line === "hand" ? left : melds };
}

/** @type {(fact: string, phrase: string) => Stage} */
const stageLeft = (fact, phrase) => ({ fact, phrase, sums: [`${fact}_points`], isBare: true });

/**
 * Return the marks of sections; two of a kind side by side are one.
 * @param {Word[]} words
 * @param {string[]} names
 */
function findMarks(words, names) {
  /** @type {Mark[]} */
  const found = [];
  words.forEach(({ means }, at) => {
    const name = names.find((each) => each in means);
    const before = found.at(-1);
    if (!name) return;
    const isLast = name === "melded" && meansAny(words[at - 1]?.means, "nothing");
    if (before?.name === name && isEmpty(words, before.last, at)) before.last = at + 1;
    else found.push({ first: at, last: at + 1, name, isLast });
  });
  return found;
}

/** @type {(words: Word[], first: number, last: number) => boolean} */
const isEmpty = (words, first, last) =>
  words.slice(first, last).every(({ means }) => leadsOver(means, "out", "concealed"));

/**
 * Return for each span the mark that is about it; one said last is about what stands before.
 * @param {Mark[]} marks
 * @param {boolean[]} areEmpty
 */
function ownersOf(marks, areEmpty) {
  /** @type {Owner[]} */
  const owners = areEmpty.map(() => undefined);
  marks.map((mark, number) => ({ ...mark, number })).reverse().forEach(({ name, number, isLast: mustEnd }) => {
    const isLast = mustEnd || areEmpty[number + 1] || owners[number + 1] !== undefined;
    const about = isLast ? number : number + 1;
    if (!areEmpty[about]) owners[about] = { name, isLast };
  });
  const isBoth = marks[0]?.name === "melded" && areEmpty[0] && owners[1]?.name === "hand" && owners[1].isLast;
  if (isBoth) owners[1] = { name: "both", isLast: true };
  return owners;
}

/**
 * Return the stages of a span.
 * @param {number} number
 * @param {Owner[]} owners
 * @param {Stage} melds
 * @param {Stage} left
 */
function stagesIn(number, owners, melds, left) {
  const told = { ...melds, sums: melds.sums.slice(0, 1), isBare: true };
  const before = owners[number - 1];
  const { name, isLast } = owners[number] ?? {};
  if (name === "hand") return isLast ? [melds, left] : [left];
  if (name === "both") return [told, left];
  if (name === "melded") return [told];
  return before?.name === "melded" && before.isLast ? [left] : [melds];
}
