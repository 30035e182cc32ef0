/** Finds what is unlikely in a deal, in sentences. A warning does not stop the deal from being sent. */

import { GIN_HAND, layoutOf } from "./arrange.js";
import { capital, cardWords, codeOf, ranksWord } from "./cards.js";
import { isWhole, limitWords } from "./gin_board.js";
import { remaining, usesOf } from "./pack.js";
import { partPoints } from "./points.js";
import { askAgain, deuceOf, hasOneHand, isAway, isEntered } from "./state.js";

/** @import { Hand, Meld, PadTable, Refusal, State } from "./state.js" */

const TOOK_PILE = "took_pile";

/** @type {(state: State, seat: number) => number} */
const cardsShown = (state, seat) => usesOf(state).filter((use) => use.seat === seat).length;

/** @param {number} number */
const cardsText = (number) => `${number} card${number === 1 ? "" : "s"}`;

/**
 * Return what is unlikely, with a key that says it is so.
 * @param {State} state
 * @returns {Refusal[]}
 */
export function warningsOf(state) {
  if (!state.table.kind.areMelds) return ginWarnings(state).map((text) => ({ text }));
  return [...oddEnding(state), ...meldWarnings(state).map((text) => ({ text })), ...tooManyCards(state)];
}

/**
 * Ask who went out where that player has something in hand, or another one who was come to has nothing.
 * @param {State} state
 * @returns {Refusal[]}
 */
function oddEnding(state) {
  const { table, hands, by, ending, seat: open, seen } = state;
  const offer = askAgain(table);
  return ending === null ? [] : hands.flatMap((hand, seat) => {
    const name = table.players[seat];
    const { in_hand: points } = partPoints({ ...state, by: null }, seat);
    const isDone = seat === open ? hand.mode === "totals" && hand.totals.in_hand_points === "0" : seen.includes(seat);
    if (seat === by) return points ? [{ text: `${name} went out: the ${points} in hand do not count.`, offer }] : [];
    return isEntered(hand) && isDone && !points ? [{ text: `${name} holds no card.`, offer }] : [];
  });
}

/**
 * Warn first of the hands, then of the open meld and of the whole pack.
 * @param {State} state
 */
function meldWarnings(state) {
  const own = state.hands.flatMap((hand, seat) => [
    ...oddSums(state.table, hand, seat),
    ...tooWild(state.table, hand, seat),
  ]);
  return [...tooFewCards(state), ...own, ...ranksApart(state), ...laidByPad(state), ...packDifference(state)];
}

/**
 * Ask about what is unlikely in a hand that is sent by itself; null if nothing is.
 * @param {State} state
 * @returns {Refusal | null}
 */
export function whyUnlikely(state) {
  const { table, hands, seat } = state;
  const [hand, shown] = [hands[seat], cardsShown(state, seat)];
  const isShort = table.kind.areMelds && hand.mode === "cards" && isEntered(hand) && shown < table.dealt;
  const few = isShort ? [`${shown} of ${cardsText(table.dealt)}.`] : [];
  const odd = table.kind.areMelds ? tooWild(table, hand, seat) : ginWarnings(state);
  const texts = [...few, ...odd];
  return texts.length ? { text: `${texts.join(" ")} Send all the same? Press the key again.` } : null;
}

/** @param {State} state */
function dealtText(state) {
  const { dealt, mine, players } = state.table;
  const has = mine ? "you have" : players[state.seat] + " has";
  return `${dealt} were dealt, ${has} ${cardsShown(state, state.seat)}.`;
}

/**
 * Name the hands with fewer cards than were dealt: the open one with how many it has, all others in one line.
 * @param {State} state
 */
function tooFewCards(state) {
  const { table, seat: open, hands, seen } = state;
  const { players, dealt } = table;
  const isBegun = hands[open].held.length || (hasOneHand(table) && open === state.by);
  const few = [...hands.keys()].filter((seat) => {
    const isDone = seen.includes(seat) || (seat === open && isBegun);
    return isDone && hands[seat].mode === "cards" && isEntered(hands[seat]) && cardsShown(state, seat) < dealt;
  });
  const others = few.filter((seat) => seat !== open).map((seat) => players[seat]);
  const lines = others.length ? [`Fewer than ${dealt} cards: ${others.join(", ")}.`] : [];
  return few.includes(open) ? [...lines, dealtText(state)] : lines;
}

/**
 * Ask about more cards in the open hand than were dealt: who draws one discards one, and only the pile brings more.
 * @param {State} state
 * @returns {Refusal[]}
 */
