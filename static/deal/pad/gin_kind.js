/** The kind of pad for whole hands of gin. A suit and a rank make a card; the rest has keys of its own. */

import { GIN_HAND, isSpread, layoutOf, nextSpread } from "./arrange.js";
import { cardText, SUITS } from "./cards.js";
import { findGinBoard, makePreview } from "./gin_board.js";
import { readCards } from "./notation.js";
import { whyUsedUp } from "./pack.js";
import { half, key } from "./parts.js";
import { hasOneHand, isEntered, openHand, SOMEBODY_ELSE } from "./state.js";

/** @import { Kind, Mode, Press, Refusal, State } from "./state.js" */

/** @type {Press} */
function pressGin(state, key) {
  if (SUITS.includes(key)) state.suit = key;
  else if (key in WORD_KEYS) return WORD_KEYS[key](state);
  else return pressGinRank(state, key);
}

/** @type {Record<string, (state: State) => Refusal | void>} */
const WORD_KEYS = {
  up: (state) => void Object.assign(state, { up: null, suit: null }),
  dead: (state) => void Object.assign(state, { by: null, ending: state.ending === "dead" ? null : "dead" }),
  sums: (state) => {
    state.usual = openHand(state).mode === "totals" ? "cards" : "totals";
    enterBy(state, state.usual);
  },
  split: spreadAnew,
};

/** @type {(state: State, mode: Mode) => void} the open hand, and those of which nothing is in */
function enterBy(state, mode) {
  for (const hand of state.hands) if (hand === openHand(state) || !isEntered(hand)) hand.mode = mode;
}

/** @type {Kind} */
export const GIN = {
  areMelds: false,
  canEnd,
  tableCard: "upcard",
  asksTableCard: asksUpcard,
  toCards: "sums",
  shortcuts: { u: "up", p: "split" },
  isDown,
  partKeys: seatKeys,
  heldPress: () => null,
  pressKey: pressGin,
  acts: {},
  readHand,
  addHand,
  linesOf: () => ["gin"],
  writeHand,
  findBoard: findGinBoard,
  makePreview,
};

/** @type {Kind["canEnd"]} */
function canEnd({ table, up }, hand) {
  const { mode, held, totals } = hand;
  const most = up ? table.limits[up[0]] : Infinity;
  if (mode !== "cards") return totals.deadwood_points !== undefined && Number(totals.deadwood_points) <= most;
  if (held.length < GIN_HAND) return false;
  return layoutOf(hand, table).count <= most;
}

/** @type {Kind["asksTableCard"]} a single hand needs it only if its player knocked */
function asksUpcard({ table, up, ending }) {
  return !up && !(hasOneHand(table) && (ending === null || ending === SOMEBODY_ELSE));
}

/** @type {Kind["isDown"]} */
function isDown({ suit, ending, hands, seat }, code) {
  if (SUITS.includes(code)) return code === suit;
  if (code === "dead") return ending === code;
  return code === "sums" ? hands[seat].mode === "totals" : null;
}

/** @type {Kind["partKeys"]} */
function seatKeys({ table, ending, seat: open }) {
  if (ending === "dead") return [key("dead", { class: "half" }, "Not dead")];
  return hasOneHand(table) ? [] : table.order.map((seat) => half(`seat:${seat}`, table.players[seat], seat === open));
}

/** @param {State} state */
function spreadAnew({ table, hands, seat, by, up }) {
  const hand = hands[seat];
  const most = seat === by && up ? table.limits[up[0]] : Infinity;
  const spread = hand.mode === "cards" ? nextSpread(hand, table, most) : undefined;
  if (spread === undefined) return { text: "These cards can lie in one way only." };
  hand.spread = spread;
}

/** @type {Press} */
function pressGinRank(state, rank) {
  if (!state.suit) return { text: "Choose a suit first." };
  const code = rank + state.suit;
  if (asksUpcard(state)) return void Object.assign(state, { up: code, suit: null });
  return whyNoCard(state) ?? addCard(state, code);
}

/** @type {Press} */
function addCard(state, code) {
  const hand = state.hands[state.seat];
  const most = GIN_HAND + (state.seat === state.by ? 1 : 0);
  if (hand.mode !== "cards") return { text: "Only the count is asked here." };
  if (hand.held.length >= most) {
    const name = state.table.players[state.seat];
    const text = `${name} has ${most} cards without ${cardText(code)}; tap one to take it out.`;
    return whyUsedUp(state, code) ?? { text };
  }
  hand.spread = null;
  hand.held.push(code);
}

/** @param {State} state */
function whyNoCard({ by, ending }) {
  if (by !== null || ending === SOMEBODY_ELSE) return;
  return { text: ending ? "A dead deal needs no cards." : "Say who knocked first." };
}

/** @type {Kind["readHand"]} its player may have laid it out */
function readHand(table, hand, text) {
  const melds = text("melds").split("\n").filter((line) => line.trim());
  const isLaidOut = melds.length > 0 || text("deadwood") !== "";
  const groups = (isLaidOut ? [...melds, text("deadwood")] : [text("cards")]).map((line) =>
    readCards(table, line, true)
  );
  const known = groups.filter((group) => group !== null);
  if (known.length < groups.length) return false;
  hand.held = known.flat();
  if (isLaidOut || hand.held.length) hand.mode = "cards";
  if (isLaidOut) hand.spread = known.slice(0, -1);
  return !hand.spread || isSpread(hand.held, hand.spread, table);
}

/** @type {Kind["addHand"]} melds lie as they were said; one card answers the question for the upcard */
function addHand(state, { cards = "", melds = [], deadwood = "", deadwood_points: points }) {
  const { table } = state;
  const hand = openHand(state);
  const groups = [...melds, deadwood, cards].map((text) => readCards(table, text, true) ?? []);
  const held = groups.flat();
  if (asksUpcard(state) && held.length === 1) return void Object.assign(state, { up: held[0], suit: null });
  if (points !== undefined && hand.held.length) return { text: "Cards are entered here: no points instead of them." };
  if (points === undefined) {
    hand.held.push(...held);
    const spread = groups.slice(0, melds.length);
    hand.spread = melds.length && isSpread(hand.held, spread, table) ? spread : null;
  } else hand.totals.deadwood_points = String(points);
  enterBy(state, points === undefined ? "cards" : "totals");
}

/** @type {Kind["writeHand"]} */
function writeHand({ table, hands }, seat) {
  const { mode, held, spread, totals } = hands[seat];
  if (mode !== "cards") return { deadwood_points: totals.deadwood_points ?? "" };
  if (!spread) return { cards: held.join(" ") };
  const melds = spread.map((meld) => meld.join(" "));
  return { melds: melds.join("\n"), deadwood: layoutOf(hands[seat], table).deadwood.join(" ") };
}
