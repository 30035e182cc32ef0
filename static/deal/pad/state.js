/** Defines the state of the pad: what has been entered, to what the next key applies, and what is asked first. */

import { firstPart, hasOneHand } from "./table.js";

/** @import { PadTable } from "./table.js" */

/**
 * @typedef {object} State
 * @property {PadTable} table
 * @property {string | null} ending how the deal ended; null until that is entered
 * @property {number | null} by the seat whose player went out or knocked; null for nobody
 * @property {Record<string, boolean>} flags
 * @property {number} seat the seat whose hand is entered now
 * @property {Part} part the part of that hand that is open
 * @property {number} line the meld that is open; -1 for none
 * @property {Pending | null} pending a run, a wild or a card of its own that needs another key
 * @property {string} left cards left in the stock and discards, as typed
 * @property {string | null} up the upcard
 * @property {string | null} suit in gin, the suit of the next rank key
 * @property {number[]} seen the seats whose hands were entered
 * @property {Mode} usual how hands are entered at this table until another way is chosen
 * @property {boolean} fining whether the keys for penalties stand in place of the others
 * @property {boolean} cleared whether the last press threw everything away
 * @property {number} pressed how many presses made this state
 * @property {Refusal | null} refused why the last key did nothing
 * @property {Hand[]} hands by seat
 */
/** @typedef {"melded" | "in_hand"} Part */
/** @typedef {"cards" | "quick" | "totals"} Mode cards, counts by value, or sums */
/**
 * A run without its last end, a run's wild, or a card that is a fact of its own.
 * @typedef {{ suit: string, from?: string } | { wild: string } | { fact: string, of?: string }} Pending
 */
/**
 * Why a press is not possible: `used` if no such card is left; `at` shows why, `offer` is a press that does it all the
 * same.
 * @typedef {{ text: string, used?: boolean, at?: Place, offer?: { press: string, words: string } }} Refusal
 */
/** @typedef {{ seat: number, line: number | "hand" }} Place */

/**
 * @typedef {object} Hand
 * @property {Mode | "away"} mode what is entered; nothing for a player who is away
 * @property {Meld[]} melds
 * @property {string[]} held the cards in hand; in gin all cards of the hand
 * @property {string[][] | null} spread the melds of a gin hand as its player laid them out; null for the best way
 * @property {Record<string, string>} totals the sums, by field name
 * @property {string[]} given the sums that the form held at first: the first digit replaces one
 * @property {Record<Part, Record<string, number>>} quick how many cards of each value
 * @property {Record<string, number>} breaches how often each law that fines was broken
 * @property {Fine[]} fines penalties that the table set itself
 * @property {Record<string, string>} facts other facts of the hand as the form has them, by field name
 */
/** @typedef {{ points: string, reason: string }} Fine */
/** @typedef {[string, string, boolean]} Chip a press, its words, and whether it is down */
/** @typedef {{ suit: string, cards: MeldCard[] }} Meld a set has no suit of its own: "" */
/**
 * A place of a meld, and the wild that lies in it.
 * @typedef {object} MeldCard
 * @property {string} rank
 * @property {string} suit "" where nobody gave it
 * @property {string} wild the wild's code; "" for a natural card
 * @property {boolean} [auto] the pad chose the wild or the suit
 */

const FEWEST_PLAYING = 2;

/**
 * @param {Mode | "away"} mode
 * @returns {Hand}
 */
export const emptyHand = (mode) => ({
  mode,
  melds: [],
  held: [],
  spread: null,
  totals: {},
  given: [],
  quick: { melded: {}, in_hand: {} },
  breaches: {},
  fines: [],
  facts: {},
});

/**
 * @param {PadTable} table
 * @param {Mode} [usual]
 * @returns {State}
 */