function tooManyCards(state) {
  const { table, seat, hands } = state;
  const isAsked = table.extras.some(({ name }) => name === TOOK_PILE) && !hands[seat].facts[TOOK_PILE];
  const cards = cardsShown(state, seat);
  if (!isAsked || !table.dealt || cards <= table.dealt) return [];
  const text = `${cards} cards: did ${table.mine ? "you" : table.players[seat]} take the pile?`;
  return [{ text, offer: { press: `fact:${TOOK_PILE}`, words: "Yes" } }];
}

/** @type {(table: PadTable, hand: Hand, seat: number) => string[]} */
function oddSums(table, hand, seat) {
  if (hand.mode !== "totals") return [];
  const odd = Object.values(hand.totals).filter((points) => Number(points) % table.step);
  return odd.map((points) => `${points} is not a multiple of five: ${table.players[seat]}.`);
}

/**
 * Return how many cards of a meld are natural. Only in a run a deuce has a place of its own.
 * @param {Meld} meld
 * @param {PadTable} table
 */
const naturalsOf = ({ suit, cards }, table) =>
  cards.filter(({ rank, wild }) => !wild && (suit || rank !== deuceOf(table))).length;

/** @type {(table: PadTable, hand: Hand, seat: number) => string[]} */
function tooWild(table, hand, seat) {
  const isAll = (/** @type {Meld} */ { cards }) => cards.every(({ rank, wild }) => wild || rank === deuceOf(table));
  const isFew = hand.melds.some((meld) => naturalsOf(meld, table) < table.min_naturals);
  const words = isFew ? "a meld with too few natural cards" : "a meld of wild cards alone";
  const isWild = isFew || hand.melds.some(isAll);
  return hand.mode === "cards" && isWild ? [`${table.players[seat]} has ${words}.`] : [];
}

/**
 * Name what the open hand has of one rank in two places, though a set of it could take one more.
 * @param {State} state
 */
function ranksApart({ table, hands, seat }) {
  const { mode, melds, held } = hands[seat];
  if (mode !== "cards" || !table.melded) return [];
  const open = melds.filter(({ suit, cards }) => !suit && cards.length < (table.set_max ?? Infinity));
  const ranks = open.map(({ cards }) => cards[0].rank);
  const twice = ranks.find((rank, at) => ranks.indexOf(rank) < at);
  const kept = ranks.find((rank) => held.includes(rank));
  return [
    ...(twice ? [`Two sets of ${ranksWord(twice)}: ${table.players[seat]}.`] : []),
    ...(kept ? [`${capital(ranksWord(kept))} melded and in hand: ${table.players[seat]}.`] : []),
  ];
}

/**
 * Name the wild that the pad itself laid into the open meld.
 * @param {State} state
 */
function laidByPad(state) {
  const { table, hands, seat, line } = state;
  const meld = hands[seat].melds[line];
  const card = meld?.cards.find(({ auto }) => auto);
  if (!card) return [];
  const natural = cardWords(card.rank + meld.suit, table);
  const laid = cardWords(codeOf(card, table), table);
  const isFreed = remaining(state, codeOf({ rank: card.rank, suit: meld.suit, wild: "" }, table)) > 0;
  return [
    isFreed ? `A natural ${natural} is left again: tap the ${laid}.` : `No ${natural} is left: a ${laid} stands there.`,
  ];
}

/**
 * Compare the pack with the cards that were entered, once all hands and the cards left are known.
 * @param {State} state
 */
function packDifference(state) {
  const { table, hands, seat: open, seen } = state;
  const isComplete = hands.every((hand, seat) =>
    isAway(hand) || (hand.mode === "cards" && (seat === open || seen.includes(seat)))
  );
  if (!state.left || !isComplete) return [];
  const pack = 52 * table.copies + table.jokers;
  const missing = pack - Number(state.left) - usesOf(state).length;
  if (!missing) return [];
  const cards = cardsText(Math.abs(missing));
  return [missing > 0 ? `${cards} of the ${pack} missing.` : `${cards} more than the ${pack} of the pack.`];
}

/**
 * Return a warning for each hand of eleven cards that is no big gin, and for a knocker with too much deadwood.
 * @param {State} state
 */
function ginWarnings(state) {
  const { table, hands, by, up } = state;
  const isOver = by !== null && up !== null && isWhole(hands[by]) && !table.kind.canEnd(state, hands[by]);
  const most = isOver ? [`${limitWords(table.limits[up[0]])}: look at ${table.players[by]}’s count again.`] : [];
  const eleven = hands.flatMap((hand, seat) => {
    const { mode, held } = hand;
    if (mode !== "cards" || held.length <= GIN_HAND || !layoutOf(hand, table).deadwood.length) return [];
    return [`${table.players[seat]} has ${held.length} cards: take out the discard.`];
  });
  return [...most, ...eleven];
}
