/** Draws the keys at the foot of the screen, and below them the buttons that go on. */

import { element, setAttributes } from "../../core/elements.js";
import { drawAbsence, drawEndings } from "./answers.js";
import { cardWords, RANKS, rankText, rankWord, SUITS, suitWord } from "./cards.js";
import { SUIT_ICONS } from "./faces.js";
import { press } from "./grammar.js";
import { seldomNow } from "./later.js";
import { half, icon, key, redraw } from "./parts.js";
import { asksEnding, asksUpcard } from "./questions.js";
import { nextSeat } from "./state.js";
import { deuceOf, hasOneHand, isGin } from "./table.js";

/** @import { Part, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/**
 * @typedef {object} Tray
 * @property {HTMLElement} element
 * @property {HTMLElement[]} keys
 * @property {HTMLElement} grid the place of the keys
 * @property {HTMLElement} other the place of what stands instead of them
 * @property {HTMLElement} actions
 */

/** @type {Record<string, [string, string]>} what stands on a key, and what it does */
const WORDS = {
  new: ["New", "New: new set of the same rank"],
  undo: ["", "take back one press"],
  sums: ["Sums", "Sums: just the counts"],
  dead: ["Dead", "Dead: dead deal: two cards left"],
  split: ["Split", "Split: lay the cards another way"],
};

/**
 * Return the codes of the keys, in three rows of seven.
 * @param {PadTable} table
 */
function keysOf(table) {
  if (isGin(table)) return [...SUITS, "sums", "dead", "undo", ...RANKS, "split"];
  const special = table.split_twos ? "2B" : "QS";
  const ranks = RANKS.map((rank) => (rank === "2" && table.split_twos ? "2R" : rank));
  return [...SUITS, special, "new", "undo", ...ranks, "JK"];
}

/**
 * @param {string} code
 * @param {PadTable} table
 */
function makeKey(code, table) {
  if (code in WORDS) {
    const [text, label] = WORDS[code];
    return key(code, { class: "key wordy", "aria-label": label }, text || icon("backspace"));
  }
  if (SUITS.includes(code)) {
    const label = isGin(table) ? suitWord(code) : `run of ${suitWord(code)}`;
    return key(code, { class: `key ${SUIT_ICONS[code]}`, "aria-label": label }, icon(SUIT_ICONS[code], "suit"));
  }
  return makeCardKey(code, table);
}

/**
 * @param {string} code
 * @param {PadTable} table
 */
function makeCardKey(code, table) {
  const isWild = code === "JK" || code === deuceOf(table);
  const face = code === "JK" ? icon("joker", "suit") : rankText(code[0]);
  const suit = code === "QS" ? "spade" : ""; // a red two has no suit
  const classes = ["key", suit && "duo", code === "2R" && "heart"].filter(Boolean).join(" ");
  const label = code.length > 1 || isWild ? cardWords(code, table) : rankWord(code);
  return key(
    code,
    { class: classes, "aria-label": label },
    isWild ? element("span", { class: "ring" }, face) : face,
    suit ? icon(suit, "suit") : null,
  );
}

/**
 * Make the keys, and the place for what stands instead of them.
 * @param {PadTable} table
 * @returns {Tray}
 */
export function makeTray(table) {
  const keys = keysOf(table).map((code) => makeKey(code, table));
  const grid = element("div", { class: "keys", role: "group", "aria-label": "Keys" }, keys);
  const other = element("div", { class: "other" });
  const actions = element("div", { class: "actions" });
  return { element: element("div", { class: "tray" }, grid, other, actions), keys, grid, other, actions };
}

/**
 * Return what stands in the tray: "cards" for the keys, or what stands instead of them. The upcard needs the keys
 * however hands are entered, and a dead deal has no counts.
 * @param {State} state
 */
function contentOf(state) {
  const { pending, fining, hands, seat, ending } = state;
  if (asksEnding(state)) return "ending";
  if (asksUpcard(state) || ending === "dead" || (pending && "fact" in pending)) return "cards";
  return fining ? "fines" : hands[seat].mode;
}

/**
 * Draw the keys, or what stands instead of them.
 * @param {Tray} tray
 * @param {State} state
 */
export function drawTray(tray, state) {
  const { seat, part, by, up, ending } = state;
  const other = contentOf(state);
  setAttributes(tray.grid, { hidden: other !== "cards" });
  setAttributes(tray.other, { hidden: other === "cards" });
  if (other === "cards") redraw(tray.other, other, () => []);
  if (other === "cards") drawKeys(tray.keys, state);
  else if (other === "ending") drawEndings(tray.other, state);
  else if (other === "away") drawAbsence(tray.other, state);
  else seldomNow()?.[other](tray.other, state);
  redraw(
    tray.actions,
    [other, seat, part, by, up, ending, nextSeat(state)],
    () => (other === "ending" || asksUpcard(state) ? [] : actionsOf(state, other)),
  );
}

/**
 * Mark the keys that are chosen, and those whose cards are used up.
 * @param {HTMLElement[]} keys
 * @param {State} state
 */
function drawKeys(keys, state) {
  const { table, suit, pending, ending, hands, seat } = state;
  /** @type {Record<string, boolean>} keys that stay down */
  const down = { dead: ending === "dead", sums: hands[seat].mode === "totals" };
  const chosen = isGin(table) ? suit : pending && ("suit" in pending ? pending.suit : "of" in pending && pending.of);
  for (const each of keys) {
    const { press: code = "" } = each.dataset;
    const label = (each.dataset.label ??= each.getAttribute("aria-label") ?? "");
    const isUsedUp = code !== "undo" && press(state, code).refused?.used === true;
    each.classList.toggle("used", isUsedUp);
    setAttributes(each, {
      "aria-label": isUsedUp ? `${label}, used up` : label,
      "aria-pressed": SUITS.includes(code) ? String(code === chosen) : code in down ? String(down[code]) : null,
    });
  }
}

/**
 * @param {State} state
 * @param {string} content what stands in the tray
 */
function actionsOf(state, content) {
  if (content === "fines") return [key("fining", { class: "main" }, "Done")];
  if (content === "totals" || content === "quick") {
    return [key(isGin(state.table) ? "sums" : "mode:cards", { class: "half" }, "Cards"), goOn(state)];
  }
  if (!isGin(state.table)) return [...partKeys(state), goOn(state)];
  if (state.ending === "dead") return [key("dead", { class: "half" }, "Not dead"), done(state)];
  return [...seatKeys(state), goOn(state)];
}

/** @param {State} state */
function goOn(state) {
  const next = nextSeat(state);
  if (next === null) return done(state);
  const words = element("span", {}, `Next: ${state.table.players[next]}`);
  return key("next", { class: "main" }, words, icon("chevron", "chevron"));
}

/** @param {State} state */
const done = ({ table }) => element("button", { class: "main", "data-done": "yes" }, element("span", {}, table.done));

/** @param {State} state */
const seatKeys = ({ table, seat: open }) =>
  hasOneHand(table) ? [] : table.players.map((name, seat) => half(`seat:${seat}`, name, seat === open));

/**
 * Return the keys for the parts of the open hand. A player who went out has no cards in hand.
 * @param {State} state
 */
function partKeys({ table, hands, seat, by, part: open }) {
  if (hands[seat].mode !== "cards" || (by === seat && table.melded)) return [];
  const melded = half("melded", table.melded ? "Melded" : "Down", open === "melded");
  const held = half("in_hand", "In hand", open === "in_hand");
  if (by === seat) return [melded];
  return table.melded ? [melded, held] : [held, melded];
}
