/** What was heard of the words in the line: as the server answers, as facts of hands, and as it is drawn. */

import { element } from "../../core/elements.js";
import { rankText, suitWord } from "./cards.js";
import { readMeld } from "./meld_notation.js";
import { looseClass, looseFace, meldClass, meldFace } from "./parts.js";
import { cardsInWords, endsInWords, looseIn, meldInWords } from "./speech.js";
import { hasOneHand, seatsHere } from "./state.js";

/** @import { Answer, ByName, Facts, Part } from "./asking.js" */
/** @import { Heard } from "./saying.js" */
/** @import { PadTable, State } from "./state.js" */

/** Most cards that a question names one by one. */
const FEW = 4;

/**
 * Return what was said of each player as parts of one answer. Where it is unclear whose a card is, all is nobody's.
 * @type {(answer: ByName, text: string, state: State) => Answer}
 */
export function answerByName({ players, unread: before, upcard }, text, state) {
  const { table, seat: open } = state;
  const here = seatsHere(table);
  const asks = table.kind.asksTableCard(state);
  const unread = upcard && !asks ? [upcard.text, ...before] : before;
  const named = Object.entries(players).map(([name, told]) => ({ name, seat: table.players.indexOf(name), ...told }));
  const others = named.filter(({ seat }) => !here.includes(seat)).map(({ name }) => text.includes(name) ? name : text);
  const astray = [...unread.map((said) => ({ said })), ...others.map((said) => ({ said, isElsewhere: true }))];
  if (astray.length) {
    astray.sort((one, other) => text.indexOf(one.said) - text.indexOf(other.said));
    return { parts: astray.map((part) => ({ ...part, unread: true, isAstray: true })), leads: [], line: "" };
  }
  if (upcard && asks) named.unshift({ name: "", seat: open, ...upcard });
  return {
    parts: named.flatMap(({ seat, parts }, of) => parts.map((part) => ({ ...part, seat, of }))),
    leads: named.flatMap(({ leads }) => leads),
    line: "",
    told: named.map(({ seat, text: words }, of) => ({ seat, of, text: words })),
  };
}

/** @type {(part: Part, table: PadTable) => string} what to do about a name whose cards belong to nobody here */
export const whoseIs = ({ said, isElsewhere }, table) =>
  hasOneHand(table) || isElsewhere
    ? `“${said}” is not entered here: say it again without that, or clear the line.`
    : `“${said}” names nobody here: begin each hand with a name of this table, or clear the line.`;

/** @type {(parts: (Facts | null)[]) => Facts | null} all facts as those of one hand; null if there are none */
export function joinFacts(parts) {
  /** @type {Record<string, any>} */
  const facts = {};
  for (const part of parts) {
    for (const [name, value] of /** @type {[string, any][]} */ (Object.entries(part ?? {}))) {
      if (name === "melds") facts.melds = [...facts.melds ?? [], ...value];
      else if (/^(in_hand|cards|deadwood)$/.test(name)) facts[name] = [facts[name], value].filter(Boolean).join(" ");
      else if (!["said", "seat", "of"].includes(name)) facts[name] = value;
    }
  }
  return Object.keys(facts).length ? facts : null;
}

/** @type {(facts: Facts, table: PadTable) => boolean} whether a hand is said as a whole, with what is left in hand */
export function isWholeHand(facts, { melded, kind }) {
  const [laid, held] = [["melds", "melded_points"], ["in_hand", "in_hand_points", "cards", "deadwood", "out"]].map(
    (names) => names.some((name) => name in facts),
  );
  return (held || !kind.areMelds) && (laid || !melded);
}

/** @type {(part: Part, by: number | null, seat: number) => Part} asks about who went out where another one did */
export function whoIsOut(part, by, seat) {
  if (!part.out || by === null || by === seat) return part;
  const { said, out, seat: whose, of, ...others } = part;
  return { said, asked: [{ out, ...others }, others], ...whose === undefined ? {} : { seat: whose, of } };
}

/** @type {(heard: Heard) => number} the place of the first question that is open, or -1 */
export const openIn = ({ answer, chosen }) =>
  answer.parts.findIndex((part, at) => part.asked && !chosen.has(nameOf(part, at)));

/** @type {(part: Part) => boolean} whether it may be cards and is not understood */
export const isLost = ({ unread, chatter }) => unread === true && !chatter;

/** @type {(part: Part, at: number) => string} */
export const nameOf = ({ said }, at) => `${at} ${said}`;

/** @type {(text: string, answer: Answer, areSure: boolean[], table: PadTable) => HTMLElement} by player, as heard */
export function drawDeal(text, { parts, told = [] }, areSure, { tabs }) {
  const rows = told.map(({ seat, of, text: words }) => {
    const own = parts.filter((part) => part.of === of);
    const sure = areSure.filter((_, at) => parts[at].of === of);
    return drawWords(words, own, sure, { name: tabs[seat], offset: Math.max(0, text.indexOf(words)) });
  });
  return element("div", { class: "heard", "aria-hidden": "true" }, ...rows);
}

