/** Draws the screen of the pad: its head, the players, the board, notes and keys. */

import { element, icon } from "../../core/elements.js";
import { required, seek } from "../../core/page.js";
import { drawWaiting, figure, key, redraw, toggle } from "./parts.js";
import { dealPoints, penaltyPoints } from "./points.js";
import { asksEnding, isAway, isEntered, seatsHere, waysToEnd } from "./state.js";
import { drawTray } from "./tray.js";

/** @import { Result } from "./gin_board.js" */
/** @import { OnDemand } from "./pad.js" */
/** @import { Draw, PadTable, Refusal, State } from "./state.js" */
/**
 * Draws what is laid out above the keys: melds, or the hands of a gin deal.
 * @typedef {(state: State, result: Result | null, onDemand: OnDemand | null) => void} DrawBoard
 */
/** @typedef {ReturnType<typeof makeFrame>} Frame */

/**
 * Copy the screen of the page's template, and put it into its place on the page.
 * @param {PadTable} table
 * @param {HTMLElement} place where the pad stands on the page
 */
export function makeFrame(table, place) {
  const { content } = required("#pad-screen", HTMLTemplateElement);
  const screen = required(".frame", HTMLElement, document.importNode(content, true));
  /** @param {string} selector */
  const part = (selector) => required(selector, HTMLElement, screen);
  const [line, board, grid] = [part(".say"), part(".board"), part(".keys")];
  const [answer, spoken] = [part(".say > div"), part(".say > [role=status]")];
  const frame = {
    place,
    board,
    drawBoard: table.kind.findBoard(screen),
    more: part(".seldom"),
    tray: {
      element: part(".tray"),
      keys: [...grid.querySelectorAll("button")],
      grid,
      other: part(".other"),
      actions: part(".actions"),
    },
    notes: part(".notes"),
    say: { element: line, answer, field: required("input", HTMLInputElement, line), spoken },
    tabs: seek(".tabs", screen),
    result: seek(".result", screen),
    /** @type {HTMLInputElement | null} */
    left: screen.querySelector("[data-typed=left]"),
  };
  board.prepend(...document.querySelectorAll(".note[role=alert], #meanwhile, #suggested, #against"));
  board.before(...document.querySelectorAll(".why"));
  // A key that is slid scrolls nothing: else the browser may take the next tap for the one that stops it.
  // deno-lint-ignore oldest/lacks -- where nothing is touched, nothing scrolls by it
  grid.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
  fillHead(table, part("header"));
  place.append(screen);
  return frame;
}

/** @type {(table: PadTable, head: HTMLElement) => void} with the way back and the title of the page */
function fillHead({ asks_for: contract }, head) {
  const bar = required(".bar", HTMLElement);
  head.prepend(required("a", HTMLElement, bar).cloneNode(true));
  required("h1", HTMLElement, head).textContent = required("h1", HTMLElement, bar).textContent;
  const line = bar.querySelector("p")?.textContent ?? "";
  const lead = [contract, /^.*? deals?\b/.exec(line)?.[0]].filter(Boolean).join(", ");
  const told = required("p", HTMLElement, head);
  told.textContent = told.dataset.lead = lead;
}

/**
 * Draw a state and the server's result of it. The focus stays on the same key.
 * @param {Frame} frame
 * @param {State} state
 * @param {Result | null} result
 * @param {OnDemand | null} onDemand
 */
export function drawFrame(frame, state, result, onDemand) {
  const focused = document.activeElement;
  const pressed = focused?.getAttribute("data-press");
  const { kind } = state.table;
  frame.drawBoard(state, result, onDemand);
  if (frame.tabs) (kind.drawAbove ?? drawTabs)(frame.tabs, state);
  drawTray(frame.tray, state, onDemand);
  onDemand?.more(frame.more, state);
  drawNotes(frame.notes, state, onDemand);
  if (frame.left && document.activeElement !== frame.left) frame.left.value = state.left;
  // What is left is counted when the deal is over, and balances the pack only then.
  frame.left?.closest("label")?.classList.toggle("early", asksEnding(state) && !state.left);
  if (!pressed || (focused?.isConnected && !focused.closest("[hidden]"))) return;
  const again = seek(`:not([hidden]) > [data-press="${CSS.escape(pressed)}"]`, frame.place);
  const next = seek("div:not([hidden]) > button:not([tabindex='-1']), .answers > button", frame.tray.element);
  (again ?? next)?.focus({ preventScroll: true });
}

/** @type {Draw} */
function drawTabs(place, state) {
  const isOut = waysToEnd(state).slice(0, 1);
  redraw(place, seatsHere(state.table).map((seat) => drawTab(state, seat)), isOut.map((chip) => toggle(...chip)));
}

/** @type {(state: State, seat: number) => HTMLElement} */
function drawTab(state, seat) {
  const { table, by, hands } = state;
  const [name, short, hand, isOut] = [table.players[seat], table.tabs[seat], hands[seat], by === seat];
  const hasPoints = isEntered(hand) || penaltyPoints(hand, table) > 0 || (isOut && !table.melded);
  const whole = element("span", { dir: "auto" }, name);
  const apart = element("span", { dir: "auto", "aria-hidden": "true" }, short);
  const words = short === name ? whole : element("span", { class: "told-apart" }, apart, whole);
  const attributes = { class: `tab${isOut ? " out" : ""}`, "aria-current": state.seat === seat ? "true" : null };
  const points = element("b", {}, hasPoints ? figure(dealPoints(state, seat)) : "–");
  const waits = state.waiting?.includes(seat) ? drawWaiting() : null;
  const below = isAway(hand) ? element("small", {}, "sits out") : points;
  const sent = state.sent?.includes(seat)
    ? element("span", { class: "sent" }, icon("tick"), element("span", { class: "vh" }, "sent"))
    : null;
  const line = element("span", { class: "points" }, below, waits, sent, isOut && element("small", {}, "out"));
  return key(`seat:${seat}`, attributes, element("span", { class: "name" }, words), line);
}

/** @type {(place: HTMLElement, state: State, onDemand: OnDemand | null) => void} */
function drawNotes(place, state, onDemand) {
  const { refused } = state;
  const warnings = onDemand?.warningsOf(state) ?? [];
  const hint = onDemand?.hintOf(state) ?? "";
  redraw(
    place,
    warnings.map((warning) => drawReason(warning, "amber")),
    hint ? element("p", { class: "reason" }, hint) : null,
    onDemand?.made(state) ?? null,
    refused && drawReason(refused, "reason"),
  );
}

/** @type {(about: Refusal, className: string) => HTMLElement} */
function drawReason({ text, at, offer }, className) {
  const show = at ? key(`show:${at.seat}:${at.line}`, { class: "link" }, "Show") : null;
  const way = offer ? key(offer.press, { class: "link" }, offer.words) : null;
  return element("p", { class: className }, element("span", {}, text.replace(/\.\.$/, ".")), show, way);
}

/** @param {Element | null} touched */
export function flash(touched) {
  if (!touched) return;
  // Two classes with the same animation take turns: a class that stays would not start it again.
  const isFirst = touched.classList.toggle("flash");
  touched.classList.toggle("flash-again", !isFirst);
}
