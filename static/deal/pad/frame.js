/** Makes and draws the screen of the pad: its head, the players, the board, notes and keys. */

import { element, icon } from "../../core/elements.js";
import { required } from "../../core/page.js";
import { drawWaiting, figure, fold, key, redraw, toggle } from "./parts.js";
import { dealPoints, penaltyPoints } from "./points.js";
import { asksEnding, hasOneHand, isAway, isEntered, openHand, seatsHere, waysToEnd } from "./state.js";
import { drawTray, makeTray } from "./tray.js";

/** @import { Result } from "./gin_board.js" */
/** @import { OnDemand } from "./pad.js" */
/** @import { PadTable, Refusal, State } from "./state.js" */
/**
 * What is laid out above the keys: melds, or the hands of a gin deal.
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(state: State, result: Result | null, onDemand: OnDemand | null) => void} draw
 * @property {HTMLElement[]} results what stands between the board and the keys
 */
/** @typedef {ReturnType<typeof makeFrame>} Frame */

const SAY = "Say or type the cards";

/**
 * Make the whole screen and put it into its place on the page.
 * @param {PadTable} table
 * @param {Board} board
 * @param {HTMLFormElement} form
 * @param {HTMLElement} place where the pad stands on the page
 */
export function makeFrame(table, board, form, place) {
  const frame = {
    place,
    board,
    more: fold("fold seldom", "More"),
    tray: makeTray(table),
    tabs: element("div", { class: "tabs", role: "group", "aria-label": "Players" }),
    notes: element("div", { class: "notes" }),
    say: makeSay(),
    left: makeLeft(),
  };
  const { more, tabs, notes, say, tray } = frame;
  const list = board.element;
  list.prepend(...document.querySelectorAll(".note[role=alert], #meanwhile, #suggested, #against"));
  list.append(...document.querySelectorAll("[data-why] > *, .frame .why:not(.why *)"), more);
  const head = makeHead(table, frame.left, form.dataset.terms ?? "");
  const players = table.kind.areMelds || table.kind.drawAbove ? tabs : [];
  const classes = `frame${hasOneHand(table) ? " one-hand" : ""}`;
  // Whoever uses a screen reader or a keyboard meets the line for cards first; it is shown above the keys.
  const shown = [head, say.element, players, list, ...board.results, notes, tray.element];
  place.append(element("div", { class: classes }, ...shown));
  return frame;
}

/**
 * Make the line in which cards are said or typed. The answer to what is said is drawn above it by the script on
 * demand, and `spoken` is what a screen reader tells.
 */
function makeSay() {
  const [answer, spoken] = [element("div"), element("p", { class: "vh", role: "status" })];
  const field = element("input", {
    "aria-label": SAY,
    placeholder: SAY,
    maxlength: 1000,
    lang: "en",
    autocapitalize: "off",
    autocomplete: "off",
    autocorrect: "off",
    spellcheck: "false",
    enterkeyhint: "done",
  });
  const line = element("div", { class: "beside" }, field, key("do:add", { class: "main" }, "Add"));
  const say = element("section", { class: "say", "aria-label": SAY }, answer, line, spoken);
  return { element: say, answer, field, spoken };
}

/** Make the field for the cards left in the stock; what is typed there is a press. */
const makeLeft = () =>
  element("input", {
    inputmode: "numeric",
    autocomplete: "off",
    "data-typed": "left",
    "aria-label": "Cards left in stock and discards",
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
  const back = required("a", HTMLAnchorElement, bar);
  const line = bar.querySelector("p")?.textContent ?? "";
  const lead = [table.asks_for, /^.*? deals?\b/.exec(line)?.[0]].filter(Boolean).join(", ");
  return element(
    "header",
    {},
    element("a", { href: back.href, "aria-label": back.getAttribute("aria-label") ?? "" }, icon("back")),
    element("h1", {}, required("h1", HTMLElement, bar).textContent),
    element("p", { class: "quiet", "data-lead": lead }, lead),
    table.kind.areMelds && !hasOneHand(table)
      ? element("label", { class: "rest" }, element("span", {}, "Cards left"), left)
      : element("span", { class: "rest" }, terms),
  );
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
  frame.board.draw(state, result, onDemand);
  if (state.table.kind.areMelds) drawTabs(frame.tabs, state);
  state.table.kind.drawAbove?.(frame.tabs);
  drawTray(frame.tray, state, onDemand);
  onDemand?.more(frame.more, state);
  drawNotes(frame.notes, state, onDemand);
  frame.say.element.classList.toggle("begun", isEntered(openHand(state)));
  if (document.activeElement !== frame.left) frame.left.value = state.left;
  // What is left is counted when the deal is over, and balances the pack only then.
  frame.left.closest("label")?.classList.toggle("early", asksEnding(state) && !state.left);
  if (!pressed || (focused?.isConnected && !focused.closest("[hidden]"))) return;
  /** @type {HTMLElement | null} */
  const again = frame.place.querySelector(`:not([hidden]) > [data-press="${CSS.escape(pressed)}"]`);
  /** @type {HTMLElement | null} */
  const next = frame.tray.element.querySelector("div:not([hidden]) > button:not([tabindex='-1']), .answers > button");
  (again ?? next)?.focus({ preventScroll: true });
}

/** @type {(place: HTMLElement, state: State) => void} */
function drawTabs(place, state) {
  const isOut = waysToEnd(state).slice(0, 1);
  redraw(place, seatsHere(state.table).map((seat) => drawTab(state, seat)), isOut.map((chip) => toggle(...chip)));
}

/** @type {(state: State, seat: number) => HTMLElement} */
function drawTab(state, seat) {
  const { table, by, hands } = state;
  const [name, shown, hand, isOut] = [table.players[seat], table.tabs[seat], hands[seat], by === seat];
  const hasPoints = isEntered(hand) || penaltyPoints(hand, table) > 0 || (isOut && !table.melded);
  const isCut = shown !== name;
  const whole = isCut && element("span", { class: "vh" }, name);
  const seen = element("span", { dir: "auto", "aria-hidden": isCut ? "true" : null }, shown);
  const words = element("span", { class: "name" }, whole, seen);
  const attributes = { class: `tab${isOut ? " out" : ""}`, "aria-current": state.seat === seat ? "true" : null };
  const points = element("b", {}, hasPoints ? figure(dealPoints(state, seat)) : "–");
  const waits = state.waiting?.includes(seat) ? drawWaiting() : null;
  const below = isAway(hand) ? element("small", {}, "sits out") : points;
  const sent = state.sent?.includes(seat)
    ? element("span", { class: "sent" }, icon("tick"), element("span", { class: "vh" }, "sent"))
    : null;
  const line = element("span", { class: "points" }, below, waits, sent, isOut && element("small", {}, "out"));
  return key(`seat:${seat}`, attributes, words, line);
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
  return element("p", { class: className }, element("span", {}, text), show, way);
}

/** @param {Element | null} touched */
export function flash(touched) {
  if (!touched) return;
  // Two classes with the same animation take turns: a class that stays would not start it again.
  const isFirst = touched.classList.toggle("flash");
  touched.classList.toggle("flash-again", !isFirst);
}
