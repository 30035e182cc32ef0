/** The texts of the form's fields and of the text line: written from a state, and read into one. */

import { isAway } from "./absence.js";
import { ACE_HIGH, codeOf, placeOf, rankAt, SUITS } from "./cards.js";
import { isSpread, looseOf } from "./arrange.js";
import { inHand } from "./limits.js";
import { readItems } from "./notation.js";
import { counted } from "./points.js";

const field = (seat, name) => `hand${seat}-${name}`;

/** Every field of the form that the pad owns, with its text. */
export function writeFields(state) {
  const { table } = state;
  const values = { by: state.by === null ? "" : String(state.by) };
  if (state.ending) values.ending = state.ending;
  for (const { name } of table.flags) values[name] = state.flags[name] ? "yes" : "";
  if (table.suited) values.upcard = state.up ?? "";
  const budget = queens(state);
  state.hands.forEach((hand, seat) => {
    for (const [name, text] of Object.entries(writeHand(state, hand, seat, budget))) {
      values[field(seat, name)] = text;
    }
  });
  return values;
}

function writeHand(state, hand, seat, budget) {
  const { table } = state;
  const values = Object.fromEntries(table.fields.map((name) => [name, ""]));
  if (table.suited) {
    if (hand.mode !== "cards") {
      values.deadwood_points = String(hand.totals.deadwood_points ?? "");
    } else if (hand.spread) {
      values.melds = hand.spread.map((meld) => meld.join(" ")).join("\n");
      values.deadwood = looseOf(hand).join(" ");
    } else {
      values.cards = hand.hand.join(" ");
    }
  } else if (hand.mode === "cards") {
    values.melds = hand.melds.map((meld) => writeMeld(meld, state, budget)).join("\n");
    values.in_hand = inHand(state, seat)
      .map((code) => writeLoose(code, table, budget))
      .join(" ");
  } else if (isAway(hand)) {
    values.sat_out = "yes";
  } else {
    writeTotals(values, state, hand, seat);
  }
  return values;
}

function writeTotals(values, { table, by }, hand, seat) {
  const told = (part) => hand.mode === "quick" ? counted(hand.quick[part]) : (hand.totals[`${part}_points`] ?? "");
  if (table.melded) values.melded_points = String(told("melded"));
  if (table.melded || by !== seat) {
    values.in_hand_points = String(by === seat ? 0 : told("in_hand"));
  }
}

/** Where the queen of spades is like any other: how many queens without a suit can be others. */
function queens({ table, hands }) {
  const others = hands
    .flatMap((hand) => hand.melds)
    .filter((meld) => meld.suit && meld.suit !== "S");
  const inRuns = others.flatMap((meld) => meld.cards).filter((card) => card.r === "Q" && !card.w);
  return { left: table.spade_queen ? Infinity : 3 * table.copies - inRuns.length };
}

function writeLoose(code, table, budget) {
  if (code !== "Q") return code;
  budget.left -= 1;
  return budget.left < 0 ? "QS" : "Q";
}

/** A meld in the notation or its shorthand. */
function writeMeld(meld, state, budget) {
  const { cards } = meld;
  const wilds = cards.filter((card) => card.w);
  if (meld.suit) return wilds.length || !lowTwoFits(meld, state) ? spell(meld, state) : ends(meld);
  // With one natural card or none the wilds could be read as something else: they are named.
  const named = cards.length - wilds.length < 2 || !cards.some((card) => !card.w && card.r !== "2");
  return cards
    .map((card, place) => {
      if (!named || (!card.w && (card.r !== "2" || state.table.split_twos))) {
        return writeLoose(codeOf(card, state.table), state.table, budget);
      }
      return `${codeOf(card, state.table)}=${card.r}${"CDHS"[place % 4]}`;
    })
    .join(" ");
}

const ends = ({ suit, cards }) => `${cards[0].r}${suit}-${cards.at(-1).r}${suit}`;

/** Whether the two of a run can be the deuce of its own suit: the pack has so many of them. */
function lowTwoFits(meld, { table, hands }) {
  const two = (each) => each.suit === meld.suit && each.cards.some((card) => card.r === "2" && !card.w);
  if (!two(meld)) return true;
  return (
    hands
      .flatMap((hand) => hand.melds)
      .filter(two)
      .indexOf(meld) < table.copies
  );
}

function spell(meld, state) {
  return meld.cards
    .map((card) => {
      const stands = card.r + meld.suit;
      if (card.w) return `${card.w}=${stands}`;
      if (card.r !== "2") return stands;
      const wild = state.table.split_twos && "HD".includes(meld.suit) ? stands : `${stands}=${stands}`;
      return lowTwoFits(meld, state) ? wild : `2=${stands}`;
    })
    .join(" ");
}

/** What a form holds, put into a state; `null` if the keys cannot say it. */
export function readFields(state, fields) {
  const { table } = state;
  const said = (name) => (fields[name] ?? "").trim();
  const nobody = table.endings.slice(1).includes(said("ending"));
  state.by = nobody || said("by") === "" ? null : Number(said("by"));
  if (nobody || state.by !== null) state.ending = said("ending") || table.endings[0];
  state.seat = state.by ?? table.only ?? 0;
  for (const { name } of table.flags) if (said(name) === "yes") state.flags[name] = true;
  if (table.suited && said("upcard")) [state.up] = readCards(table, said("upcard")) ?? [null];
  return state.hands.every((hand, seat) => readHand(state, hand, (name) => said(field(seat, name)))) ? state : null;
}

