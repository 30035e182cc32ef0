/**
 * The grammar of the pad: a state and a press give the next state. Nothing here knows the page.
 *
 * Only the presses of a deal are kept, and undo drops the last one. A press that is not possible
 * leaves the state as it was, and `refused` says why and where the cards are.
 */

import { cardWords, RANKS } from "./cards.js";
import { readFields } from "./fields.js";
import { whyOverused } from "./pack.js";
import { partPoints, sumName, sumNames, valuesOf } from "./points.js";
import {
  emptyHand,
  emptyState,
  firstPart,
  firstPlaying,
  isAway,
  isEntered,
  nextSeat,
  openHand,
  openPart,
  whyAway,
  whyNoneHeld,
  whyNotAway,
  whyOtherHand,
} from "./state.js";

/** @import { Facts } from "./asking.js" */
/** @import { Texts } from "./fields.js" */
/** @import { Act, Hand, Mode, PadTable, Part, Press, Refusal, Refused, State } from "./state.js" */

const MOST_DIGITS = 5;
/** @type {Mode[]} */
const MODES = ["cards", "quick", "totals"];

/**
 * Return the state before the first press, with what the form holds; null if the pad cannot show that.
 * @param {PadTable} table
 * @param {Texts} texts the form's fields, and under "mode" how hands are usually entered at this table
 */
export function start(table, texts) {
  const state = emptyState(table, MODES.find((mode) => mode === texts.mode));
  if (!readFields(state, texts)) return null;
  state.seen = state.hands.flatMap((hand, seat) => (isEntered(hand) ? [seat] : []));
  if (isAway(state.hands[state.seat])) state.seat = firstPlaying(state);
  if (state.by === state.seat) state.part = "melded";
  return state;
}

/**
 * Return the state after a press, or the same state with `refused` if the press is not possible.
 * @param {State} state
 * @param {string} code a key, or a verb and what it is about: "8", "seat:2"
 * @returns {State}
 */
export function press(state, code) {
  const { table, ...own } = state; // the table is never changed
  const next = { ...structuredClone(own), table, refused: null, cleared: false, made: "" };
  const at = code.indexOf(":");
  const [verb, rest] = at < 0 ? [code, ""] : [code.slice(0, at), code.slice(at + 1)];
  const { kind } = state.table;
  const act = ACTS[verb] ?? kind.acts[verb];
  // An older pad kept presses that are no longer known.
  const pressed = act ? act(next, rest, state) : at < 0 ? kind.pressKey(next, code) : { text: "" };
  // A rank is what is waited for, and whoever is led to another place goes there.
  const isNoDrop = verb === "show" || (at < 0 && RANKS.includes(code[0]));
  // What was sent stands as it is, and is warned of.
  const why = pressed ?? (isNoDrop ? null : whyDropped(state, next)) ??
    (verb === "sent" ? null : whyOverused(next, state));
  return why ? { ...state, refused: why } : { ...next, pressed: state.pressed + 1 };
}

/**
 * Return what a wild or a run still needs, of which a part is entered; null where nothing waits.
 * @param {State} state
 * @returns {Refusal | null}
 */
export function whyUnfinished({ table, pending }) {
  if (pending && "wild" in pending) {
    return { text: `Which card is the ${cardWords(pending.wild, table)}? Tap it, or press its rank.` };
  }
  const isBegun = pending && "suit" in pending && pending.from && !pending.laid;
  return isBegun ? { text: "Press the last card of this run." } : null;
}

/**
 * Return why a press is not possible that would drop what waits for another key, without a word.
 * @type {(before: State, next: State) => Refusal | null}
 */
function whyDropped(before, next) {
  const why = whyUnfinished(before);
  const isKept = JSON.stringify(next.pending) === JSON.stringify(before.pending) && next.ending !== null;
  return why && !isKept && JSON.stringify(next.hands) === JSON.stringify(before.hands) ? why : null;
}

/**
 * Return the state after all presses. Presses that are not possible change nothing.
 * @param {State} state
 * @param {string[]} presses
 */
export const replay = (state, presses) => presses.reduce(press, state);

/**
 * The presses that are no cards, by their verbs. Each changes the state that it gets.
 * @type {Record<string, Act>}
 */
