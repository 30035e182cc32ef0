/** Makes and draws the screen of the pad: its head, the players, the board, notes and keys. */

import { element } from "../../core/elements.js";
import { required } from "../../core/page.js";
import { isAway } from "./absence.js";
import { drawGinBoard, drawResult, makeGinBoard } from "./gin_board.js";
import { drawMeldBoard, makeMeldBoard } from "./meld_board.js";
import { drawMore, makeMore } from "./more.js";
import { figure, icon, key, redraw } from "./parts.js";
import { dealPoints } from "./points.js";
import { isEntered } from "./state.js";
import { hasOneHand, isGin } from "./table.js";
import { drawTray, makeTray } from "./tray.js";
import { warningsOf } from "./warnings.js";

/** @import { More } from "./more.js" */
/** @import { Answer } from "./preview.js" */
/** @import { Refusal, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/** @import { Tray } from "./tray.js" */

/**
 * @typedef {object} Frame
 * @property {HTMLElement} place where the pad stands on the page
 * @property {HTMLElement} board what is laid out above the keys: melds, or the hands of a gin deal
 * @property {(state: State, answer: Answer | null) => void} drawBoard
 * @property {More} more
 * @property {Tray} tray
 * @property {HTMLElement} tabs
 * @property {HTMLElement} notes
 * @property {HTMLElement} result
 * @property {HTMLInputElement} left the field for the cards left in the stock
 */

/**
 * Make the whole screen and put it into its place on the page.
 * @param {PadTable} table
 * @param {HTMLFormElement} form
 * @param {HTMLElement} place
 * @returns {Frame}
 */
export function makeFrame(table, form, place) {
  const frame = {
    place,
    ...makeBoard(table),
    more: makeMore(table),
    tray: makeTray(table),
    tabs: element("div", { class: "tabs", role: "group", "aria-label": "Players" }),
    notes: element("div", { class: "notes", role: "status" }),
    result: element("div", { class: "result", "aria-live": "polite", hidden: true }),
    left: makeLeft(),
  };
  const { board, more, tabs, notes, result, tray } = frame;
  board.prepend(...document.querySelectorAll(".note[role=alert], #meanwhile"));
  board.append(...askReason(form));
  board.append(more.element);
  const head = makeHead(table, frame.left, form.dataset.terms ?? "");
  const players = isGin(table) || hasOneHand(table) ? [] : tabs;
  place.append(element("div", { class: "frame" }, head, players, board, result, notes, tray.element));
  return frame;
}

/**
 * @param {PadTable} table
 * @returns {Pick<Frame, "board" | "drawBoard">}
 */
function makeBoard(table) {
  if (isGin(table)) {
    const board = makeGinBoard(table);
    return { board: board.element, drawBoard: (state, answer) => drawGinBoard(board, state, answer) };
  }
  const board = makeMeldBoard(table);
  return { board: board.element, drawBoard: (state) => drawMeldBoard(board, state) };
}

/** Make the field for the cards left in the stock; what is typed there is a press. */
const makeLeft = () =>
  element("input", {
    inputmode: "numeric",
    autocomplete: "off",
    "data-number": "left",
    maxlength: 3,
    placeholder: "–",
  });

/**
 * @param {PadTable} table
 * @param {HTMLElement} left
 * @param {string} terms what ends the game: "Gin to 150"
 */
function makeHead(table, left, terms) {
  const bar = required(".bar", HTMLElement);
  const { href } = required("a", HTMLAnchorElement, bar);
  const line = bar.querySelector("p")?.textContent ?? "";
  const lead = table.asks_for || (/^.*? deals/.exec(line)?.[0] ?? line);
  const isShort = isGin(table) || hasOneHand(table);
  return element(
    "header",
    {},
    element("a", { href, "aria-label": "Score sheet" }, icon("back")),
    element("h1", {}, required("h1", HTMLElement, bar).textContent),
    element("p", { class: "quiet" }, lead),
    isShort ? element("span", { class: "rest" }, terms) : element("label", { class: "rest" }, "Cards left", left),
  );
}