function readHand({ table }, hand, said) {
  if (said("sat_out") === "yes") {
    hand.mode = "away";
    return table.fields.every((name) => name === "sat_out" || said(name) === "");
  }
  const points = table.fields.filter((name) => name.endsWith("_points") && said(name) !== "");
  if (points.length) {
    hand.mode = "totals";
    for (const name of points) hand.totals[name] = said(name);
    return points.every((name) => /^\d+$/.test(said(name)));
  }
  const lines = said("melds")
    .split("\n")
    .filter((line) => line.trim());
  if (table.suited && (lines.length || said("deadwood"))) {
    return readSpread(table, hand, [...lines, said("deadwood")]);
  }
  hand.melds = lines.map((line) => readMeld(table, line));
  const cards = readCards(table, said(table.suited ? "cards" : "in_hand"));
  hand.hand = cards ?? [];
  return cards !== null && hand.melds.every(Boolean);
}

/** A gin hand as its player spread it: its melds, and what was left last. */
function readSpread(table, hand, lines) {
  const groups = lines.map((line) => readCards(table, line));
  if (!groups.every(Boolean)) return false;
  hand.hand = groups.flat();
  hand.spread = groups.slice(0, -1);
  return isSpread(hand, table);
}

/** What was typed into the text line, into the part that is open: melds, or cards in hand. */
export function readLine(state, text) {
  const hand = state.hands[state.seat];
  if (state.part === "in_hand" || state.table.suited) {
    const cards = readCards(state.table, text);
    if (!cards) return { text: `“${text.trim()}” is not all cards.` };
    hand.spread = null;
    return void hand.hand.push(...cards);
  }
  for (const line of text.split(/[,;/\n]/).filter((each) => each.trim())) {
    const meld = readMeld(state.table, line);
    if (!meld) return { text: `“${line.trim()}” is neither a set nor a run.` };
    hand.melds.push(meld);
    state.line = hand.melds.length - 1;
  }
  return null;
}

/** Whether a card may stand for another. */
function isWild(table, { code, rank, suit }) {
  if (code === "JK") return true;
  if (code[0] !== "2" || (rank && code === rank + suit)) return false;
  return !table.split_twos || !"HDR".includes(code[1]);
}

/** Loose cards as the state keeps them; `null` if the text is not all cards. */
function readCards(table, text) {
  const items = readItems(text);
  if (!items || (table.suited && items.some(({ code }) => !SUITS.includes(code[1])))) return null;
  return items.map(({ code }) => (code[0] === "2" ? looseTwo(table, code) : code));
}

function looseTwo(table, code) {
  if (table.suited || !table.split_twos) return code;
  return "HDR".includes(code[1]) ? "2R" : "2B";
}

/** The meld that a text shows; `null` if it is neither a set nor a run. */
function readMeld(table, text) {
  const items = readItems(text);
  if (!items || items.length < 3) return null;
  return readSet(table, items) ?? readRun(table, items);
}

function readSet(table, items) {
  const known = items.filter((item) => item.rank || !isWild(table, item));
  const ranks = new Set(known.map(({ code, rank }) => rank ?? code[0]));
  if (!known.length && items.some(({ code }) => code === "JK")) return null;
  if (ranks.size > 1 || (table.set_max && items.length > table.set_max)) return null;
  const r = [...ranks][0] ?? "2";
  const cards = items.map((item) => setCard(table, item, r));
  return { suit: "", cards };
}

function setCard(table, item, r) {
  const { code } = item;
  if (isWild(table, item) && r !== "2") return { r, s: "", w: code };
  if (code === "JK") return { r, s: "", w: code };
  const s = SUITS.includes(code[1]) ? code[1] : "";
  return code[0] === "2" && r !== "2" ? { r, s: "", w: code } : { r, s, w: "" };
}

/** A run: known cards at their places, wilds without a name in the gaps and then at the ends. */
function readRun(table, items) {
  const fixed = items.filter((item) => item.rank || (!isWild(table, item) && item.code[1]));
  const loose = items.filter((item) => !fixed.includes(item));
  const suits = new Set(fixed.map(({ code, suit }) => suit ?? code[1]));
  if (suits.size !== 1 || loose.some((item) => !isWild(table, item))) return null;
  const [suit] = suits;
  const own = loose.find(({ code }) => code === `2${suit}`);
  if (own) {
    // A plain deuce whose own place in the run is free and legal is the two of its suit.
    const rest = loose.filter((item) => item !== own);
    const natural = settle(table, [...fixed, { ...own, rank: "2", suit }], rest, suit);
    if (natural) return natural;
  }
  return settle(table, fixed, loose, suit);
}

function settle(table, fixed, loose, suit) {
  const ranks = fixed.map(({ code, rank }) => rank ?? code[0]);
  const aces = ranks.flatMap((rank, index) => (rank === "A" ? [index] : []));
  for (const high of aces.length ? [[], [aces.at(-1)]] : [[]]) {
    const places = ranks.map((rank, index) => (high.includes(index) ? ACE_HIGH : placeOf(rank)));
    const run = fill(table, fixed, places, { loose, suit });
    if (run) return run;
  }
  return null;
}

function fill(table, fixed, places, { loose, suit }) {
  const length = places.length + loose.length;
  if (new Set(places).size < places.length || length < table.run_min || length > ACE_HIGH) {
    return null;
  }
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const low = Math.min(least, ACE_HIGH - length + 1);
  if (most - low + 1 > length || (low === 1 && !table.ace_low)) return null;
  if (low === 1 && length === ACE_HIGH && !table.ace_both_ends) return null;
  const rest = [...loose];
  const cards = Array.from({ length }, (_, step) => {
    const index = places.indexOf(low + step);
    const item = index < 0 ? rest.shift() : fixed[index];
    return runCard(table, item, { r: rankAt(low + step), suit });
  });
  return { suit, cards };
}

function runCard(table, item, { r, suit }) {
  const natural = item.code === r + suit;
  return { r, s: suit, w: natural ? "" : item.code };
}