const ACTS = {
  // Who ended the deal, and how.
  by: (state, rest) => {
    state.by = Number(rest);
    state.ending = state.table.endings[0];
    return whyOtherHand(state, state.by) ?? whyAway(state, state.by) ?? goTo(state, state.by);
  },
  end: (state, ending) => {
    Object.assign(state, { by: null, ending, flags: {} });
    if (isAway(openHand(state))) goTo(state, firstPlaying(state));
  },
  ask: (state) => {
    state.ending = null;
  },
  flag: (state, name) => {
    state.flags[name] = !state.flags[name];
  },

  // From player to player.
  seat: (state, rest) => whyOtherHand(state, Number(rest)) ?? goTo(state, Number(rest)),
  show: (state, rest) => {
    const [seat, line] = rest.split(":");
    goTo(state, Number(seat));
    if (line === "hand") openPart(state, "in_hand");
    else Object.assign(state, { part: "melded", line: Number(line) });
  },
  next: (state, rest) => {
    const following = rest ? Number(rest) : nextSeat(state);
    if (following === null) return { text: "All hands are entered." };
    state.seen.push(state.seat);
    return goTo(state, following);
  },

  give: (state, rest) => swapHands(state, Number(rest)),

  // The parts of a hand.
  melded: (state) => openPart(state, "melded"),
  in_hand: (state) => whyNoneHeld(state) ?? openPart(state, "in_hand"),
  drop: (state, rest) => {
    const hand = openHand(state);
    hand.held.splice(Number(rest), 1);
    hand.spread = null;
    if (state.table.kind.areMelds) openPart(state, "in_hand");
  },

  // Hands without cards: counts of cards, sums, or nothing.
  mode: (state, mode) => setMode(state, /** @type {Hand["mode"]} */ (mode)),
  d: pressDigits,
  q: (state, rest) => {
    const [part, value, step] = rest.split(":");
    const counts = openHand(state).quick[/** @type {Part} */ (part)];
    counts[value] = Math.max(0, (counts[value] ?? 0) + Number(step));
  },
  left: (state, value) => {
    state.left = value;
  },

  // What was said or typed, as it was heard.
  add: addHeard,
  load: (state, texts) => {
    const read = start(state.table, { ...JSON.parse(texts), mode: state.usual });
    if (!read) return { text: "The keys cannot show what is typed." };
    Object.assign(state, read, { left: state.left });
  },
  // Hands that other phones have sent, of players of whom nothing was entered here, or as they were sent before.
  sent: (state, texts, { made, cleared, refused }) => {
    for (const [seat, hand] of start(state.table, JSON.parse(texts))?.hands.entries() ?? []) {
      if (!isEntered(hand)) continue;
      const { breaches, fines, facts } = state.hands[seat];
      state.hands[seat] = { ...hand, breaches: { ...hand.breaches, ...breaches }, fines: [...hand.fines, ...fines] };
      Object.assign(state.hands[seat].facts, facts);
      state.seen.push(seat);
    }
    Object.assign(state, { made, cleared, refused });
  },
  clear: (state) => void Object.assign(state, start(state.table, { mode: state.usual }), { cleared: true }),
};

/** @type {Press} adds what was heard of the open hand, or of several hands by the names of their players */
function addHeard(state, facts) {
  const { seat } = state;
  /** @type {Facts & { next?: number, hands?: (Facts & { seat: number })[] }} */
  const told = JSON.parse(facts);
  for (const hand of told.hands ?? []) {
    const why = whyOtherHand(state, hand.seat) ?? goTo(state, hand.seat) ?? addTold(state, hand);
    if (why) return why;
  }
  const why = told.hands ? goTo(state, seat) : addTold(state, told);
  if (why) return why;
  if (told.next !== undefined) goTo(state, told.next);
}

/** @type {(state: State, told: Facts) => Refused} adds to the open hand; who went out has told all of it */
function addTold(state, told) {
  const { table, seat } = state;
  const { breaches, fines, facts } = openHand(state);
  if (told.instead) state.hands[seat] = { ...emptyHand("cards"), breaches, fines, facts };
  state.pending = null;
  if (told.out) Object.assign(state, { by: seat, ending: table.endings[0] });
  const why = whyAway(state, seat) ?? table.kind.addHand(state, told);
  if (!why && told.concealed && table.flags.some(({ name }) => name === "concealed")) state.flags.concealed = true;
  return why;
}

