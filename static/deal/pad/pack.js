/** Compares the cards that were entered with the pack: which are left, and where the others are. */

import {
  capital,
  cardWords,
  codeOf,
  colouredTwo,
  NO_CARD,
  numberWord,
  ranksWord,
  rankWord,
  SUITS,
  suitWord,
} from "./cards.js";
import { deuceOf } from "./state.js";

/** @import { Meld, MeldCard, PadTable, Place, Refusal, State } from "./state.js" */
/** @typedef {Place & { code: string, meld?: Meld }} Use a card that was entered */

/**
 * Return a player's cards in hand. Nobody who goes out has any, but a player who knocks has.
 * @param {State} state
 * @param {number} seat
 */
export const inHand = (state, seat) => state.by === seat && state.table.kind.areMelds ? [] : state.hands[seat].held;

/**
 * Return the code of the card that a place of a meld takes from the pack. A two in a run may be any wild two.
 * @param {MeldCard} card
 * @param {Meld} meld
 * @param {PadTable} table
 */
const codeUsed = (card, meld, table) =>
  meld.suit && card.rank === "2" && !card.wild && deuceOf(table) === "2" ? "2" : codeOf(card, table);

/** @type {(state: State) => Use[]} */
export function usesOf(state) {
  return state.hands.flatMap((hand, seat) => {
    if (hand.mode !== "cards") return [];
    const melded = hand.melds.flatMap((meld, line) =>
      meld.cards.map((card) => ({ code: codeUsed(card, meld, state.table), seat, line, meld }))
    );
    /** @type {Use[]} */
    const held = inHand(state, seat).map((code) => ({ code, seat, line: "hand" }));
    return [...melded, ...held];
  });
}

/**
 * Return the cards that are facts of their own, such as the last discard: they belong to the pack and to no hand.
 * @param {State} state
 * @returns {Use[]}
 */
function usesAsFacts({ table, hands }) {
  const names = table.extras.filter(({ kind }) => kind === "card").map(({ name }) => name);
  return hands.flatMap(({ facts }, seat) =>
    names.map((name) => facts[name] ?? "").filter((code) => code && code !== NO_CARD).map((
      code,
    ) => /** @type {Use} */ ({ code, seat, line: "hand" }))
  );
}

/**
 * Return the kinds to which a card belongs: cards of its rank and suit, if it has a suit, and of its rank or colour.
 * @param {string} code
 * @param {PadTable} table
 */
function kindsOf(code, table) {
  const [rank, suit] = code;
  if (code === "JK") return ["JK"];
  if (rank === "2" && table.split_twos) {
    return suit === "R" || suit === "B" ? [code] : [code, colouredTwo(code)];
  }
  if (rank === "2" && table.wild_twos) return suit ? [code, "2"] : ["2"];
  if (!suit) return [rank];
  return code === "QS" && table.spade_queen ? ["QS"] : [code, rank];
}

/** @type {(kind: string, table: PadTable) => number} */
function sizeOf(kind, table) {
  const [rank, suit] = kind;
  if (kind === "JK") return table.jokers;
  if (SUITS.includes(suit)) return table.copies;
  if (suit) return 2 * table.copies;
  return (rank === "Q" && table.spade_queen ? 3 : 4) * table.copies;
}