export const emptyState = (table, usual = "cards") => ({
  table,
  ending: table.ending ?? null,
  by: null,
  flags: {},
  seat: table.only ?? 0,
  part: firstPart(table),
  line: -1,
  pending: null,
  left: "",
  up: null,
  suit: null,
  seen: [],
  usual,
  fining: false,
  cleared: false,
  pressed: 0,
  refused: null,
  hands: table.players.map(() => emptyHand(usual)),
});

/**
 * Return a copy that can be changed; the table is never changed.
 * @param {State} state
 * @returns {State}
 */
export const copy = ({ table, ...rest }) => ({ ...structuredClone(rest), table });

/**
 * Return the hand that is entered now.
 * @param {State} state
 */
export const openHand = (state) => state.hands[state.seat];

/**
 * Open a part of the hand that is entered now.
 * @param {State} state
 * @param {Part} part
 */
export function openPart(state, part) {
  Object.assign(state, { part, pending: null, line: -1, fining: false });
}

/** @param {Record<string, number>} counts */
const isCounted = (counts) => Object.values(counts).some(Boolean);

/**
 * Tell whether anything of a hand's cards was entered.
 * @param {Hand} hand
 */
export function isEntered({ mode, melds, held, totals, quick }) {
  if (mode === "cards") return melds.length + held.length > 0;
  if (mode === "quick") return isCounted(quick.melded) || isCounted(quick.in_hand);
  return Object.keys(totals).length > 0;
}

/**
 * Return the next seat round the table that is not entered yet; null when all are, or where a dead deal needs none.
 * @param {State} state
 */
export function nextSeat({ table, ending, hands, seat, seen }) {
  if (hasOneHand(table) || ending === "dead") return null;
  for (let step = 1; step < hands.length; step += 1) {
    const next = (seat + step) % hands.length;
    if (!seen.includes(next) && !isAway(hands[next])) return next;
  }
  return null;
}

/**
 * Tell whether a player sits this deal out.
 * @param {Hand} hand
 */
export const isAway = ({ mode }) => mode === "away";

/**
 * Return why the player whose hand is entered cannot sit out, or null.
 * @param {State} state
 */
export function whyNotAway({ table, hands, by, seat }) {
  const name = table.players[seat];
  if (!table.fields.includes("sat_out")) return { text: "Everybody plays here." };
  if (by === seat) return { text: `${name} went out, and so took part.` };
  const others = hands.filter((hand, other) => other !== seat && !isAway(hand));
  return others.length < FEWEST_PLAYING ? { text: "At least two must play." } : null;
}

/**
 * Return why a key cannot be used for a player who sits out; null for one who plays.
 * @param {State} state
 * @param {number} seat
 */
export const whyAway = ({ table, hands }, seat) =>
  isAway(hands[seat]) ? { text: `${table.players[seat]} sits this deal out.` } : null;

/**
 * Return the first seat whose player takes part.
 * @param {State} state
 */
export const firstPlaying = ({ table, hands }) => table.only ?? Math.max(0, hands.findIndex((hand) => !isAway(hand)));

/**
 * Return why a key cannot be used for a seat, where only another seat's hand is entered; else null.
 * @param {State} state
 * @param {number} seat
 */
export const whyOtherHand = ({ table }, seat) =>
  hasOneHand(table) && table.only !== seat
    ? { text: `Only ${table.players[table.only]}’s hand is entered here.` }
    : null;

/**
 * Tell whether it is time to ask who ended the deal.
 * @param {State} state
 */
export const asksEnding = (state) => state.ending === null && !state.table.kind.asksTableCard(state);

/**
 * Return how the deal can have ended, where one hand is entered and that is not asked first: that its player went out,
 * and until the hand is begun the rest.
 * @param {State} state
 * @returns {Chip[]}
 */
export function waysToEnd({ table, by, ending, hands, seat }) {
  const said = by === null ? `end:${ending}` : `by:${by}`;
  const ways = (table.offered ?? []).filter(([way], index) =>
    !index || way === said || (by === null && !isEntered(hands[seat]))
  );
  return ways.map(([way, words]) => way === said ? [`end:${table.ending}`, words, true] : [way, words, false]);
}
