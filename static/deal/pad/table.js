/** Defines what the server tells the pad about a deal: who plays, what is asked, and what cards count. */

/** @import { Facts } from "./asking.js" */
/** @import { Texts } from "./fields.js" */
/** @import { Board } from "./frame.js" */
/** @import { Result } from "./gin_board.js" */
/** @import { Hand, Refusal, State } from "./state.js" */

/**
 * Made by `pad_table` on the server. Cards are codes as in cards.js, values are points.
 * @typedef {object} PadTable
 * @property {string[]} players names, by seat
 * @property {string[]} tabs the same as the tabs show them: where they begin alike, without what is the same
 * @property {number[]} running totals before the deal, by seat
 * @property {number} number the deal's number, from 1; 0 for a hand that is counted by itself
 * @property {string[]} asks_for_all the contract of each deal of the game, where the variant has contracts
 * @property {string} asks_for the contract of this deal; empty if it has none
 * @property {string} by_label the question who ended the deal: "Who went out"
 * @property {string[]} endings how a deal can end; the first is by a player
 * @property {string[]} ending_words the same in words
 * @property {Flag[]} flags what is asked of whoever went out
 * @property {string[]} fields the names of a hand's fields in the form
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

/** @typedef {Refusal | null | undefined | void} Refused why a press is not possible */
/** @typedef {(state: State, rest: string, before: State) => Refused} Act changes the state that it gets */
/**
 * What differs between pads: those on which melds are laid down, and those for whole hands of cards, as in gin. Each
 * kind is one such object, and nothing else on the pad asks which kind it is.
 * @typedef {object} Kind
 * @property {(place: HTMLElement) => void} [drawAbove] draws what else stands above the board
 * @property {(state: State) => { pair: string, words: string } | null} [onward] where to go on from the last hand
 * @property {boolean} areMelds whether hands are laid down and counted one after the other, and whoever ends the deal
 *   holds no card; in gin both hands lie on the board, and the server counts them
 * @property {(state: State, hand: Hand) => boolean} canEnd whether a player with this hand can have ended the deal
 * @property {string} tableCard the field for a card of the table, such as the upcard; empty if none is asked
 * @property {(state: State) => boolean} asksTableCard whether that card is asked now, before the hands
 * @property {string} toCards the press that leads from sums back to cards
 * @property {Record<string, string>} shortcuts presses by the keys of a keyboard that only this kind has
 * @property {(table: PadTable) => string[]} codesOf the codes of the keys, in three rows of seven
 * @property {Record<string, [string, string]>} words what stands on a key with words, and what it does
 * @property {(suit: string) => string} suitLabel the name of the key of a suit
 * @property {(state: State, code: string) => boolean | null} isDown whether a key is down; null if it never stays so
 * @property {(state: State) => HTMLElement[]} partKeys the keys beside the one that goes on
 * @property {(state: State, code: string) => string | null} heldPress the press for holding down a key, or null
 * @property {(state: State, key: string) => Refused} pressKey presses a key of a card
 * @property {Record<string, Act>} acts the presses that only this kind has, by their verbs
 * @property {(table: PadTable, hand: Hand, text: (name: string) => string) => boolean} readHand puts the cards of the
 *   form's fields into a hand; false if the pad cannot show them
 * @property {(state: State, facts: Facts) => Refusal | null} addHand adds cards or sums that were heard to the open
 *   hand; returns why it cannot
 * @property {(state: State, isChosen: boolean) => string[]} linesOf the ways in which the line is read, of which the
 *   first that understands it counts; `isChosen` tells that the open part was chosen by its key
 * @property {(state: State, seat: number) => Texts} writeHand the fields of a hand's cards
 * @property {(table: PadTable) => Board} makeBoard
 * @property {(form: HTMLFormElement, show: () => void) => (state: State) => Result | null} makePreview makes a function
 *   from a state to the server's result of it, which calls `show` when that has come
 */

/**
 * Tell whether a player enters the own hand and no other.
 * @param {PadTable} table
 * @returns {table is PadTable & { only: number }}
 */
export const hasOneHand = (table) => table.only !== undefined;

/**
 * Return the seats whose hands are entered here.
 * @param {PadTable} table
 */
export const seatsHere = (table) => hasOneHand(table) ? [table.only] : [...table.players.keys()];

/** How many of the flags are asked above the list; the others are rare, and are in the folded part. */
export const FLAGS_AT_HAND = 2;

/**
 * Return the code of the wild two: any two, or where twos are split a black one; empty where none is wild.
 * @param {PadTable} table
 */
export const deuceOf = (table) => table.split_twos ? "2B" : table.wild_twos ? "2" : "";

/**
 * Tell whether the key of a suit leads on from the cards in hand to the melds: a hand by itself begins with the former.
 * @param {PadTable} table
 */
export const leadsOn = (table) => hasOneHand(table) && table.melded !== null;

/**
 * Return the part of a hand that is entered first.
 * @param {PadTable} table
 * @returns {"melded" | "in_hand"}
 */
export const firstPart = (table) => table.melded && !leadsOn(table) ? "melded" : "in_hand";
