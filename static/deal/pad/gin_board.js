/** Draws what is above the keys of gin: the upcard, both hands in melds and deadwood, and the result by the server. */

import { element } from "../../core/elements.js";
import { all, required } from "../../core/page.js";
import { GIN_HAND, isSet, layoutOf } from "./arrange.js";
import { capital, cardWords, placeOf, suitWord } from "./cards.js";
import { drawWaiting, key, looseClass, looseFace, redraw } from "./parts.js";
import { hasOneHand, whyOtherHand } from "./state.js";

/** @import { DrawBoard } from "./frame.js" */
/** @import { Hand, PadTable, State } from "./state.js" */
/**
 * The server's result of a deal; empty until it has answered.
 * @typedef {object} Result
 * @property {string[]} problems
 * @property {string[]} lines who scores, and the totals after that
 * @property {string} points the winner's, with their sign
 * @property {(Layout | null)[]} hands by seat; null where only the count is told
 * @property {(string | null)[]} [pairs] of partners what each pair won; null while it plays
 */
/**
 * A gin hand as it is laid out.
 * @typedef {object} Layout
 * @property {string[][]} melds
 * @property {string[]} lay_offs
 * @property {string[]} deadwood
 * @property {number} count points of the deadwood
 * @property {string} how how the lay-offs reduce the count
 */

const QUIET = 250;
/** Milliseconds until a question without an answer is asked again. */
const RETRY = 2000;
/** @type {Result} */
const WAITING = { problems: [], lines: [], points: "", hands: [] };

/** @type {(screen: HTMLElement) => DrawBoard} once the server has answered, the hands lie as in its answer */
export function findGinBoard(screen) {
  const [upcard, result] = [".upcard", ".result"].map((part) => required(part, HTMLElement, screen));
  const hands = all(".ginhand", screen);
  return (state, answer) => {
    redraw(upcard, drawUpcard(state));
    upcard.hidden = hasOneHand(state.table) && !state.up && !state.table.kind.asksTableCard(state);
    hands.forEach((section, seat) => {
      section.hidden = whyOtherHand(state, seat) !== null;
      const isOpen = state.seat === seat && state.ending !== null && state.ending !== "dead";
      section.classList.toggle("open", isOpen);
      redraw(section, drawHand(state, seat, isOpen, answer?.hands[seat] ?? null));
    });
    drawResult(result, answer);
  };
}

/** @param {State} state */
function drawUpcard({ up, ending, table }) {
  const title = ending === "dead" ? "A dead deal" : null;
  if (!up) {
    const face = element("span", { class: "card big none" });
    return [face, headed(title ?? "Upcard", "Which card was turned up? Its suit, then its rank.")];
  }
  const limit = table.limits[up[0]];
  const doubles = up[1] === table.doubling ? ` ${capital(suitWord(up[1]))} count double.` : "";
  const label = `Upcard ${cardWords(up, table)}: change`;
  return [
    key("up", { class: `${looseClass(up)} big`, "aria-label": label }, looseFace(up)),
    headed(title ?? limitWords(limit), `Tap the upcard to change it.${doubles}`),
  ];
}

/** @type {(limit: number) => string} */
export const limitWords = (limit) => limit ? `Knock with ${limit} or less` : "Gin only";

/** @type {(title: string, text: string) => HTMLElement} */
const headed = (title, text) =>
  element("div", {}, element("h2", { class: "serif" }, title), element("p", { class: "quiet" }, text));

/** @param {string[]} cards */
const inOrder = (cards) => [...cards].sort((one, other) => placeOf(one[0]) - placeOf(other[0]));

/**
 * @param {State} state
 * @param {number} seat
 * @param {boolean} isOpen whether its cards can be taken out
 * @param {Layout | null} told as the server lays it out
 */
function drawHand(state, seat, isOpen, told) {
  const { table } = state;
  const hand = state.hands[seat];
  const { held, mode, spread, totals } = hand;
  if (mode !== "cards") {
    return [
      drawHead(state, seat, totals.deadwood_points || "–"),
      element("p", { class: "quiet" }, countWords(state, seat)),
    ];
  }
  if (!held.length) {
    const words = isOpen && element("p", { class: "quiet" }, "Press a suit, then its ranks: ♠ 4 5 6.");
    return [drawHead(state, seat, "–"), words];
  }
  const { melds, lay_offs: laidOff, deadwood, count, how } = told ??
    { ...layoutOf(hand, table), lay_offs: [], how: "" };
  /** @type {(cards: string[], label: string, className: string) => HTMLElement} */
  const group = (cards, label, className) => {
    const faces = cards.map((code) => drawFace(code, table, isOpen ? held.indexOf(code) : -1));
    return element("div", { class: className }, element("div", { class: "cards" }, faces), element("small", {}, label));
  };
  const groups = melds.map((meld) => group(inOrder(meld), isSet(meld) ? "set" : "run", "meld"));
  if (laidOff.length) groups.push(group(laidOff, "laid off", "laid"));
  if (deadwood.length) groups.push(group(inOrder(deadwood), "deadwood", "dead"));
  const words = held.length < GIN_HAND ? `${held.length} of ${GIN_HAND} cards` : how;
  return [
    drawHead(state, seat, String(count), spread ? "as spread" : ""),
    element("div", { class: "groups" }, groups),
    words ? element("p", { class: "quiet" }, words) : null,
  ];
}

