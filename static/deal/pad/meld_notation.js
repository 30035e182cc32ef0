/** Reads and writes the text of a meld: "KKK2" is a set, "8S-KS" and "8H 9H 2D=TH" are runs. */

import { codeOf, FEWEST_CARDS, HIGH_ACE, placeOf, rankAt, SUITS } from "./cards.js";
import { hasOtherTwo, readItems } from "./notation.js";
import { deuceOf } from "./state.js";

/** @import { Item } from "./notation.js" */
/** @import { Meld, MeldCard, PadTable, State } from "./state.js" */

/**
 * Return the meld that a text shows, or null if it is neither a set nor a run.
 * @param {PadTable} table
 * @param {string} text
 */
export function readMeld(table, text) {
  const items = readItems(text);
  if (!items || items.length < FEWEST_CARDS || hasOtherTwo(table, items)) return null;
  // A two that fits into its own place of a run is that card, and not a wild.
  return readRun(table, items, true) ?? readSet(table, items) ?? readRun(table, items, false);
}

/** @type {(table: PadTable, item: Item) => boolean} */
function isWild(table, { code, rank, suit }) {
  if (code === "JK") return true;
  if (code[0] !== "2" || !table.wild_twos || (rank && code === `${rank}${suit}`)) return false;
  return !table.split_twos || !"HDR".includes(code[1]);
}

/** @param {Item} item */
const placeRank = ({ code, rank }) => rank ?? code[0];

/** @type {(table: PadTable, items: Item[]) => Meld | null} */
function readSet(table, items) {
  const known = items.filter((item) => item.rank || !isWild(table, item));
  const ranks = new Set(known.map(placeRank));
  if (!known.length && items.some(({ code }) => code === "JK")) return null;
  if (ranks.size > 1 || (table.set_max && items.length > table.set_max)) return null;
  const [rank = "2"] = ranks;
  return { suit: "", cards: items.map((item) => setCard(table, item, rank)) };
}

/** @type {(table: PadTable, item: Item, rank: string) => MeldCard} */
function setCard(table, item, rank) {
  const { code } = item;
  const isForeign = rank === "2" ? table.split_twos && isWild(table, item) : code[0] === "2";
  if (code === "JK" || isForeign) return { rank, suit: item.suit ?? "", wild: code };
  return { rank, suit: SUITS.includes(code[1]) ? code[1] : "", wild: "" };
}

/**
 * Read a run. Wilds that do not say what they stand for fill the gaps first, then the ends.
 * @param {PadTable} table
 * @param {Item[]} items
 * @param {boolean} hasOwnTwo whether a wild two of the run's suit must lie in its own place
 */
function readRun(table, items, hasOwnTwo) {
  const fixed = items.filter((item) => item.rank || (!isWild(table, item) && item.code[1]));
  const loose = items.filter((item) => !fixed.includes(item));
  const suits = new Set(fixed.map(({ code, suit }) => suit ?? code[1]));
  const [suit] = suits;
  if (suits.size !== 1 || !suit || loose.some((item) => !isWild(table, item))) return null;
  if (!hasOwnTwo) return placeRun(table, fixed, loose, suit);
  const own = loose.find(({ code }) => code === `2${suit}`);
  const others = loose.filter((item) => item !== own);
  return own ? placeRun(table, [...fixed, { ...own, rank: "2", suit }], others, suit) : null;
}

/**
 * Make a run with its last ace low or, if that is no run, high.
 * @param {PadTable} table
 * @param {Item[]} fixed
 * @param {Item[]} loose
 * @param {string} suit
 */
function placeRun(table, fixed, loose, suit) {
  const low = fixed.map((item) => placeOf(placeRank(item)));
  const lastAce = low.lastIndexOf(1);
  const high = low.map((place, index) => (index === lastAce ? HIGH_ACE : place));
  return fillRun(table, fixed, loose, { places: low, suit }) ?? fillRun(table, fixed, loose, { places: high, suit });
}

/**
 * @param {PadTable} table
 * @param {Item[]} fixed
 * @param {Item[]} loose
 * @param {{ places: number[], suit: string }} run the places of the fixed cards
 * @returns {Meld | null}
 */
function fillRun(table, fixed, loose, { places, suit }) {
  const length = places.length + loose.length;
  if (new Set(places).size < places.length || length < table.run_min || length > HIGH_ACE) return null;
  const low = Math.min(...places, HIGH_ACE - length + 1);
  if (Math.max(...places) - low + 1 > length || (low === 1 && !table.ace_low)) return null;
  if (low === 1 && length === HIGH_ACE && !table.ace_both_ends) return null;
  const wilds = loose.values();
  const cards = Array.from({ length }, (_, step) => {
    const index = places.indexOf(low + step);
    const rank = rankAt(low + step);
    const code = index < 0 ? wilds.next().value?.code ?? "" : fixed[index].code;
    return { rank, suit, wild: code === rank + suit ? "" : code };
  });
  return { suit, cards };
}

/**
 * Write a meld in the notation or its shorthand.
 * @param {Meld} meld
 * @param {State} state
 */
export function writeMeld(meld, state) {
  const { suit, cards } = meld;
  if (!suit) return writeSet(cards, state.table);
  const isPlain = cards.every(({ wild }) => !wild) && mayBeOwnTwo(meld, state);
  return isPlain ? `${cards[0].rank}${suit}-${cards.slice(-1)[0].rank}${suit}` : writeRun(meld, state);
}

/**
 * Write a set. With fewer than two natural cards the wilds could be read as something else, so each is
 * written with what it stands for.
 * @param {MeldCard[]} cards
 * @param {PadTable} table
 */
function writeSet(cards, table) {
  const naturals = cards.filter(({ wild }) => !wild);
  const isNamed = naturals.length < 2 || naturals.every(({ rank }) => rank === "2");
  const texts = cards.map((card) => {
    const code = codeOf(card, table);
    const name = card.rank + (card.wild ? card.suit : "");
    const mayBeWild = card.wild || (card.rank === "2" && deuceOf(table) === "2");
    return name.length > 1 || (isNamed && mayBeWild) ? `${code}=${name}` : code;
  });
  return texts.join(" ");
}

/**
 * Tell whether the two of a run can be the two of the run's suit: each pack has only one of them.
 * @param {Meld} meld
 * @param {State} state
 */
function mayBeOwnTwo(meld, { table, hands }) {
  const runs = hands.flatMap(({ melds }) => melds).filter(({ suit, cards }) =>
    suit === meld.suit && cards.some(({ rank, wild }) => rank === "2" && !wild)
  );
  return runs.indexOf(meld) < table.copies;
}

/**
 * Write each card of a run, and what each wild stands for.
 * @param {Meld} meld
 * @param {State} state
 */
function writeRun(meld, state) {
  const isRedTwo = state.table.split_twos && "HD".includes(meld.suit);
  const texts = meld.cards.map(({ rank, wild }) => {
    const place = rank + meld.suit;
    if (wild) return `${wild}=${place}`;
    if (rank !== "2" || !state.table.wild_twos) return place;
    if (!mayBeOwnTwo(meld, state)) return `2=${place}`;
    return isRedTwo ? place : `${place}=${place}`;
  });
  return texts.join(" ");
}
