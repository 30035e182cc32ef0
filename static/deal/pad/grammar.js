/**
 * The grammar of the pad: a state and a key give the next state. Nothing here knows the page.
 *
 * The presses are the truth; undo drops the last one. A press that cannot be leaves the state as it
 * was, with `refused` saying why and where the cards are.
 */

import { firstPlaying, isAway, whyAway, whyNotAway } from "./absence.js";
import { asksUpcard, isAlone, whyElsewhere, whyNoCard } from "./alone.js";
import { nextSpread } from "./arrange.js";
import { cardText, deuce, RANKS, SUITS } from "./cards.js";
import { overuse, usedUp } from "./limits.js";
import { readFields, readLine } from "./text.js";
import * as melds from "./melds.js";

const emptyHand = () => ({
  mode: "cards",
  melds: [],
  hand: [],
  totals: {},
  quick: { melded: {}, in_hand: {} },
});

/** The state before the first press, with what the form already holds; `null` if no key can say it. */
export function start(table, fields = {}) {
  const state = {
    table,
    ending: null,
    by: null,
    flags: {},
    seat: 0,
    part: firstPart(table),
    line: -1,
    pending: null,
    left: "",
    up: null,
    suit: null,
    seen: [],
    refused: null,
    hands: table.players.map(emptyHand),
  };
  const read = readFields(state, fields);
  if (read) read.seen = read.hands.flatMap((hand, seat) => (isTold(hand) ? [seat] : []));
  if (read && isAway(read.hands[read.seat])) read.seat = table.only ?? firstPlaying(read);
  if (read) read.part = read.by === read.seat ? "melded" : firstPart(table);
  return read;
}

const firstPart = (table) => (table.melded ? "melded" : "in_hand");

/** The state after a key; the same state with `refused` where it cannot be. */
export function press(state, key) {
  const next = copy(state);
  next.refused = null;
  const at = key.indexOf(":");
  const [verb, rest] = at < 0 ? [key, ""] : [key.slice(0, at), key.slice(at + 1)];
  const act = ACTS[verb] ?? (state.table.suited ? pressGin : pressCard);
  const why = act(next, rest, { key, before: state }) ?? overuse(next, state);
  return why ? { ...state, refused: why } : next;
}

/** All presses in order; those that cannot be are passed over. */
export const replay = (state, presses) => presses.reduce(press, state);

function copy({ table, ...rest }) {
  return { ...JSON.parse(JSON.stringify(rest)), table };
}

const ACTS = {
  by: (state, rest) => {
    state.by = Number(rest);
    state.ending = state.table.endings[0];
    return whyElsewhere(state, rest) ?? whyAway(state, state.by) ?? goTo(state, state.by);
  },
  end: (state, ending) => {
    state.by = null;
    state.ending = ending;
    state.flags = {};
    if (isAway(state.hands[state.seat])) goTo(state, state.table.only ?? firstPlaying(state));
  },
  ask: (state) => {
    state.ending = null;
  },
  flag: (state, name) => {
    state.flags[name] = !state.flags[name];
  },
  seat: (state, rest) => whyElsewhere(state, rest) ?? goTo(state, Number(rest)),
  show: (state, rest) => {
    const [seat, line] = rest.split(":");
    goTo(state, Number(seat));
    if (line === "hand") open(state, "in_hand");
    else Object.assign(state, { part: "melded", line: Number(line) });
  },
  next: (state) => {
    const following = nextSeat(state);
    if (following === null) return { text: "Everybody is entered." };
    state.seen.push(state.seat);
    return goTo(state, following);
  },
  melded: (state) => open(state, "melded"),
  in_hand: (state) =>
    state.by === state.seat
      ? { text: `${state.table.players[state.seat]} went out and holds no card.` }
      : open(state, "in_hand"),
  new: (state, rank) => {
    open(state, "melded");
    return rank ? melds.laySet(state, rank) : null;
  },
  line: (state, rest) => {
    open(state, "melded");
    state.line = Number(rest);
  },
  x: (state, rest) => {
    state.hands[state.seat].melds.splice(Number(rest), 1);
    state.line = -1;
    state.pending = null;
  },
  card: (state, rest, { before }) => {
    state.pending = null;
    return melds.turnCard(state, before, Number(rest));
  },
  drop: (state, rest) => {
    state.hands[state.seat].hand.splice(Number(rest), 1);
    state.hands[state.seat].spread = null;
  },
  mode: (state, mode) => {
    state.pending = null;
    if (mode === "away") state.hands[state.seat] = { ...emptyHand(), mode };
    state.hands[state.seat].mode = mode;
    return mode === "away" ? whyNotAway(state) : null;
  },
  q: (state, rest) => {
    const [part, value, step] = rest.split(":");
    const classes = state.hands[state.seat].quick[part];
    classes[value] = Math.max(0, (classes[value] ?? 0) + Number(step));
  },
  n: (state, rest) => {
    const [name, value] = rest.split(":");
    state.hands[state.seat].totals[name] = value;
  },
  left: (state, value) => {
    state.left = value;
  },
  t: (state, text) => {
    state.pending = null;
    return whyAway(state, state.seat) ?? readLine(state, text);
  },
  load: (state, fields) => {
    const read = start(state.table, JSON.parse(fields));
    if (!read) return { text: "The keys cannot show what is typed." };
    return void Object.assign(state, read, { left: state.left });
  },
  clear: (state) => void Object.assign(state, start(state.table)),
};

