/** Asks the site what a gin deal comes to, when the typing pauses and the deal is complete. */

import { GIN_HAND } from "./arrange.js";
import { isGin } from "./table.js";

/** @import { Hand, State } from "./state.js" */

/**
 * What the site makes of a deal; empty until it has answered.
 * @typedef {object} Answer
 * @property {string[]} problems
 * @property {string[]} lines who scores, and what that makes
 * @property {string} points the winner's, with their sign
 * @property {(Layout | null)[]} hands by seat; null where only the count is told
 */
/**
 * How a gin hand lies.
 * @typedef {object} Layout
 * @property {string[][]} melds
 * @property {string[]} lay_offs
 * @property {string[]} deadwood
 * @property {number} count points of the deadwood
 * @property {string} how how the lay-offs changed the count
 */

const PAUSE = 250;
/** @type {Answer} */
const WAITING = { problems: [], lines: [], points: "", hands: [] };

/** @param {Hand} hand */
const isWhole = ({ mode, held, totals }) =>
  mode === "cards" ? held.length >= GIN_HAND : /\d/.test(totals.deadwood_points ?? "");

/**
 * Tell whether a gin deal is entered to its end: the upcard, and who knocked with both hands.
 * @param {State} state
 */
const isComplete = ({ table, up, ending, by, hands }) =>
  isGin(table) && up && (ending === "dead" || (by !== null && hands.every(isWhole)));

/**
 * Return a function that gives the answer to a state: an empty one until it comes, null for half a deal.
 * @param {HTMLFormElement} form
 * @param {() => void} show called when an answer has come
 * @returns {(state: State) => Answer | null}
 */
export function makePreview(form, show) {
  let asked = "";
  /** @type {Answer | null} */
  let answer = null;
  let timer = 0;
  /** @type {AbortController | null} */
  let request = null;

  /** @param {string} text */
  async function ask(text) {
    request = new AbortController();
    const options = { method: "POST", body: new URLSearchParams(text), signal: request.signal };
    try {
      const reply = await fetch(form.dataset.preview ?? "", options);
      const found = reply.ok ? await reply.json() : null;
      if (asked !== text || !found) return;
      answer = found;
      show();
    } catch {
      // Out of reach, or overtaken by a newer question: the keypad goes on without an answer.
      if (asked === text) asked = "";
    }
  }

  return (state) => {
    const text = isComplete(state) ? textOf(form) : "";
    if (text === asked) return answer;
    clearTimeout(timer);
    request?.abort();
    asked = text;
    answer = text ? WAITING : null;
    if (text) timer = setTimeout(ask, PAUSE, text);
    return answer;
  };
}

/** @param {HTMLFormElement} form */
const textOf = (form) =>
  new URLSearchParams([...new FormData(form)].map(([name, text]) => [name, String(text)])).toString();
