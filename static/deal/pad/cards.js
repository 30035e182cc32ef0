/** Cards as the pad writes them: rank then suit as in the record; "2R" and "2B" are loose twos. */

export const RANKS = [..."A23456789TJQK"];
export const SUITS = [..."SHDC"];
export const ACE_HIGH = 14;

const RANK_WORDS = [
  "ace",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
];
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const COUNTS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

/** The place of a rank in a run, the ace low. */
export const placeOf = (rank) => RANKS.indexOf(rank) + 1;

/** The rank that lies at a place of a run; 14 is the high ace. */
export const rankAt = (place) => (place === ACE_HIGH ? "A" : RANKS[place - 1]);

/** The rank in words. */
export const rankWord = (rank) => RANK_WORDS[RANKS.indexOf(rank)];

/** The ranks in words: "kings", "sixes". */
export const ranksWord = (rank) => rankWord(rank) + (rank === "6" ? "es" : "s");

/** The suit in words: "spades". */
export const suitWord = (suit) => SUIT_WORDS[suit];

/** The rank as people write it. */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

/** A small number in words. */
export const count = (number) => COUNTS[number] ?? String(number);

/** A physical card in words: "eight of hearts", "deuce", "Joker". */
export function cardWords(code, table) {
  if (code === "JK") return "Joker";
  if (code === "2R") return "red two";
  if (code === "2B") return "black two";
  if (code[1]) return `${rankWord(code[0])} of ${suitWord(code[1])}`;
  return code === "2" && !table.split_twos ? "deuce" : rankWord(code);
}

/** A physical card in the fewest signs: "8♥", "Q♠", "★". */
export const cardText = (code) => code === "JK" ? "★" : rankText(code[0]) + (SIGNS[code[1]] ?? "");

/** The wild of the pack that is no Joker: any deuce, or where twos are split a black one. */
export const deuce = (table) => (table.split_twos ? "2B" : "2");

/** The physical card that lies in a meld: a wild, a card of a run, or a card of a set. */
export function codeOf(card, table) {
  if (card.w) return card.w;
  if (card.s) return card.r + card.s;
  return card.r === "2" && table.split_twos ? "2R" : card.r;
}

/** What the text says, capitalised. */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
