/**
 * Defines what the pad knows: of the deal from the server, who plays, what is asked and what cards count; and its
 * state, what has been entered, to what the next key applies, and what is asked first.
 */

/** @import { Facts } from "./asking.js" */
/** @import { Texts } from "./fields.js" */
/** @import { DrawBoard } from "./frame.js" */
/** @import { Result } from "./gin_board.js" */

/**
 * Made by `pad_table` on the server. Cards are codes as in cards.js, values are points.
 * @typedef {object} PadTable
 * @property {string[]} players names, by seat
 * @property {string[]} tabs the same as the tabs show them: where they begin alike, without what is the same
 * @property {number[]} order the seats in order of play
 * @property {number[]} running totals before the deal, by seat
 * @property {number} number the deal's number, from 1; 0 for a hand that is counted by itself
 * @property {string[]} asks_for_all the contract of each deal of the game, where the variant has contracts
 * @property {string} asks_for the contract of this deal; empty if it has none
 * @property {string} by_label the question who ended the deal: "Who went out"
 * @property {string[]} endings how a deal can end; the first is by a player
 * @property {string[]} ending_words the same in words
 * @property {Flag[]} flags what is asked of whoever went out
 * @property {string[]} fields the names of a hand's fields in the form
 * @property {string[]} [hand_fields] what they begin with there, by seat, if not with "hand0-" and so on
 * @property {string} [deal_fields] what the names of the deal's fields begin with there, if it is one of several pairs
 * @property {number} copies packs of 52 cards
 * @property {number} jokers
 * @property {number} dealt the fewest cards that a player can show; 0 if that is not known
 * @property {number} run_min the fewest cards of a run
 * @property {number | null} set_max the most cards of a set
 * @property {boolean} ace_low whether an ace may begin a run
 * @property {boolean} ace_both_ends whether a run may go from ace to ace
 * @property {number} min_naturals the fewest natural cards of a meld
 * @property {boolean} wild_twos whether any two is wild
 * @property {boolean} split_twos whether black twos are wild and red ones are not
 * @property {boolean} spade_queen whether the queen of spades has a value of her own
 * @property {Values | null} melded values of melded cards; null where melds count nothing
 * @property {Values} in_hand values of cards in hand
 * @property {Values} limits the most deadwood of a knock, by the rank of the upcard
 * @property {number} step what all points of the variant are a multiple of
 * @property {[string, string][]} apart pairs of flags of which only one can hold
 * @property {Bonus[]} bonuses
 * @property {number} [only] the seat of a player who enters the own hand and no other
 * @property {string} done the words of the key that sends
 * @property {string} [ending] how the deal ended, where the keys do not ask for it first
 * @property {[string, string][]} [offered] presses that say how it ended, each with its words, as chips above the cards
 * @property {string} [question] the question how the deal ended, to that player
 * @property {boolean} [mine] whether that player's own phone enters the hand
 * @property {Penalties | null} penalties what a penalty costs; null where none is asked for
 * @property {Extra[]} extras other facts that are asked of a hand
 * @property {string[]} carried fields of a hand that no key fills, but that stay with its cards
 * @property {string} doubling the suit of an upcard that doubles a gin deal; empty if none does
 * @property {Kind} kind what the keys do; the page's script adds it
 */
/** @typedef {Record<string, number>} Values points by rank, and by "JK", "QS", "2R" and "2B" */
/** @typedef {{ name: string, label: string, help: string }} Flag */
/** @typedef {{ points: number, laws: [number, string][] }} Penalties points of a law, 0 if none is set; the laws */
/** @typedef {{ name: string, label: string, help: string, kind: "flag" | "card" }} Extra */
/**
 * Points for going out, if all flags in `needs` hold and no group in `unless` does; "!" before a flag negates it.
 * @typedef {{ points: number, needs: string[], unless: string[][] }} Bonus
 */

