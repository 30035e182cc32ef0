/** The gin table above the keys: the upcard, and both hands as they lie best. */

import { RANKS, cardWords, placeOf } from "./cards.js";
import { h, key, redraw, looseClass, looseFace } from "./draw.js";
import { handValue } from "./points.js";

/** The best arrangement of a hand by itself: melds and deadwood as indexes, and the count. */
function arrange(codes, table) {
  const melds = [...setsOf(codes), ...runsOf(codes, table.run_min)];
  let best = { count: Infinity };
  const lay = (start, taken, chosen) => {
    const loose = codes.map((_, index) => index).filter((index) => !taken.has(index));
    const count = loose.reduce((total, index) => total + handValue(codes[index], table), 0);
    if (count < best.count) best = { count, melds: chosen, deadwood: loose };
    for (let next = start; next < melds.length; next += 1) {
      if (melds[next].some((index) => taken.has(index))) continue;
      lay(next + 1, new Set([...taken, ...melds[next]]), [...chosen, melds[next]]);
    }
  };
  lay(0, new Set(), []);
  return best;
}

function setsOf(codes) {
  return RANKS.flatMap((rank) => {
    const same = codes.flatMap((code, index) => (code[0] === rank ? [index] : []));
    if (same.length < 3) return [];
    return same.length === 3
      ? [same]
      : [same, ...same.map((left) => same.filter((each) => each !== left))];
  });
}

function runsOf(codes, least) {
  const at = new Map(codes.map((code, index) => [code, index]));
  return codes.flatMap(([rank, suit]) => {
    const runs = [];
    const run = [];
    for (let place = placeOf(rank); at.has(RANKS[place - 1] + suit); place += 1) {
      run.push(at.get(RANKS[place - 1] + suit));
      if (run.length >= least) runs.push([...run]);
    }
    return runs;
  });
}

/** The two parts of the gin board, made once. */
export function makeGinBoard(table) {
  const upcard = h("div", { class: "upcard" });
  const hands = table.players.map(() => h("section", { class: "ginhand", "aria-live": "polite" }));
  return { element: h("div", { class: "board ginboard" }, upcard, ...hands), upcard, hands };
}

/** Draw the upcard and both hands. */
export function drawGinBoard(board, state) {
  redraw(board.upcard, state.up, () => drawUpcard(state));
  board.hands.forEach((section, seat) => {
    const isOpen = state.seat === seat && state.ending !== null && state.ending !== "dead";
    section.classList.toggle("open", isOpen);
    redraw(section, [state.hands[seat], isOpen, state.by], () => drawHand(state, seat, isOpen));
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

function drawHand(state, seat, isOpen) {
  const { table } = state;
  const { hand, mode } = state.hands[seat];
  const best = arrange(hand, table);
  const told = mode === "cards" ? hand.length > 0 : state.hands[seat].totals.deadwood_points;
  const count = mode === "cards" ? best.count : state.hands[seat].totals.deadwood_points;
  const words = [table.running[seat] ?? "", state.by === seat ? "knocks" : ""].filter(
    (each) => each !== "",
  );
  const head = h(
    "div",
    { class: "who" },
    h("h2", { class: "serif" }, table.players[seat]),
    h("small", {}, words.join(", ")),
    h("span", { class: "sum" }, told ? String(count) : "–"),
  );
  if (mode !== "cards" || !hand.length) return [head];
  const face = (index) => {
    const attributes = {
      class: looseClass(hand[index]),
      "aria-label": cardWords(hand[index], table),
    };
    const inside = looseFace(hand[index]);
    return isOpen
      ? key(
          `drop:${index}`,
          { ...attributes, "aria-label": `${attributes["aria-label"]}: take out` },
          ...inside,
        )
      : h("span", { ...attributes, role: "img" }, ...inside);
  };
  const byPlace = (one, other) => placeOf(hand[one][0]) - placeOf(hand[other][0]);
  const group = (indexes, label, className) =>
    h(
      "div",
      { class: className },
      h("div", { class: "cards" }, indexes.sort(byPlace).map(face)),
      h("small", {}, label),
    );
  const kind = ([one, other]) => (hand[one][0] === hand[other][0] ? "set" : "run");
  const groups = best.melds.map((meld) => group([...meld], kind(meld), "meld"));
  if (best.deadwood.length) groups.push(group([...best.deadwood], "deadwood", "dead"));
  const cards = hand.length < 10 ? [h("p", { class: "quiet" }, `${hand.length} of 10 cards`)] : [];
  return [head, h("div", { class: "groups" }, ...groups), ...cards];
}