/** @type {(state: State, seat: number) => void} */
function goTo(state, seat) {
  const hasNone = state.by === state.seat && !state.table.melded;
  if (hasNone || isEntered(openHand(state))) state.seen.push(state.seat);
  state.seen = [...new Set(state.seen)];
  state.seat = seat;
  openPart(state, state.by === seat ? "melded" : firstPart(state.table));
}

/**
 * Swap the open hand with that of another player: the cards were entered for the wrong one. Penalties stay with the
 * player to whom the table gave them.
 * @param {State} state
 * @param {number} other
 */
function swapHands(state, other) {
  const { hands, seat } = state;
  const why = whyOtherHand(state, other) ?? whyAway(state, seat) ?? whyAway(state, other);
  if (why) return why;
  const [given, got] = [hands[seat], hands[other]];
  hands[other] = { ...given, breaches: got.breaches, fines: got.fines };
  hands[seat] = { ...got, breaches: given.breaches, fines: given.fines };
  state.seen = state.seen.map((each) => each === seat ? other : each === other ? seat : each);
  if (state.by === seat || state.by === other) state.by = whoEnded(state, state.by, seat + other - state.by);
  return goTo(state, other);
}

/**
 * Return who ended the deal once two hands are swapped: the one whose cards can have ended it, else the one who has
 * cards at all, else the player who has those cards now.
 * @param {State} state
 * @param {number} before who ended it until then
 * @param {number} after who has that player's cards
 */
function whoEnded(state, before, after) {
  const { table, hands } = state;
  const seats = [before, after];
  const able = seats.filter((seat) => table.kind.canEnd(state, hands[seat]));
  const entered = seats.filter((seat) => isEntered(hands[seat]));
  return [able, entered].find((found) => found.length === 1)?.[0] ?? after;
}

/**
 * Enter the open hand in another way, and all hands after it that are not entered yet.
 * @param {State} state
 * @param {Hand["mode"]} mode
 */
function setMode(state, mode) {
  const hand = openHand(state);
  openPart(state, state.part);
  if (mode === "away") {
    state.hands[state.seat] = emptyHand(mode);
    return whyNotAway(state);
  }
  if (isAway(hand)) hand.mode = state.usual;
  else if (MODES.includes(mode)) {
    if (mode === "totals") carrySums(state);
    else if (mode === "quick" && hand.mode === "cards" && !isEntered({ ...hand, mode })) countCards(state);
    state.usual = mode;
    for (const each of state.hands) if (each === hand || !(isAway(each) || isEntered(each))) each.mode = mode;
  }
}

/** @type {(state: State) => void} begins the counts with the cards of the open hand */
function countCards({ table, hands, seat }) {
  const { quick } = hands[seat];
  for (const [part, values] of Object.entries(valuesOf(hands[seat], table))) {
    const counts = quick[/** @type {Part} */ (part)];
    for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  }
}

/** @type {(state: State) => void} begins the sums with what cards or counts come to, if none are typed */
function carrySums(state) {
  const hand = openHand(state);
  const isTyped = Object.keys(hand.totals).some((name) => !hand.given.includes(name));
  if (isTyped || !isEntered(hand)) return;
  const { melded, in_hand } = partPoints(state, state.seat);
  hand.given = sumNames(state, state.seat);
  for (const name of hand.given) hand.totals[name] = String(name === "in_hand_points" ? in_hand : melded);
}

/**
 * Return the figure that the digits go to: a penalty, or a sum.
 * @param {State} state
 */
export function openFigure(state) {
  const { fines, totals } = openHand(state);
  return (state.fining ? fines[0]?.points : totals[sumName(state)]) ?? "";
}

/** @type {Press} */
function pressDigits(state, digits) {
  const hand = openHand(state);
  const { totals, fines, given } = hand;
  const name = sumName(state);
  const text = String(Number((given.includes(name) && !state.fining ? "" : openFigure(state)) + digits));
  if (!name && !state.fining) return { text: "There is nothing to count." };
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS) return { text: "That is more than a deal can count." };
  if (state.fining) fines[0] = { reason: fines[0]?.reason ?? "", points: text };
  else {
    totals[name] = text;
    hand.given = given.filter((each) => each !== name);
  }
}