/** @typedef {(place: HTMLElement, state: State) => void} Draw draws a part of the screen where it is not as it was */
/** @typedef {Refusal | null | undefined | void} Refused why a press is not possible */
/** @typedef {(state: State, key: string) => Refused} Press changes the state that it gets, or says why it cannot */
/** @typedef {(state: State, rest: string, before: State) => Refused} Act changes the state that it gets */
/**
 * What differs between pads: those on which melds are laid down, and those for whole hands of cards, as in gin. Each
 * kind is one such object, and nothing else on the pad asks which kind it is.
 * @typedef {object} Kind
 * @property {(place: HTMLElement) => void} [drawAbove] draws what stands above the board in place of the players
 * @property {(state: State) => { pair: string, words: string } | null} [onward] where to go on from the last hand
 * @property {boolean} areMelds whether hands are laid down and counted one after the other, and whoever ends the deal
 *   holds no card; in gin both hands lie on the board, and the server counts them
 * @property {(state: State, hand: Hand) => boolean} canEnd whether a player with this hand can have ended the deal
 * @property {string} tableCard the field for a card of the table, such as the upcard; empty if none is asked
 * @property {(state: State) => boolean} asksTableCard whether that card is asked now, before the hands
 * @property {string} toCards the press that leads from sums back to cards
 * @property {Record<string, string>} shortcuts presses by the keys of a keyboard that only this kind has
 * @property {(state: State, code: string) => boolean | null} isDown whether a key is down; null if it never stays so
 * @property {(state: State) => HTMLElement[]} partKeys the keys beside the one that goes on
 * @property {(state: State, code: string, way: Way) => string | null} heldPress the press for holding down a key, or
 *   for sliding it that way; null if there is none
 * @property {Press} pressKey presses a key of a card
 * @property {Record<string, Act>} acts the presses that only this kind has, by their verbs
 * @property {(table: PadTable, hand: Hand, text: (name: string) => string) => boolean} readHand puts the cards of the
 *   form's fields into a hand; false if the pad cannot show them
 * @property {(state: State, facts: Facts) => Refused} addHand adds cards or sums that were heard to the open
 *   hand; returns why it cannot
 * @property {(state: State, isChosen: boolean) => string[]} linesOf the ways in which the line is read, of which the
 *   first that understands it counts; `isChosen` tells that the open part was chosen by its key
 * @property {(state: State, seat: number) => Texts} writeHand the fields of a hand's cards
 * @property {(screen: HTMLElement) => DrawBoard} findBoard
 * @property {(form: HTMLFormElement, show: () => void) => (state: State) => Result | null} makePreview makes a function
 *   from a state to the server's result of it, which calls `show` when that has come
 */

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
 * @property {string} made what the last key made that is easily mistaken: the first set of a hand, as that key's code,
 *   "wild" for a card of a set that it turned into one, or "run" for one that may be longer; else empty
 * @property {Refusal | null} refused why the last key did nothing
 * @property {number[]} [sent] the seats whose hands stand as other phones sent them, where it is drawn
 * @property {number[]} [waiting] the seats whose words wait in their line, where it is drawn
 * @property {Hand[]} hands by seat
 */
/** @typedef {"melded" | "in_hand"} Part */
/** @typedef {"held" | "up" | "down"} Way how a key is touched that is not tapped */
/** @typedef {"cards" | "quick" | "totals"} Mode cards, counts by value, or sums */
/**
 * A run without its last end: none of it, its first card, or the shortest run from there; `at` is the card pressed
 * last where they are pressed one by one, and `filled` the rank to which the pad filled up too few of them.
 * @typedef {{ suit: string, from?: string, laid?: boolean, at?: string, filled?: string }} BegunRun
 */
/**
 * Such a run, a run's wild, or a card that is a fact of its own.
 * @typedef {BegunRun | { wild: string, filled?: string } | { fact: string, of?: string }} Pending
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
 * Tell whether a player enters the own hand and no other.
 * @param {PadTable} table
 * @returns {table is PadTable & { only: number }}
 */
export const hasOneHand = (table) => table.only !== undefined;

/** The ending chosen by a player who enters one hand and did not end the deal. */
export const SOMEBODY_ELSE = "other";

/** @type {(table: PadTable) => string | undefined} */
export const endingByNobody = ({ endings }) => endings.slice(1).find((ending) => ending !== SOMEBODY_ELSE);

/** @param {PadTable} table */
export const seatsHere = (table) => hasOneHand(table) ? [table.only] : table.order;

/** How many of the flags are asked above the list; the others are rare, and are in the folded part. */
export const FLAGS_AT_HAND = 2;

/**
 * Return the code of the wild two: any two, or where twos are split a black one; empty where none is wild.
 * @param {PadTable} table
 */
export const deuceOf = (table) => table.split_twos ? "2B" : table.wild_twos ? "2" : "";

/** @type {(table: PadTable) => "melded" | "in_hand"} */
export const firstPart = (table) => table.melded ? "melded" : "in_hand";

/** @type {(mode: Mode | "away") => Hand} */
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

/** @type {(table: PadTable, usual?: Mode) => State} */
export const emptyState = (table, usual = "cards") => ({
  table,
  ending: table.ending ?? null,
  by: null,
  flags: {},
  // The same in any order of play, since the keys of a draft begin there.
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
  made: "",
  refused: null,
  hands: table.players.map(() => emptyHand(usual)),
});

/** @param {State} state */
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

/** @param {Hand} hand */
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
  const at = table.order.indexOf(seat) + 1;
  const after = [...table.order.slice(at), ...table.order.slice(0, at - 1)];
  return after.find((next) => !seen.includes(next) && !isAway(hands[next])) ?? null;
}

/** @param {Hand} hand */
export const isAway = ({ mode }) => mode === "away";

/** @param {State} state */
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
 * Return why the open hand takes no card that was not laid down; null for a player who did not go out.
 * @param {State} state
 */
export const whyNoneHeld = ({ table, by, seat }) =>
  by === seat ? { text: `${table.players[seat]} went out and holds no card.`, offer: askAgain(table) } : null;

/** @type {(table: PadTable) => Refusal["offer"]} the key that asks again who ended the deal, if it has an ending */
export const askAgain = ({ number, by_label }) => number ? { press: "ask", words: `${by_label}?` } : undefined;

/** @param {State} state */
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

/** @param {State} state */
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
