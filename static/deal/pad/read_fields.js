/** Reads the form's fields, and what was typed into the text line, into a state. */

import { NO_CARD, SUITS } from "./cards.js";
import { fieldName, MOST_FINES } from "./write_fields.js";
import { hasOtherTwo, readMeld } from "./read_melds.js";
import { readItems } from "./notation.js";
import { isGin } from "./table.js";

/** @import { Texts } from "./write_fields.js" */
/** @import { Hand, Refusal, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */

/**
 * Put what a form holds into a state; return false if the pad cannot show it.
 * @param {State} state
 * @param {Texts} texts
 */
export function readFields(state, texts) {
  const { table } = state;
  /** @param {string} name */
  const text = (name) => (texts[name] ?? "").trim();
  const isNobody = table.endings.slice(1).includes(text("ending"));
  state.by = isNobody || text("by") === "" ? null : Number(text("by"));
  if (isNobody || state.by !== null) state.ending = text("ending") || table.endings[0];
  state.seat = state.by ?? table.only ?? 0;
  for (const { name } of table.flags) if (text(name) === "yes") state.flags[name] = true;
  if (isGin(table) && text("upcard")) state.up = readCards(table, text("upcard"))?.[0] ?? null;
  return state.hands.every((hand, seat) => {
    /** @param {string} name */
    const own = (name) => text(fieldName(seat, name));
    return readOthers(table, hand, own) && readHand(table, hand, own);
  });
}

/**
 * Read what is told besides the cards of a hand: penalties and facts.
 * @param {PadTable} table
 * @param {Hand} hand
 * @param {(name: string) => string} text
 */
function readOthers(table, hand, text) {
  const { penalties, extras } = table;
  for (const { name, kind } of extras) {
    const cards = kind === "card" && text(name) !== NO_CARD ? readCards(table, text(name)) : [text(name)];
    if (!cards || cards.length > 1) return false;
    if (cards[0]) [hand.facts[name]] = cards;
  }
  for (const [law] of penalties?.laws ?? []) if (text(`law${law}`)) hand.breaches[law] = Number(text(`law${law}`));
  for (let row = 0; row < MOST_FINES; row += 1) {
    const [points, reason] = [text(`fine${row}-points`), text(`fine${row}-reason`)];
    if (points || reason) hand.fines.push({ points, reason });
  }
  return hand.fines.every(({ points }) => /^\d+$/.test(points)) &&
    Object.values(hand.breaches).every(Number.isInteger);
}

/**
 * @param {PadTable} table
 * @param {Hand} hand
 * @param {(name: string) => string} text
 */
function readHand(table, hand, text) {
  if (text("sat_out") === "yes") {
    hand.mode = "away";
    return table.fields.every((name) => name === "sat_out" || text(name) === "");
  }
  const sums = table.fields.filter((name) => name.endsWith("_points") && text(name) !== "");
  if (sums.length) {
    hand.mode = "totals";
    for (const name of sums) hand.totals[name] = text(name);
    hand.given = sums;
    return sums.every((name) => /^\d+$/.test(text(name)));
  }
  const lines = text("melds").split("\n").filter((line) => line.trim());
  if (isGin(table) && (lines.length || text("deadwood"))) return readSpread(table, hand, [...lines, text("deadwood")]);
  const melds = lines.map((line) => readMeld(table, line));
  const held = text(isGin(table) ? "cards" : "in_hand");
  const cards = readCards(table, held);
  if (lines.length || held) hand.mode = "cards";
  hand.melds = melds.filter((meld) => meld !== null);
  hand.held = cards ?? [];
  return cards !== null && !melds.includes(null);
}

/**
 * Read a gin hand as its player laid it out.
 * @param {PadTable} table
 * @param {Hand} hand
 * @param {string[]} lines the melds, and the deadwood last
 */
function readSpread(table, hand, lines) {
  const groups = lines.map((line) => readCards(table, line));
  const known = groups.filter((group) => group !== null);
  if (known.length < groups.length) return false;
  hand.mode = "cards";
  hand.held = known.flat();
  hand.spread = known.slice(0, -1);
  return table.keys.isSpread(hand.held, hand.spread, table);
}

/**
 * Read the text line into the part that is open: melds, or cards in hand.
 * @param {State} state
 * @param {string} text
 * @returns {Refusal | null} why it cannot be read
 */
export function readLine(state, text) {
  const hand = state.hands[state.seat];
  const isSplit = state.table.split_twos;
  if (isSplit && hasOtherTwo(state.table, readItems(text.replace(/[;/]/g, " ")) ?? [])) {
    return { text: "Which two is it? 2B is black, 2R is red." };
  }
  if (state.part === "in_hand" || isGin(state.table)) {
    const cards = readCards(state.table, text);
    if (!cards) return { text: `“${text.trim()}” is not all cards.` };
    hand.spread = null;
    hand.held.push(...cards);
    return null;
  }
  for (const line of text.split(/[,;/\n]/).filter((each) => each.trim())) {
    const meld = readMeld(state.table, line);
    if (!meld) return { text: `“${line.trim()}” is neither a set nor a run.` };
    hand.melds.push(meld);
    state.line = hand.melds.length - 1;
  }
  return null;
}

/**
 * Return the codes of cards in hand, or null if the text is not all cards.
 * @param {PadTable} table
 * @param {string} text
 */
function readCards(table, text) {
  const items = readItems(text);
  if (!items || hasOtherTwo(table, items)) return null;
  if (isGin(table) && items.some(({ code }) => !SUITS.includes(code[1]))) return null;
  return items.map(({ code }) => code);
}
