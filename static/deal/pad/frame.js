/** The screen of the pad: its head, the players, the list, notes and keys, drawn from a state. */

import { isAway } from "./absence.js";
import { isAlone } from "./alone.js";
import { doubts } from "./limits.js";
import { drawBoard, figure, h, key, makeBoard, mark, redraw } from "./draw.js";
import { drawGinBoard, drawResult, makeGinBoard } from "./gin_board.js";
import { isTold } from "./grammar.js";
import { drawMore, makeMore } from "./more.js";
import { dealPoints } from "./points.js";
import { drawTray, makeTray } from "./tray.js";

/** The whole screen, made once and put into its place on the page. */
export function makeFrame(table, form, place) {
  const board = table.suited ? makeGinBoard(table) : makeBoard(table);
  const parts = {
    place,
    board,
    more: makeMore(table),
    tray: makeTray(table),
    tabs: h("div", { class: "tabs", role: "group", "aria-label": "Players" }),
    notes: h("div", { class: "notes", role: "status" }),
    result: h("div", { class: "result", "aria-live": "polite", hidden: true }),
    left: numberField("left", { maxlength: 3, placeholder: "–" }),
  };
  board.element.prepend(...document.querySelectorAll(".note[role=alert], #meanwhile"), ...askWhy(form));
  board.element.append(parts.more.element);
  const tabs = table.suited || isAlone(table) ? [] : [parts.tabs];
  const head = makeHead(table, parts, form.dataset.terms ?? "");
  const below = [parts.result, parts.notes, parts.tray.element];
  place.append(h("div", { class: "frame" }, head, ...tabs, board.element, ...below));
  return parts;
}

/** A field for a whole number; what is typed there is a press. */
const numberField = (press, attributes) =>
  h("input", { inputmode: "numeric", autocomplete: "off", "data-number": press, ...attributes });

function makeHead(table, parts, terms) {
  const bar = document.querySelector(".bar");
  const said = bar.querySelector("p")?.textContent ?? "";
  const lead = table.asks_for || (/^.*? deals/.exec(said)?.[0] ?? said);
  const back = { href: bar.querySelector("a").href, "aria-label": "Score sheet" };
  return h(
    "header",
    {},
    h("a", back, mark("back")),
    h("h1", {}, bar.querySelector("h1").textContent),
    h("p", { class: "quiet" }, lead),
    table.suited || isAlone(table)
      ? h("span", { class: "rest" }, terms)
      : h("label", { class: "rest" }, "Cards left", parts.left),
  );
}

/** A correction says why. */
function askWhy(form) {
  const { reason } = form.elements;
  if (!reason) return [];
  const input = h("input", { "data-reason": "yes", maxlength: 300, value: reason.value });
  return [h("label", { class: "why" }, "Why it is corrected", input)];
}

/** Draw a state and the site's answer to it; the focus stays where it was. */
export function drawFrame(parts, state, answer) {
  const focused = document.activeElement?.dataset?.press;
  if (state.table.suited) drawGinBoard(parts.board, state, answer);
  else drawBoard(parts.board, state);
  drawTabs(parts.tabs, state);
  drawTray(parts.tray, state);
  drawMore(parts.more, state);
  drawNotes(parts.notes, state);
  drawResult(parts.result, answer);
  if (document.activeElement !== parts.left) parts.left.value = state.left;
  if (focused && document.activeElement?.dataset?.press !== focused) {
    const again = parts.place.querySelector(`[data-press="${CSS.escape(focused)}"]`);
    again?.focus({ preventScroll: true });
  }
}

function drawTabs(element, state) {
  const { table } = state;
  const tabs = table.players.map((name, seat) => {
    const isOut = state.by === seat;
    const told = isTold(state.hands[seat]) || (isOut && !table.melded);
    const points = told ? figure(dealPoints(state, seat)) : "–";
    const sits = isAway(state.hands[seat]);
    return { name, seat, isOut, isOpen: state.seat === seat, points, sits };
  });
  redraw(element, tabs, () => tabs.map(drawTab));
}

function drawTab({ name, seat, isOut, isOpen, points, sits }) {
  const words = h("span", { class: "name" }, h("span", {}, name), isOut && h("small", {}, "out"));
  const about = { class: `tab${isOut ? " out" : ""}`, "aria-current": isOpen ? "true" : null };
  const told = sits ? h("small", {}, "sits out") : h("b", {}, points);
  return key(`seat:${seat}`, about, words, told);
}

function drawNotes(element, state) {
  const amber = doubts(state);
  const { refused } = state;
  redraw(element, [amber, refused], () => [
    ...amber.map((text) => h("p", { class: "amber" }, text)),
    ...(refused ? [drawReason(refused)] : []),
  ]);
}

function drawReason({ text, at }) {
  const show = at && key(`show:${at.seat}:${at.line}`, { class: "link" }, "Show");
  return h("p", { class: "reason" }, h("span", {}, text), show ?? null);
}

/** A short sign of what was touched and what it changed. */
export function flash(element) {
  if (!element) return;
  // Of two signs that look the same each begins anew, without a layout in between.
  const isOn = element.classList.toggle("flash");
  element.classList.toggle("flash-again", !isOn);
}
