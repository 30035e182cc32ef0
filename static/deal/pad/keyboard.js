/** Finds the press of the pad that a key of a keyboard stands for. */

import { isAway } from "./absence.js";
import { asksEnding, asksUpcard } from "./questions.js";
import { nextSeat } from "./state.js";
import { hasOneHand, isGin } from "./table.js";

/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */

/** @type {Record<string, string>} */
const EVERYWHERE = { Backspace: "undo", ArrowRight: "next", 0: "T" };
/** @type {Record<string, string>} */
const WITH_MELDS = { ...EVERYWHERE, "*": "JK", Q: "QS", n: "new", m: "melded", i: "in_hand" };
/** @type {Record<string, string>} */
const IN_GIN = { ...EVERYWHERE, u: "up", p: "split" };

/**
 * Return the press that a key stands for, or null.
 * @param {KeyboardEvent} event
 * @param {State} state
 */
export function pressOf({ key, ctrlKey, altKey, metaKey }, state) {
  if (ctrlKey || altKey || metaKey) return null;
  const { table, hands, seat, fining } = state;
  if (asksEnding(state)) return endingOf(key, table);
  if ((fining || (hands[seat].mode === "totals" && !asksUpcard(state))) && /^\d$/.test(key)) return `d:${key}`;
  if (key === "Enter") return nextSeat(state) === null ? "do:done" : "next";
  if (isGin(table)) return IN_GIN[key] ?? cardOf(key);
  if (table.split_twos && key === "2") return "2R";
  if (table.split_twos && key === "b") return "2B";
  return moveOf(key, state) ?? WITH_MELDS[key] ?? cardOf(key);
}

/** @param {string} key */
const cardOf = (key) => /^[shdcatjqk2-9]$/.test(key) ? key.toUpperCase() : null;

/**
 * Return the press that goes to another line or player, or that is about a whole line or hand.
 * @param {string} key
 * @param {State} state
 */
function moveOf(key, { table, hands, seat, line }) {
  const lines = hands[seat].melds.length;
  const players = table.players.length;
  if (key === "ArrowUp" && lines) return `line:${line > 0 ? line - 1 : lines - 1}`;
  if (key === "ArrowDown" && lines) return `line:${(line + 1) % lines}`;
  if (key === "ArrowLeft") return `seat:${(seat + players - 1) % players}`;
  if (key === "x" && line >= 0) return `x:${line}`;
  if (key === "o") return isAway(hands[seat]) ? "mode:cards" : "mode:away";
  return null;
}

/**
 * Return the press that says who ended the deal. Players are numbered from 1; 0 is nobody.
 * @param {string} key
 * @param {PadTable} table
 */
function endingOf(key, table) {
  if (key === "Backspace") return "undo";
  if (!/^\d$/.test(key)) return null;
  const number = Number(key);
  if (number === 0) return table.endings[1] ? `end:${table.endings[1]}` : null;
  if (hasOneHand(table)) return number === 1 ? `by:${table.only}` : null;
  return number <= table.players.length ? `by:${number - 1}` : null;
}