/** @type {(state: State, seat: number) => string} what a count is that is entered as a sum */
export const countWords = ({ by }, seat) => by === null || by === seat ? "deadwood" : "deadwood after lay-offs";

/** @type {(state: State, seat: number, count: string, how?: string) => HTMLElement} */
function drawHead({ table, by, hands, waiting }, seat, count, how = "") {
  const waits = waiting?.includes(seat) ? drawWaiting() : null;
  const running = table.running[seat] ?? "";
  const isGin = count === "0" && isWhole(hands[seat]);
  const words = [String(running), by !== seat ? "" : isGin ? "gin" : "knocks", how].filter(Boolean);
  return element(
    "div",
    { class: "who" },
    element("h2", { class: "serif" }, table.players[seat]),
    element("div", {}, waits, element("small", {}, words.join(", ")), element("span", { class: "sum" }, count)),
  );
}

/**
 * @param {string} code
 * @param {PadTable} table
 * @param {number} place where it can be tapped out of the open hand; -1 where it cannot
 */
function drawFace(code, table, place) {
  const words = cardWords(code, table);
  const about = { class: looseClass(code), "aria-label": words };
  if (place < 0) return element("span", { ...about, role: "img" }, looseFace(code));
  return key(`drop:${place}`, { ...about, "aria-label": `${words}: take out` }, looseFace(code));
}

/**
 * Draw the result of the deal, or its problems; nothing until the server has answered.
 * @param {HTMLElement} place
 * @param {Result | null} answer
 */
function drawResult(place, answer) {
  place.hidden = answer === null;
  const { problems, lines: [first, ...more], points } = answer ?? WAITING;
  redraw(
    place,
    problems.map((text) => element("p", { class: first ? "amber" : "reason" }, text)),
    first ? element("p", { class: "won" }, element("span", {}, first), element("b", {}, points)) : null,
    more.map((text) => element("p", { class: "quiet" }, text)),
  );
}

/** @param {Hand} hand */
export const isWhole = ({ mode, held, totals }) =>
  mode === "cards" ? held.length >= GIN_HAND : /\d/.test(totals.deadwood_points ?? "");

/**
 * Tell whether a deal is complete: the upcard, and that it is dead, or who knocked and both hands.
 * @param {State} state
 */
export const isComplete = ({ up, ending, by, hands }) =>
  up !== null && (ending === "dead" || (by !== null && hands.every(isWhole)));

/**
 * Make what asks the server for the result of a deal, when the deal is complete and the typing pauses. It is a function
 * from a state to the result: an empty one until it comes, null for an incomplete deal, and for one hand of a deal.
 * @param {HTMLFormElement} form
 * @param {() => void} show called when an answer has come, and when it is time to ask again
 * @returns {(state: State) => Result | null}
 */
export function makePreview(form, show) {
  const address = form.dataset.preview ?? "";
  /** @type {string | null} the deal that was asked about; null after a question without an answer */
  let asked = "";
  /** @type {Result | null} */
  let answer = null;
  let timer = 0;
  /** @type {AbortController | null} */
  let request = null;

  /** @param {string} text */
  async function ask(text) {
    request = new AbortController();
    const options = { method: "POST", body: new URLSearchParams(text), signal: request.signal };
    try {
      const reply = await fetch(address, options);
      if (reply.status >= 500) throw new Error(reply.statusText);
      const found = reply.ok ? await reply.json() : null;
      if (asked !== text || !found) return;
      answer = found;
      show();
    } catch {
      // The server is out of reach, or a newer question was asked: the pad goes on without an answer.
      if (asked !== text) return;
      asked = null;
      timer = setTimeout(show, RETRY);
    }
  }

  return (state) => {
    const text = address && isComplete(state) ? textOf(form) : "";
    if (text === asked) return answer;
    clearTimeout(timer);
    request?.abort();
    asked = text;
    answer = text ? WAITING : null;
    if (text) timer = setTimeout(ask, QUIET, text);
    return answer;
  };
}

/** @param {HTMLFormElement} form */
function textOf(form) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "presses");
  return new URLSearchParams(fields.map(([name, text]) => [name, String(text)])).toString();
}
