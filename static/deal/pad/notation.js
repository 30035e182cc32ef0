/** The notation of cards as people type it, read into items. */

import { ACE_HIGH, placeOf, rankAt } from "./cards.js";

const RANK = "(?:10|[A2-9TJQK])";
const RUN = new RegExp(`^(${RANK})([SHDC]?)-(${RANK})([SHDC])$`);
const NAMED = new RegExp(`^(${RANK}[SHDC]|JK|2[RB]?|\\*)=(${RANK})([SHDC])$`);
const CARD = new RegExp(`^${RANK}[SHDC]$`);
const BARE = new RegExp(`^(?:${RANK}|\\*)+$`);
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*", "\ufe0f": "" };

/** The items of a text: the physical card and the place it was said to stand for, or `null`. */
export function readItems(text) {
  const items = [];
  for (
    const token of text
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
  ) {
    const plain = [...token]
      .map((sign) => SIGNS[sign] ?? sign)
      .join("")
      .toUpperCase();
    const found = readToken(plain);
    if (!found) return null;
    items.push(...found);
  }
  return items;
}

function readToken(plain) {
  const run = RUN.exec(plain);
  if (run && (!run[2] || run[2] === run[4])) return readEnds(short(run[1]), short(run[3]), run[4]);
  const named = NAMED.exec(plain);
  if (named) return [{ code: physical(named[1]), rank: short(named[2]), suit: named[3] }];
  if (CARD.test(plain) || /^(JK|2[RB])$/.test(plain)) return [{ code: physical(plain) }];
  if (!BARE.test(plain)) return null;
  return plain.match(new RegExp(`${RANK}|\\*`, "g")).map((each) => ({ code: physical(each) }));
}

const short = (rank) => (rank === "10" ? "T" : rank);
const physical = (text) => (text === "*" ? "JK" : text.replace("10", "T"));

function readEnds(first, last, suit) {
  let [low, high] = [placeOf(first), last === "A" ? ACE_HIGH : placeOf(last)];
  if (low > high) [low, high] = [high, low];
  const places = Array.from({ length: high - low + 1 }, (_, step) => low + step);
  return places.map((place) => ({ code: rankAt(place) + suit, rank: rankAt(place), suit }));
}
