/** Points by the value tables of the page; the server counts again and alone is right. */

import { inHand } from "./limits.js";

/** What one card of a meld counts: a deuce as what it stands for, the queen of spades if natural. */
function meldedValue(card, values) {
  if (card.w === "JK") return values.JK;
  if (!card.w && card.r + card.s === "QS") return values.QS;
  return values[card.r];
}

/** The points of a meld; nothing where melds count for nothing. */
export const meldPoints = (meld, { melded }) => melded ? sum(meld.cards.map((card) => meldedValue(card, melded))) : 0;

/** What a card in hand counts. */
export const handValue = (code, { in_hand: values }) => values[code] ?? values[code[0]];

/** Melded and in hand of a player, whatever way they were told. */
export function parts(state, seat) {
  const { table, by } = state;
  const hand = state.hands[seat];
  const isOut = by === seat && !table.suited;
  if (hand.mode === "totals") {
    const { melded_points: melded = 0, in_hand_points: left = 0 } = hand.totals;
    return { melded: Number(melded), in_hand: isOut ? 0 : Number(left) };
  }
  if (hand.mode === "quick") {
    return { melded: counted(hand.quick.melded), in_hand: isOut ? 0 : counted(hand.quick.in_hand) };
  }
  return {
    melded: sum(hand.melds.map((meld) => meldPoints(meld, table))),
    in_hand: sum(inHand(state, seat).map((code) => handValue(code, table))),
  };
}

export const counted = (classes) => sum(Object.entries(classes).map(([value, times]) => value * times));

/** The bonuses of who went out, as the flags stand. */
function bonus(state, seat) {
  if (state.by !== seat) return 0;
  const holds = (word) => (word[0] === "!" ? !state.flags[word.slice(1)] : !!state.flags[word]);
  const due = state.table.bonuses.filter(
    ({ needs, unless }) => needs.every(holds) && !unless.some((all) => all.every(holds)),
  );
  return sum(due.map(({ points }) => points));
}

/** The deal's points of a player so far. */
export function dealPoints(state, seat) {
  const { melded, in_hand: left } = parts(state, seat);
  return state.table.melded ? melded - left + bonus(state, seat) : left;
}

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
