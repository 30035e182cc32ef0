/** Reads and fills the fields of the form: a state from their texts, their texts from a state. */

import { NO_CARD } from "./cards.js";
import { readCards } from "./notation.js";
import { emptyHand, emptyState, isAway } from "./state.js";

/** @import { Hand, PadTable, State } from "./state.js" */
/** @typedef {Record<string, string>} Texts texts by the names of fields */

/** @type {(table: PadTable, seat: number, name: string) => string} the name of a field of a hand */
export const fieldName = ({ hand_fields: ofHands }, seat, name) => (ofHands?.[seat] ?? `hand${seat}-`) + name;

/**
 * Return every field of the form that the pad fills.
 * @param {State} state
 */
export function writeFields(state) {
  const { table } = state;
  const { deal_fields: ofDeal = "", kind: { tableCard, writeHand } } = table;
  /** @type {Texts} */
  const texts = { [`${ofDeal}by`]: state.by === null ? "" : String(state.by) };
  if (state.ending) texts[`${ofDeal}ending`] = state.ending;
  for (const { name } of table.flags) texts[ofDeal + name] = state.flags[name] ? "yes" : "";
  if (tableCard) texts[ofDeal + tableCard] = state.up ?? "";
  state.hands.forEach((hand, seat) => {
    const cards = isAway(hand) ? { sat_out: "yes" } : writeHand(state, seat);
    const empty = Object.fromEntries(table.fields.map((name) => [name, ""]));
    const own = { ...empty, ...cards, ...writeOthers(hand, table) };
    for (const [name, text] of Object.entries(own)) texts[fieldName(table, seat, name)] = text;
  });
  return texts;
}

/** How many penalties of its own the form takes for a hand. */
const MOST_FINES = 9;

/**
 * Write what is told besides the cards of a hand: penalties and facts.
 * @param {Hand} hand
 * @param {PadTable} table
 * @returns {Texts}
 */
function writeOthers(hand, { penalties, extras, carried }) {
  const { breaches, fines, facts } = isAway(hand) ? emptyHand(hand.mode) : hand;
  const names = [...extras.map(({ name }) => name), ...carried];
  /** @type {Texts} */
  const texts = Object.fromEntries(names.map((name) => [name, facts[name] ?? ""]));
  if (!penalties) return texts;
  for (const [law] of penalties.laws) texts[`law${law}`] = String(breaches[law] || "");
  for (let row = 0; row < MOST_FINES; row += 1) {
    texts[`fine${row}-points`] = fines[row]?.points ?? "";
    texts[`fine${row}-reason`] = fines[row]?.reason ?? "";
  }
  return texts;
}

/**
 * Put what a form holds into a state; return false if the pad cannot show it.
 * @param {State} state
 * @param {Texts} texts
 */
export function readFields(state, texts) {
  const { table } = state;
  /** @param {string} field */
  const textOf = (field) => (texts[field] ?? "").trim();
  /** @param {string} name */
  const text = (name) => textOf((table.deal_fields ?? "") + name);
  const isNobody = table.endings.slice(1).includes(text("ending"));
  state.by = isNobody || text("by") === "" ? null : Number(text("by"));
  if (isNobody || state.by !== null) state.ending = text("ending") || table.endings[0];
  state.seat = state.by ?? table.only ?? 0;
  for (const { name } of table.flags) if (text(name) === "yes") state.flags[name] = true;
  const { tableCard } = table.kind;
  if (text(tableCard)) state.up = readCards(table, text(tableCard), true)?.[0] ?? null;
  return state.hands.every((hand, seat) => {
    /** @param {string} name */
    const own = (name) => textOf(fieldName(table, seat, name));
    return readOthers(table, hand, own) && readCardsOf(table, hand, own);
  });
}

/**
 * Read what is told besides the cards of a hand: penalties and facts.
 * @param {PadTable} table
 * @param {Hand} hand
 * @param {(name: string) => string} text
 */
function readOthers(table, hand, text) {
  const { penalties, extras, carried } = table;
  for (const name of carried) if (text(name)) hand.facts[name] = text(name);
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

/** @type {(table: PadTable, hand: Hand, text: (name: string) => string) => boolean} */
function readCardsOf(table, hand, text) {
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
  return table.kind.readHand(table, hand, text);
}

/** @type {(form: HTMLFormElement) => Texts} */
export const readForm = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, text]) => [name, String(text)]));

/**
 * Return the texts of those fields that the pad fills.
 * @param {PadTable} table
 * @param {Texts} texts
 */
export function ownTexts(table, texts) {
  const owned = [...Object.keys(writeFields(emptyState(table))), `${table.deal_fields ?? ""}ending`];
  return Object.fromEntries(Object.entries(texts).filter(([name]) => owned.includes(name)));
}

/**
 * Put texts into the fields of a form; choices are chosen and boxes ticked.
 * @param {HTMLFormElement} form
 * @param {Texts} texts
 */
export function writeForm(form, texts) {
  for (const field of form.elements) {
    if (!("name" in field) || !(String(field.name) in texts)) continue;
    const text = texts[String(field.name)];
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) field.checked = field.value === text;
    else if ("value" in field) field.value = text;
  }
}