/** @param {State} state */
function countKinds(state) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { code } of [...usesOf(state), ...usesAsFacts(state)]) {
    for (const kind of kindsOf(code, state.table)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/**
 * Return how many such cards are left in the pack; negative if too many were entered.
 * @param {State} state
 * @param {string} code
 */
export function remaining(state, code) {
  const counts = countKinds(state);
  return Math.min(...kindsOf(code, state.table).map((kind) => sizeOf(kind, state.table) - (counts[kind] ?? 0)));
}

/** @type {(state: State, code: string) => string[]} */
export function usedUpKinds(state, code) {
  const counts = countKinds(state);
  return kindsOf(code, state.table).filter((kind) => (counts[kind] ?? 0) >= sizeOf(kind, state.table));
}

/**
 * Return why the pack has too few cards for `next`, with the places of those in `before`; null if it has enough, or
 * `before` took as many: what a form held may be impossible, and is mended on the keys.
 * @param {State} next
 * @param {State} before
 */
export function whyOverused(next, before) {
  const [counts, was] = [countKinds(next), countKinds(before)];
  const kind = Object.keys(counts).find((each) => counts[each] > Math.max(was[each] ?? 0, sizeOf(each, next.table)));
  return kind ? whereUsed(before, kind) : null;
}

/**
 * Return why no such card can be entered, or null while one is left.
 * @param {State} state
 * @param {string} code
 */
export const whyUsedUp = (state, code) =>
  remaining(state, code) > 0 ? null : whereUsed(state, kindsOf(code, state.table).slice(-1)[0]);

/**
 * Say where the cards of a kind are, and name the first place so that it can be shown.
 * @param {State} state
 * @param {string} kind
 * @returns {Refusal}
 */
function whereUsed(state, kind) {
  if (sizeOf(kind, state.table)) return { ...whyUsed(state, [kind]), used: true };
  return { used: true, text: `The ${cardWords(kind, state.table)} is not in play here.` };
}

/**
 * Say where the cards of some kinds are, and name the first place so that it can be shown.
 * @param {State} state
 * @param {string[]} kinds
 * @param {string} [what] what is used, if the first kind does not say it
 * @returns {Refusal}
 */
export function whyUsed(state, kinds, what) {
  const { table } = state;
  const found = [...usesOf(state), ...usesAsFacts(state)].filter(({ code }) =>
    kindsOf(code, table).some((kind) => kinds.includes(kind))
  );
  const where = [...new Set(found.map((use) => placeWords(state, use)))].join(", ");
  const text = capital(what ?? usedWords(kinds[0], found.length, table));
  const at = found[0] && { seat: found[0].seat, line: found[0].line };
  return { text: `${text}${where && ": "}${where}.`, at };
}

/**
 * Say how many cards of a kind are used: "both queens of spades are used", "six of eight kings are used".
 * @param {string} kind
 * @param {number} used
 * @param {PadTable} table
 */
function usedWords(kind, used, table) {
  const size = sizeOf(kind, table);
  const words = kindWords(kind, size, table);
  if (used >= size) return `${allOf(size, words)} used`;
  const all = size === 2 ? `two ${words}` : words;
  return used ? `${numberWord(used)} of ${all} ${used === 1 ? "is" : "are"} used` : `there are only ${all}`;
}

/** @type {(size: number, words: string) => string} */
const allOf = (size, words) => size === 1 ? `the ${words} is` : size === 2 ? `both ${words} are` : `all ${words} are`;

/** @type {(kind: string, size: number, table: PadTable) => string} */
function kindWords(kind, size, table) {
  const [rank, suit] = kind;
  const isMany = size > 1;
  const number = size > 2 ? `${numberWord(size)} ` : "";
  if (kind === "JK") return `${number}Joker${isMany ? "s" : ""}`;
  if (suit === "R" || suit === "B") return `${number}${cardWords(kind, table)}s`;
  if (suit) return `${number}${isMany ? ranksWord(rank) : rankWord(rank)} of ${suitWord(suit)}`;
  if (rank === "2" && table.wild_twos) return `${number}deuces`;
  return `${number}${rank === "Q" && table.spade_queen ? "other " : ""}${ranksWord(rank)}`;
}

/** @type {(state: State, use: Use) => string} */
function placeWords({ table }, { seat, meld }) {
  const part = !meld ? "hand" : meld.suit ? "run" : ranksWord(meld.cards[0].rank);
  const whose = table.mine ? "your" : `${table.players[seat]}’s`;
  return `${whose} ${part}`;
}