function goTo(state, seat) {
  if (isTold(state.hands[state.seat])) state.seen.push(state.seat);
  state.seen = [...new Set(state.seen)];
  state.seat = seat;
  open(state, state.by === seat ? "melded" : firstPart(state.table));
}

/** Whether anything of a hand was told. */
export const isTold = (hand) =>
  hand.mode !== "cards"
    ? hand.mode === "quick" || Object.keys(hand.totals).length > 0
    : hand.melds.length + hand.hand.length > 0;

function open(state, part) {
  state.part = part;
  state.pending = null;
  state.line = -1;
}

/** Who is next round the table and not yet entered; `null` when the score can be shown. */
export function nextSeat(state) {
  if (isAlone(state.table)) return null;
  const seats = state.hands.length;
  for (let step = 1; step < seats; step += 1) {
    const seat = (state.seat + step) % seats;
    if (!state.seen.includes(seat) && !isAway(state.hands[seat])) return seat;
  }
  return null;
}

/** A key of the card part: suits, ranks, the queen of spades, the Joker. */
function pressCard(state, rest, { key }) {
  if (state.hands[state.seat].mode !== "cards") {
    return whyAway(state, state.seat) ?? { text: "Only totals are told here." };
  }
  if (SUITS.includes(key)) return pressSuit(state, key);
  if (state.part === "in_hand") return void state.hands[state.seat].hand.push(key);
  if (state.pending?.suit) return pressEnd(state, key);
  if (state.pending?.wild) return pressPlace(state, key);
  if (key === "JK" || key === deuce(state.table)) return pressWild(state, key);
  if (key === "QS") return melds.queenOfSpades(state);
  return pressRank(state, key[0]);
}

function pressSuit(state, suit) {
  if (state.part === "in_hand") return { text: "Cards in hand need no suit; Q♠ has a key." };
  state.pending = { suit };
  return void (state.line = -1);
}

function pressEnd(state, key) {
  const { suit, from } = state.pending;
  const end = melds.endOf(key);
  if (!end) return { text: "A run goes from rank to rank; its Joker comes after." };
  if (!from) return void (state.pending = { suit, from: end });
  const why = melds.layRun(state, suit, from, end);
  if (!why) state.pending = null;
  return why;
}

/** The rank that a wild of the open run stands for. */
function pressPlace(state, key) {
  const rank = melds.endOf(key);
  if (!rank) return { text: "Press the rank that the wild card stands for." };
  const why = melds.wildIntoRun(state, state.pending.wild, rank);
  if (!why) state.pending = null;
  return why;
}

function pressWild(state, wild) {
  const meld = melds.openMeld(state);
  if (wild === "2" && (!meld || (!meld.suit && meld.cards[0].r === "2"))) {
    return pressRank(state, "2");
  }
  if (!meld) return { text: "The meld first, then its wild cards." };
  if (!meld.suit) return melds.wildIntoSet(state, wild);
  const why = meld.cards.some((card) => card.auto && card.w === wild) ? null : usedUp(state, wild);
  if (!why) state.pending = { wild };
  return why;
}

function pressRank(state, rank) {
  if (!RANKS.includes(rank)) return { text: "There is no such key." };
  const meld = melds.openMeld(state);
  const same = meld && !meld.suit && meld.cards[0].r === rank;
  return same ? melds.growSet(state, rank) : melds.laySet(state, rank);
}

const HAND = 10;
const BIG_GIN = 11;

/** What a key does at a gin table; an answer is why it cannot. */
function pressGin(state, rest, { key }) {
  if (SUITS.includes(key)) return void (state.suit = key);
  const special = { up: changeUpcard, dead, sums, split }[key];
  return special ? special(state) : pressGinRank(state, key);
}

function changeUpcard(state) {
  state.up = null;
  state.suit = null;
}

function dead(state) {
  state.by = null;
  state.ending = state.ending === "dead" ? null : "dead";
}

function sums(state) {
  const mode = state.hands.some((hand) => hand.mode === "totals") ? "cards" : "totals";
  state.hands.forEach((hand) => (hand.mode = mode));
}

/** The cards at hand another way, as their player spread them. */
function split(state) {
  const { table, seat, by, up } = state;
  const hand = state.hands[seat];
  const most = seat === by && up ? table.limits[up[0]] : Infinity;
  const spread = hand.mode === "cards" ? nextSpread(hand, table, most) : undefined;
  if (spread === undefined) return { text: "These cards can lie in one way only." };
  return void (hand.spread = spread);
}

function pressGinRank(state, rank) {
  if (!state.suit) return { text: "Choose a suit first." };
  const code = rank + state.suit;
  if (asksUpcard(state)) {
    state.up = code;
    return void (state.suit = null);
  }
  const early = whyNoCard(state);
  if (early) return early;
  const own = state.hands[state.seat];
  const { hand, mode } = own;
  const most = state.seat === state.by ? BIG_GIN : HAND;
  if (mode !== "cards") return { text: "Only the count is told here." };
  if (hand.length >= most) {
    const name = state.table.players[state.seat];
    const text = `${name} has ${most} cards without ${cardText(code)}; tap one to take it out.`;
    return usedUp(state, code) ?? { text };
  }
  own.spread = null;
  return void hand.push(code);
}