/**
 * Draw the text as it was heard: what is sure, asked, or not understood, and quiet what only leads over.
 * @param {string} text
 * @param {Part[]} parts
 * @param {boolean[]} areSure
 * @param {{ name: string, offset: number }} of the player of whom it is, and where it stands in the line
 */
export function drawWords(text, parts, areSure, { name, offset } = { name: "", offset: 0 }) {
  let at = 0;
  const words = parts.flatMap(({ said, unread, chatter }, number) => {
    const start = text.indexOf(said, at);
    const before = text.slice(at, start);
    at = start + said.length;
    const about = unread
      ? { class: chatter ? "chatter" : null, "data-start": offset + start, "data-end": offset + at }
      : { class: areSure[number] ? "sure" : "ask" };
    return [before, element(unread ? "mark" : "span", about, said)];
  });
  const about = name ? {} : { class: "heard", "aria-hidden": "true" };
  return element("p", about, name && element("b", {}, `${name} `), ...words, text.slice(at));
}

/** @type {(part: Part, state: State) => HTMLElement} */
export function drawQuestion({ said, asked = [], seat }, state) {
  const whose = seat === undefined ? "" : `${state.table.players[seat]}, `;
  const words = asked.map((facts) => readingInWords(facts, state));
  const isAlike = new Set(words).size < words.length;
  const keys = asked.map((facts, reading) =>
    element(
      "button",
      { type: "button", "data-reading": reading },
      element("span", { class: "cards", "aria-hidden": "true" }, ...facesOf(facts, state.table)),
      element("span", {}, isAlike ? `${words[reading]}${suitInWords(facts)}` : words[reading]),
    )
  );
  return drawAsked(`${whose}“${said}”: which is it?`, keys);
}

/** @type {(words: string) => HTMLElement} asks of whole hands that are in already: both ways are alike */
export const drawTwice = (words) =>
  drawAsked(
    words,
    ["Add to", "Instead of"].map((way) =>
      element("button", { type: "button", "data-twice": way }, element("span", {}, `${way} what is there`))
    ),
  );

/** @type {(words: string, keys: HTMLElement[]) => HTMLElement} */
function drawAsked(words, keys) {
  const title = element("p", { id: "which" }, words);
  return element("div", { class: "which", role: "group", "aria-labelledby": "which" }, title, element("div", {}, keys));
}

/** @type {(facts: Facts) => string} " of spades" where the cards of a run have only that suit */
function suitInWords({ melds = [], cards = "" }) {
  const suit = [...melds, cards].join(" ").match(/[2-9TJQKA]([SHDC])\b/)?.[1];
  return suit ? ` of ${suitWord(suit)}` : "";
}

/** @type {(facts: Facts, table: PadTable) => HTMLElement[]} */
function facesOf(facts, table) {
  const isLaid = table.kind.areMelds;
  const { melds = [] } = facts;
  const laid = (isLaid ? melds : []).map((text) => readMeld(table, text)).filter((meld) => meld !== null);
  const loose = [...looseIn(facts, table), ...isLaid ? [] : melds.flatMap((cards) => looseIn({ cards }, table))];
  return [
    ...laid.flatMap((meld) =>
      meld.cards.map((card) => element("span", { class: meldClass(card, meld) }, meldFace(card, meld)))
    ),
    ...loose.map((code) => element("span", { class: looseClass(code) }, looseFace(code))),
  ];
}

/** @type {(facts: Facts, state: State) => string} in a few words: "four to six", "a deuce as the 5", "25 points" */
export function readingInWords(facts, state) {
  const { table, by, seat } = state;
  const words = (facts.melds ?? []).map((text) => meldInShort(text, table));
  const loose = looseIn(facts, table);
  const cards = loose.length > FEW ? `${loose.length} cards` : cardsInWords(loose, table);
  if (loose.length) words.push(facts.in_hand !== undefined && table.melded ? `${cards} in hand` : cards);
  for (const points of [facts.melded_points, facts.in_hand_points, facts.deadwood_points]) {
    if (points !== undefined) words.push(`${points} points`);
  }
  if (facts.out) words.push(`${table.players[seat]} went out`);
  else if (!words.length && by !== null) words.push(`${table.players[by]} went out`);
  return words.join(", ");
}

/** @type {(text: string, table: PadTable) => string} */
function meldInShort(text, table) {
  const meld = table.kind.areMelds ? readMeld(table, text) : null;
  if (!meld) return text;
  if (!meld.suit) return meldInWords(meld, table);
  const wilds = meld.cards.filter(({ wild }) => wild);
  if (!wilds.length) return endsInWords(meld);
  return wilds.map(({ wild, rank }) => `a ${wild === "JK" ? "Joker" : "deuce"} as the ${rankText(rank)}`).join(", ");
}
