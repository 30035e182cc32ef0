/** The whole pack over the whole table: what is used up and where, and what is unlikely. */

import { isAway } from "./absence.js";
import { capital, cardWords, codeOf, count, ranksWord, rankWord, SUITS, suitWord } from "./cards.js";

/** The cards in hand that count: who went out has none. */
export const inHand = (state, seat) => state.by === seat && !state.table.suited ? [] : state.hands[seat].hand;

/** Every card on the table with its place: the seat, and the line of the meld or "hand". */
function uses(state) {
  return state.hands.flatMap((hand, seat) =>
    hand.mode !== "cards" ? [] : [
      ...hand.melds.flatMap((meld, line) =>
        meld.cards.map((card) => ({ code: codeOf(card, state.table), seat, line, meld }))
      ),
      ...inHand(state, seat).map((code) => ({ code, seat, line: "hand" })),
    ]
  );
}

/** The stocks that a card is taken from: its own, and that of its rank. */
function stocksOf(code, table) {
  const [rank, suit] = code;
  if (code === "JK") return ["JK"];
  if (rank === "2" && !table.split_twos && !table.suited) return ["2"];
  if (rank === "2" && table.split_twos) {
    const colour = "HDR".includes(suit) ? "2R" : "2B";
    return suit === "R" || suit === "B" ? [colour] : [code, colour];
  }
  if (!suit) return [rank];
  return code === "QS" && table.spade_queen ? ["QS"] : [code, rank];
}

/** How many cards a stock has. */
function sizeOf(stock, table) {
  if (stock === "JK") return table.jokers;
  if (SUITS.includes(stock[1])) return table.copies;
  if (stock[1]) return 2 * table.copies;
  return (stock === "Q" && table.spade_queen ? 3 : 4) * table.copies;
}

function tally(state) {
  const counts = {};
  for (const { code } of uses(state)) {
    for (const stock of stocksOf(code, state.table)) counts[stock] = (counts[stock] ?? 0) + 1;
  }
  return counts;
}

/** How many cards of this kind are left; fewer than none where too many are used. */
export function room(state, code) {
  const counts = tally(state);
  const left = stocksOf(code, state.table).map(
    (stock) => sizeOf(stock, state.table) - (counts[stock] ?? 0),
  );
  return Math.min(...left);
}

/** Why `next` cannot be, told of the cards that were used before; nothing if it can. */
export function overuse(next, before) {
  const counts = tally(next);
  const stock = Object.keys(counts).find((each) => counts[each] > sizeOf(each, next.table));
  return stock ? tell(before, stock) : null;
}

/** Why no card of this kind can be laid any more; nothing while one is left. */
export const usedUp = (state, code) => room(state, code) > 0 ? null : tell(state, stocksOf(code, state.table).at(-1));

/** Which cards of a stock are used and where: the sentence, and the first place to show. */
function tell(state, stock) {
  const { table } = state;
  const size = sizeOf(stock, table);
  const found = uses(state).filter(({ code }) => stocksOf(code, table).includes(stock));
  if (!size) return { used: true, text: `The ${cardWords(stock, table)} is not in play here.` };
  const where = [...new Set(found.map((use) => placeWords(state, use)))].join(", ");
  const kind = stockWords(stock, size, table);
  const text = found.length < size
    ? `${capital(count(found.length))} of ${kind} are used${where && ": "}${where}.`
    : `${capital(allOf(size, kind))} used: ${where}.`;
  return { used: true, text, at: found[0] && { seat: found[0].seat, line: found[0].line } };
}

const allOf = (size, kind) => size === 1 ? `the ${kind} is` : size === 2 ? `both ${kind} are` : `all ${kind} are`;

function stockWords(stock, size, table) {
  const [rank, suit] = stock;
  const many = size > 1;
  const number = size > 2 ? `${count(size)} ` : "";
  if (stock === "JK") return `${number}Joker${many ? "s" : ""}`;
  if (suit === "R" || suit === "B") return `${number}${cardWords(stock, table)}s`;
  if (suit) return `${number}${many ? ranksWord(rank) : rankWord(rank)} of ${suitWord(suit)}`;
  if (rank === "2") return `${number}deuces`;
  return `${number}${rank === "Q" && table.spade_queen ? "other " : ""}${ranksWord(rank)}`;
}

function placeWords({ table }, { seat, line, meld }) {
  const part = line === "hand" ? "hand" : meld.suit ? "run" : ranksWord(meld.cards[0].r);
  return `${table.players[seat]}’s ${part}`;
}

/** How many cards a player shows. */
export const shown = (state, seat) => uses(state).filter((use) => use.seat === seat).length;

/** What is unlikely and stops nobody: sentences, the newest last. */
export function doubts(state) {
  const { table } = state;
  const found = [];
  state.hands.forEach((hand, seat) => {
    const name = table.players[seat];
    const cards = shown(state, seat);
    const here = seat === state.seat;
    const isDue = here ? hand.hand.length > 0 : state.seen.includes(seat);
    if (hand.mode === "cards" && table.dealt && isDue && cards && cards < table.dealt) {
      const told = `${cards} card${cards > 1 ? "s" : ""}`;
      const dealt = `was dealt ${table.dealt}.`;
      found.push(here ? `${told} so far. ${name} ${dealt}` : `${name} shows ${told} and ${dealt}`);
    }
    if (hand.mode === "totals" && !table.suited) {
      for (const points of Object.values(hand.totals)) {
        if (points % 5) found.push(`${points} is not a multiple of five: ${name}.`);
      }
    }
    const wild = hand.melds.find(
      (meld) => meld.cards.filter((card) => !card.w).length < (table.min_naturals || 1),
    );
    if (hand.mode === "cards" && wild) found.push(`${name} has a meld with too few natural cards.`);
  });
  return [...found, ...forced(state), ...balance(state)];
}

/** A wild that the pad laid because the natural cards are used up. */
function forced(state) {
  const meld = state.hands[state.seat].melds[state.line];
  const card = meld?.cards.find((each) => each.auto);
  if (!card) return [];
  const natural = cardWords(card.r + meld.suit, state.table);
  return [
    `No ${natural} is left: a ${cardWords(codeOf(card, state.table), state.table)} stands there.`,
  ];
}

/** The whole pack against what is told of it, once everybody's cards and the rest are known. */
function balance(state) {
  const { table } = state;
  const all = state.hands.every(
    (hand, seat) =>
      isAway(hand) ||
      (hand.mode === "cards" && (seat === state.seat || state.seen.includes(seat))),
  );
  if (!state.left || !all) return [];
  const pack = 52 * table.copies + table.jokers;
  const missing = pack - Number(state.left) - uses(state).length;
  if (!missing) return [];
  const cards = `${Math.abs(missing)} card${Math.abs(missing) > 1 ? "s" : ""}`;
  return [
    missing > 0 ? `${cards} of the ${pack} missing.` : `${cards} more than the ${pack} of the pack.`,
  ];
}
