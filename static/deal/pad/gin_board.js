/** The gin table above the keys: the upcard, both hands as they lie, and what they come to. */

import { asksUpcard, isAlone, whyElsewhere } from "./alone.js";
import { isSet, looseOf, waysOf } from "./arrange.js";
import { cardWords, placeOf } from "./cards.js";
import { h, key, looseClass, looseFace, redraw, set } from "./draw.js";
import { handValue, sum } from "./points.js";

/** The two parts of the gin board, made once. */
export function makeGinBoard(table) {
  const upcard = h("div", { class: "upcard" });
  const hands = table.players.map(() => h("section", { class: "ginhand", "aria-live": "polite" }));
  return { element: h("div", { class: "board ginboard" }, upcard, ...hands), upcard, hands };
}

/** Draw the upcard and both hands, as the site lays them once it has answered. */
export function drawGinBoard(board, state, answer) {
  redraw(board.upcard, state.up, () => drawUpcard(state));
  set(board.upcard, { hidden: isAlone(state.table) && !state.up && !asksUpcard(state) });
  board.hands.forEach((section, seat) => {
    set(section, { hidden: whyElsewhere(state, seat) !== null });
    const isOpen = state.seat === seat && state.ending !== null && state.ending !== "dead";
    section.classList.toggle("open", isOpen);
    const told = answer?.hands[seat] ?? null;
    redraw(section, [state.hands[seat], isOpen, state.by, told], () => drawHand(state, seat, { isOpen, told }));
  });
}

function drawUpcard({ up, table }) {
  if (!up) {
    const words = "Which card was turned up? Its suit, then its rank.";
    return [
      h("span", { class: "card big none" }),
      h("div", {}, h("h2", { class: "serif" }, "Upcard"), h("p", { class: "quiet" }, words)),
    ];
  }
  const limit = table.limits[up[0]];
  const words = limit ? `Knock with ${limit} or less` : "Gin only";
  const label = `Upcard ${cardWords(up, table)}: change`;
  return [
    key("up", { class: `${looseClass(up)} big`, "aria-label": label }, ...looseFace(up)),
    h(
      "div",
      {},
      h("h2", { class: "serif" }, words),
      h("p", { class: "quiet" }, "Tap the upcard to change it."),
    ),
  ];
}

/** How a hand lies: as the site says, else as it was spread, else as it lies best by itself. */
function lieOf({ hand, spread }, table, told) {
  if (told) return told;
  const [best] = spread ? [] : waysOf(hand, table);
  const melds = spread ?? best.melds.map((meld) => meld.map((index) => hand[index]));
  const deadwood = looseOf({ hand, spread: melds });
  const count = sum(deadwood.map((code) => handValue(code, table)));
  return { melds, lay_offs: [], deadwood, count, how: "" };
}

const byPlace = (one, other) => placeOf(one[0]) - placeOf(other[0]);

function drawHand(state, seat, { isOpen, told }) {
  const { table } = state;
  const own = state.hands[seat];
  const { hand, mode, spread, totals } = own;
  if (mode !== "cards") return [drawHead(state, seat, totals.deadwood_points || "–")];
  if (!hand.length) return [drawHead(state, seat, "–")];
  const lie = lieOf(own, table, told);
  const face = (code) => drawFace(code, table, isOpen ? hand.indexOf(code) : -1);
  const group = (cards, label, className) =>
    h(
      "div",
      { class: className },
      h("div", { class: "cards" }, cards.map(face)),
      h("small", {}, label),
    );
  const groups = lie.melds.map((meld) => group([...meld].sort(byPlace), isSet(meld) ? "set" : "run", "meld"));
  if (lie.lay_offs.length) groups.push(group(lie.lay_offs, "laid off", "laid"));
  if (lie.deadwood.length) groups.push(group([...lie.deadwood].sort(byPlace), "deadwood", "dead"));
  const words = hand.length < 10 ? `${hand.length} of 10 cards` : lie.how;
  return [
    drawHead(state, seat, String(lie.count), spread ? "as spread" : ""),
    h("div", { class: "groups" }, ...groups),
    words && h("p", { class: "quiet" }, words),
  ];
}

function drawHead({ table, by }, seat, count, how = "") {
  const words = [table.running[seat] ?? "", by === seat ? "knocks" : "", how];
  return h(
    "div",
    { class: "who" },
    h("h2", { class: "serif" }, table.players[seat]),
    h("small", {}, words.filter((each) => each !== "").join(", ")),
    h("span", { class: "sum" }, count),
  );
}

/** A card; one with a place in the open hand can be tapped out of it. */
function drawFace(code, table, place) {
  const [words, inside] = [cardWords(code, table), looseFace(code)];
  const about = { class: looseClass(code), "aria-label": words };
  if (place < 0) return h("span", { ...about, role: "img" }, ...inside);
  return key(`drop:${place}`, { ...about, "aria-label": `${words}: take out` }, ...inside);
}

/** What the deal comes to, or why it cannot stand; nothing until the site has answered. */
export function drawResult(element, answer) {
  set(element, { hidden: answer === null });
  redraw(element, answer, () => {
    const { problems, lines, points } = answer ?? { problems: [], lines: [] };
    const [first, ...more] = lines;
    const style = lines.length ? "amber" : "reason";
    return [
      ...problems.map((text) => h("p", { class: style }, text)),
      ...(first ? [h("p", { class: "won" }, h("span", {}, first), h("b", {}, points))] : []),
      ...more.map((text) => h("p", { class: "quiet" }, text)),
    ];
  });
}
