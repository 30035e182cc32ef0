/** Draws the keys at the foot of the screen, and below them the buttons that go on. */

import { element, icon, setAttributes } from "../../core/elements.js";
import { press } from "./grammar.js";
import { key, redraw, undoKey } from "./parts.js";
import { asksEnding, hasOneHand, isAway, nextSeat } from "./state.js";

/** @import { Frame } from "./frame.js" */
/** @import { OnDemand } from "./pad.js" */
/** @import { Draw, State } from "./state.js" */

const LONG_NAME = 24;
/** Longer names are smaller on the key that goes on to them, which has two lines. */
const LONG_NEXT = 10;

/**
 * Return what stands in the tray: "cards" for the keys, or what stands instead of them. A card of the table needs the
 * keys however hands are entered, and a dead deal has no counts.
 * @param {State} state
 */
function contentOf(state) {
  const { table, pending, fining, hands, seat, ending } = state;
  if (asksEnding(state)) return "ending";
  if (table.kind.asksTableCard(state) || ending === "dead" || (pending && "fact" in pending)) return "cards";
  return fining ? "fines" : hands[seat].mode;
}

/**
 * Draw the keys, or what stands instead of them.
 * @param {Frame["tray"]} tray
 * @param {State} state
 * @param {OnDemand | null} onDemand
 */
export function drawTray(tray, state, onDemand) {
  const other = contentOf(state);
  tray.grid.hidden = other !== "cards";
  tray.other.hidden = other === "cards";
  if (other === "cards") {
    redraw(tray.other);
    drawKeys(tray.keys, state);
  } else if (other === "ending") drawEndings(tray.other, state);
  else onDemand?.[other](tray.other, state);
  const isAsked = other === "ending" || state.table.kind.asksTableCard(state);
  redraw(tray.actions, isAsked ? null : actionsOf(state, other));
}

/**
 * Mark the keys that are chosen, and those whose cards are used up.
 * @param {HTMLElement[]} keys
 * @param {State} state
 */
function drawKeys(keys, state) {
  for (const each of keys) {
    const { press: code = "" } = each.dataset;
    const label = (each.dataset.label ??= each.getAttribute("aria-label") ?? "");
    const isUsedUp = code !== "undo" && press(state, code).refused?.used === true;
    each.classList.toggle("used", isUsedUp);
    setAttributes(each, {
      "aria-label": isUsedUp ? `${label}, used up` : label,
      "aria-pressed": state.table.kind.isDown(state, code)?.toString(),
    });
  }
}

/** @type {(state: State, content: string) => HTMLElement[]} below what stands in the tray */
function actionsOf(state, content) {
  if (content === "fines") return [key("fining", { class: "main" }, "Done")];
  const { toCards, partKeys } = state.table.kind;
  const areSums = content === "totals" || content === "quick";
  return [...(areSums ? [key(toCards, { class: "half" }, "Cards")] : partKeys(state)), goOn(state)];
}

/** @param {State} state */
function goOn(state) {
  const next = nextSeat(state);
  const onward = state.table.kind.onward?.(state);
  const { done, players } = state.table;
  const last = element("span", {}, onward?.words ?? done);
  if (onward) return element("button", { type: "button", class: "main", "data-pair": onward.pair }, last);
  if (next === null) return element("button", { class: "main", "data-done": "yes" }, last);
  const isLong = players[next].length > LONG_NEXT;
  const words = element("span", { class: isLong ? "long" : null }, `Next: ${players[next]}`);
  return key("next", { class: "main" }, words, icon("chevron", "chevron"));
}

/** @type {Draw} asks who went out or knocked: each player has a key, and so has each ending without one */
function drawEndings(place, { table, hands, pressed, cleared }) {
  const playing = hasOneHand(table) ? [table.only] : table.order.filter((seat) => !isAway(hands[seat]));
  const players = playing.map((seat) => {
    const words = hasOneHand(table) ? table.ending_words[0] : table.players[seat];
    const size = /[^\s-]{15}/.test(words) ? "long longest" : words.length < LONG_NAME ? "" : "long";
    return key(`by:${seat}`, { class: `key name ${size}` }, words);
  });
  const others = table.endings.slice(1).map((ending, index) =>
    key(`end:${ending}`, { class: "key name nobody" }, table.ending_words[index + 1])
  );
  redraw(
    place,
    element("h2", { class: "serif" }, table.question ?? `${table.by_label}?`),
    element("div", { class: "answers" }, players, others),
    pressed > 0 && undoKey(cleared ? "Put it back" : undefined),
  );
}
