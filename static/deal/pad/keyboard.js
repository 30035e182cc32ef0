/** Makes the keys of the pad a toolbar for a keyboard: arrows go from key to key, letters and figures press them. */

import { asksEnding, hasOneHand, isAway, nextSeat } from "./state.js";

/** @import { Pad } from "./pad.js" */
/** @import { PadTable, State } from "./state.js" */
/** @import { Frame } from "./frame.js" */

/** @type {Record<string, string>} */
const EVERYWHERE = { Backspace: "undo", 0: "T" };
/** Goes to the key that sends the deal, without pressing it. */
const LAST = "last";
/** How many keys an arrow goes on; there are seven in a row. */
const ARROWS = new Map([["ArrowLeft", -1], ["ArrowRight", 1], ["ArrowUp", -7], ["ArrowDown", 7]]);

/**
 * Press what a key of a keyboard stands for, while the keys have the focus.
 * @param {KeyboardEvent} event
 * @param {Frame["tray"]} tray
 * @param {Pad} pad
 */
export function pressKey(event, tray, pad) {
  const isMove = !tray.grid.hidden && moveFocus(event, tray.keys);
  const code = isMove ? null : pressOf(event, pad.entry.state);
  if (isMove || code) event.preventDefault();
  /** @type {HTMLElement | null} */
  const pressed = tray.element.querySelector(
    code === LAST ? ".actions .main" : `[data-press="${CSS.escape(code ?? "")}"]`,
  );
  if (code === LAST) pressed?.focus();
  else if (code) pad.act(code, pressed);
}

/** @type {(event: KeyboardEvent, state: State) => string | null} the press that a key stands for */
function pressOf({ key, ctrlKey, altKey, metaKey }, state) {
  if (ctrlKey || altKey || metaKey) return null;
  const { table, hands, seat, fining } = state;
  if (asksEnding(state)) return endingOf(key, table);
  if ((fining || (hands[seat].mode === "totals" && !table.kind.asksTableCard(state))) && /^\d$/.test(key)) {
    return `d:${key}`;
  }
  if (key === ".") return nextSeat(state) === null ? LAST : "next";
  if (table.split_twos && key === "2") return "2R";
  if (table.split_twos && key === "b") return "2B";
  return moveOf(key, state) ?? EVERYWHERE[key] ?? table.kind.shortcuts[key] ??
    (/^[shdcatjqk2-9]$/.test(key) ? key.toUpperCase() : null);
}

/**
 * Return the press that goes to another line or player, or that is about a whole line or hand.
 * @param {string} key
 * @param {State} state
 */
function moveOf(key, { table, hands, seat, line }) {
  const lines = hands[seat].melds.length;
  const { order } = table;
  if (key === "PageUp" && lines) return `line:${line > 0 ? line - 1 : lines - 1}`;
  if (key === "PageDown" && lines) return `line:${(line + 1) % lines}`;
  if (key === ",") return `seat:${order.at(order.indexOf(seat) - 1)}`;
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
  return number <= table.order.length ? `by:${table.order[number - 1]}` : null;
}

/**
 * Move the focus among the keys of a toolbar; tell whether the key of the keyboard is for that.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} keys
 */
function moveFocus({ key }, keys) {
  const at = keys.findIndex((each) => each === document.activeElement);
  const ends = { Home: 0, End: keys.length - 1 };
  const next = ends[/** @type {"Home" | "End"} */ (key)] ?? at + (ARROWS.get(key) ?? NaN);
  if (at < 0 || Number.isNaN(next)) return false;
  if (keys[next]) {
    for (const each of keys) each.tabIndex = each === keys[next] ? 0 : -1;
    keys[next].focus();
  }
  return true;
}
