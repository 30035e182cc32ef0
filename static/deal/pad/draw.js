/** Drawing: elements, card faces, and the list of what the player at hand melded and holds. */

import { isAway, whyNotAway } from "./absence.js";
import { cardWords, rankText, rankWord, suitWord } from "./cards.js";
import { isTold } from "./grammar.js";
import { inHand } from "./limits.js";
import { meldPoints, parts } from "./points.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes (`null` and `false` leave one out) and what is in it. */
export function h(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...inside.flat().filter((each) => each !== null && each !== false));
  return element;
}

/** Put attributes right; `null` and `false` take one away. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
}

/** A drawn mark of the page's sprite. */
export function mark(name, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  set(svg, { class: className, "aria-hidden": "true" });
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/** A button that is a press. */
export const key = (press, attributes, ...inside) =>
  h("button", { type: "button", "data-press": press, ...attributes }, ...inside);

/** New contents, unless they are the same as before. */
export function redraw(element, signature, draw) {
  const text = JSON.stringify(signature);
  if (element.dataset.drawn === text) return false;
  element.dataset.drawn = text;
  element.replaceChildren(...draw());
  return true;
}

/** A number with a true minus. */
export const figure = (number) => String(number).replace("-", "−");

export const SUIT_MARKS = { S: "spade", H: "heart", D: "diamond", C: "club" };

/** What a card of a meld is, in words: "deuce as ten of spades". */
function meldCardWords(card, meld, table) {
  const suit = meld.suit || card.s;
  const stands = rankWord(card.r) + (suit ? ` of ${suitWord(suit)}` : "");
  return card.w ? `${cardWords(card.w[0] === "J" ? "JK" : card.w, table)} as ${stands}` : stands;
}

/** A meld in words. */
const meldWords = (meld, table) =>
  (meld.suit ? "run: " : "set: ") +
  meld.cards.map((card) => meldCardWords(card, meld, table)).join(", ");

/** The suit that a card of a meld shows: that of a run, and the queen of spades in a set. */
const suitShown = (card, meld) => SUIT_MARKS[meld.suit || (card.r + card.s === "QS" ? "S" : "")];

/** What stands on a card of a meld. */
function meldFace(card, meld) {
  const suit = suitShown(card, meld);
  const badge = card.w && h("span", { class: "badge" }, card.w === "JK" ? mark("joker", "star") : "2");
  return [h("b", {}, rankText(card.r)), suit ? mark(suit, "suit") : null, badge || null];
}

/** The classes of a card of a meld. */
const meldClass = (card, meld) => `card ${suitShown(card, meld) ?? "plain"}${card.w ? " wild" : ""}`;

/** What stands on a loose card. */
export function looseFace(code) {
  if (code === "JK") return [mark("joker", "lone")];
  const suit = SUIT_MARKS[code[1]];
  return [h("b", {}, rankText(code[0])), suit ? mark(suit, "suit") : null];
}

/** The classes of a loose card; the black two is ringed as a wild, the red one is red. */
export function looseClass(code) {
  if (code === "2R") return "card plain heart";
  return `card ${SUIT_MARKS[code[1]] ?? "plain"}${code === "2" || code === "2B" ? " wild" : ""}`;
}

/** The parts of the list, made once; lines are told politely as they change. */
export function makeBoard(table) {
  const section = (name, label) => ({
    head: h("h2", { class: "caps head" }, h("span", {}, label), h("span", { class: "sum" })),
    list: h(name === "melded" ? "ol" : "ul", {
      class: name,
      "aria-live": "polite",
      "aria-label": label,
    }),
  });
  const melded = section("melded", table.melded ? "Melded" : "Laid down");
  const held = section("in_hand", "In hand");
  const flags = h("div", { class: "chips" });
  const order = table.melded ? [melded, held] : [held, melded];
  const element = h(
    "div",
    { class: "board" },
    flags,
    ...order.flatMap((each) => [each.head, each.list]),
  );
  return { element, flags, melded, held };
}

/** Draw the player at hand. */
export function drawBoard(board, state) {
  const { table, seat } = state;
  const hand = state.hands[seat];
  const points = parts(state, seat);
  const isOut = state.by === seat;
  drawFlags(board.flags, state);
  board.melded.head.lastChild.textContent = table.melded ? figure(points.melded) : "";
  board.held.head.lastChild.textContent = figure(table.melded ? -points.in_hand : points.in_hand);
  set(board.held.head, { hidden: isOut });
  set(board.held.list, { hidden: isOut });
  drawLines(board.melded.list, state, hand);
  drawHeld(board.held.list, state, hand);
}

/** Concealed and the first turn, where they can be true; and to sit out, while nothing is told. */
function drawFlags(element, state) {
  const { table, flags } = state;
  const offered = state.by === state.seat ? table.flags.slice(0, 2) : [];
  const barred = (name) =>
    table.apart.some(
      (pair) => pair.includes(name) && pair.some((other) => other !== name && flags[other]),
    );
  const open = offered.filter(({ name }) => flags[name] || !barred(name));
  const maySitOut = state.ending && !isTold(state.hands[state.seat]) && !whyNotAway(state);
  redraw(element, [open, flags, maySitOut && isAway(state.hands[state.seat]), maySitOut], () => [
    ...open.map(({ name, label }) =>
      key(
        `flag:${name}`,
        { class: "chip", "aria-pressed": String(!!flags[name]) },
        mark("tick", ""),
        label,
      )
    ),
    ...(maySitOut ? [drawAbsence(isAway(state.hands[state.seat]))] : []),
  ]);
}

/** One key to sit out, and back. */
const drawAbsence = (sits) =>
  key(
    sits ? "mode:cards" : "mode:away",
    { class: "chip", "aria-pressed": String(sits) },
    mark("tick", ""),
    "Sits out",
  );

function drawLines(list, state, hand) {
  const melds = hand.mode === "cards" ? hand.melds : [];
  const waiting = hand.mode === "cards" && state.pending ? [state.pending] : [];
  while (list.children.length > melds.length + waiting.length) list.lastChild.remove();
  while (list.children.length < melds.length + waiting.length) {
    list.append(h("li", { class: "mline" }));
  }
  melds.forEach((meld, line) => {
    const isOpen = state.part === "melded" && state.line === line;
    const item = list.children[line];
    item.classList.toggle("open", isOpen);
    item.classList.remove("waiting");
    redraw(item, [meld, isOpen, state.seat, line], () => drawLine(state.table, meld, line, isOpen));
  });
  waiting.forEach((pending) => {
    const item = list.lastChild;
    item.className = "mline open waiting";
    redraw(item, pending, () => drawWaiting(pending, state.table));
  });
}

function drawLine(table, meld, line, isOpen) {
  const points = meldPoints(meld, table);
  const words = meldWords(meld, table);
  const value = h("span", { class: "worth" }, table.melded ? String(points) : "");
  if (!isOpen) {
    const cards = meld.cards.map((card) => h("span", { class: meldClass(card, meld) }, ...meldFace(card, meld)));
    const label = `${words}${table.melded ? `, ${points}` : ""}`;
    return [key(`line:${line}`, { class: "cards", "aria-label": label }, ...cards), value];
  }
  const cards = meld.cards.map((card, index) => {
    const label = `${meldCardWords(card, meld, table)}: change`;
    return key(
      `card:${index}`,
      { class: `${meldClass(card, meld)} big`, "aria-label": label },
      ...meldFace(card, meld),
    );
  });
  const remove = key(`x:${line}`, { class: "cross", "aria-label": `Remove ${words}` }, "×");
  return [
    h("div", { class: "cards", role: "group", "aria-label": words }, ...cards),
    value,
    remove,
  ];
}

function drawWaiting(pending, table) {
  if (pending.wild) {
    return [h("p", {}, `Tap the card, or press its rank: the ${cardWords(pending.wild, table)}.`)];
  }
  const first = pending.from
    ? h(
      "span",
      { class: `${looseClass(pending.from + pending.suit)} big` },
      ...looseFace(pending.from + pending.suit),
    )
    : null;
  const words = pending.from ? "to …" : `Run of ${suitWord(pending.suit)}: one end, the other end.`;
  return [h("div", { class: "cards" }, first, h("p", {}, words))];
}

function drawHeld(list, state, hand) {
  const cards = hand.mode === "cards" ? inHand(state, state.seat) : [];
  const isOpen = state.part === "in_hand";
  list.classList.toggle("open", isOpen && cards.length > 0);
  redraw(list, [cards, isOpen, state.seat], () =>
    cards.map((code, index) => {
      const words = cardWords(code, state.table);
      const face = looseFace(code);
      const inside = isOpen
        ? key(
          `drop:${index}`,
          { class: `${looseClass(code)} big`, "aria-label": `${words}: take out` },
          ...face,
        )
        : h("span", { class: looseClass(code) }, h("span", { class: "vh" }, words), ...face);
      return h("li", {}, inside);
    }));
}