/**
 * Make a field for the reason of a correction, with the form's usual reasons as chips that fill it.
 * @param {HTMLFormElement} form
 */
function askReason(form) {
  const reason = form.elements.namedItem("reason");
  if (!(reason instanceof HTMLInputElement)) return [];
  const field = element("input", { "data-reason": "yes", maxlength: 300, value: reason.value });
  /** @type {NodeListOf<HTMLInputElement>} */
  const usual = form.querySelectorAll('[name="cause"]:not([value="other"])');
  const chips = [...usual].map(({ value }) => {
    const chip = element("button", { type: "button", class: "chip" }, value);
    chip.addEventListener("click", () => (field.value = reason.value = value));
    return chip;
  });
  return [
    element("label", { class: "why" }, "Why, if you like", field),
    element("div", { class: "chips why" }, ...chips),
  ];
}

/**
 * Draw a state and the server's answer to it. The focus stays on the same key.
 * @param {Frame} frame
 * @param {State} state
 * @param {Answer | null} answer
 */
export function drawFrame(frame, state, answer) {
  const focused = focusedPress();
  frame.drawBoard(state, answer);
  drawTabs(frame.tabs, state);
  drawTray(frame.tray, state);
  drawMore(frame.more, state);
  drawNotes(frame.notes, state);
  drawResult(frame.result, answer);
  if (document.activeElement !== frame.left) frame.left.value = state.left;
  if (focused && focusedPress() !== focused) {
    /** @type {HTMLElement | null} */
    const again = frame.place.querySelector(`[data-press="${CSS.escape(focused)}"]`);
    again?.focus({ preventScroll: true });
  }
}

/** Return the press of the key that has the focus. */
const focusedPress = () => document.activeElement?.getAttribute("data-press");

/**
 * @param {HTMLElement} place
 * @param {State} state
 */
function drawTabs(place, state) {
  const { table, seat: open, by, hands } = state;
  const tabs = table.players.map((name, seat) => {
    const isOut = by === seat;
    const hasPoints = isEntered(hands[seat]) || (isOut && !table.melded);
    const points = hasPoints ? figure(dealPoints(state, seat)) : "–";
    return { name, seat, isOut, isOpen: open === seat, points, sitsOut: isAway(hands[seat]) };
  });
  redraw(place, tabs, () => tabs.map(drawTab));
}

/** @param {{ name: string, seat: number, isOut: boolean, isOpen: boolean, points: string, sitsOut: boolean }} tab */
function drawTab({ name, seat, isOut, isOpen, points, sitsOut }) {
  const words = element("span", { class: "name" }, element("span", {}, name), isOut && element("small", {}, "out"));
  const attributes = { class: `tab${isOut ? " out" : ""}`, "aria-current": isOpen ? "true" : null };
  const worth = sitsOut ? element("small", {}, "sits out") : element("b", {}, points);
  return key(`seat:${seat}`, attributes, words, worth);
}

/**
 * @param {HTMLElement} place
 * @param {State} state
 */
function drawNotes(place, state) {
  const warnings = warningsOf(state);
  const { refused } = state;
  redraw(place, [warnings, refused], () => [
    ...warnings.map((text) => element("p", { class: "amber" }, text)),
    refused && drawReason(refused),
  ]);
}

/** @param {Refusal} refused */
function drawReason({ text, at }) {
  const show = at ? key(`show:${at.seat}:${at.line}`, { class: "link" }, "Show") : null;
  return element("p", { class: "reason" }, element("span", {}, text), show);
}

/**
 * Light up an element for a moment.
 * @param {Element | null} touched
 */
export function flash(touched) {
  if (!touched) return;
  // Two classes with the same animation take turns: a class that stays would not start it again.
  const isFirst = touched.classList.toggle("flash");
  touched.classList.toggle("flash-again", !isFirst);
}
