/** Asks the server for the result of a gin deal, when the deal is complete and the typing pauses. */

import { GIN_HAND } from "./cards.js";
import { isGin } from "./table.js";

/** @import { Hand, State } from "./state.js" */

/**
 * The server's result of a deal; empty until it has answered.
 * @typedef {object} Answer
 * @property {string[]} problems
 * @property {string[]} lines who scores, and the totals after that
 * @property {string} points the winner's, with their sign
 * @property {(Layout | null)[]} hands by seat; null where only the count is told
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

const PAUSE = 250;
/** Milliseconds until the question is asked again, to which no answer came. */
const AGAIN = 2000;
/** @type {Answer} */
const WAITING = { problems: [], lines: [], points: "", hands: [] };

/** @param {Hand} hand */
const isWhole = ({ mode, held, totals }) =>
  mode === "cards" ? held.length >= GIN_HAND : /\d/.test(totals.deadwood_points ?? "");

/**
 * Tell whether a gin deal is complete: the upcard, and that it is dead, or who knocked and both hands.
 * @param {State} state
 */
const isComplete = ({ table, up, ending, by, hands }) =>
  isGin(table) && up && (ending === "dead" || (by !== null && hands.every(isWhole)));

/**
 * Return a function from a state to the server's answer: an empty one until it comes, null for an incomplete deal.
 * @param {HTMLFormElement} form
 * @param {() => void} show called when an answer has come, and when it is time to ask again
 * @returns {(state: State) => Answer | null}
 */
export function makePreview(form, show) {
  /** @type {string | null} the deal as it was asked; null after a question without an answer */
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
      if (reply.status >= 500) throw new Error(reply.statusText);
      const found = reply.ok ? await reply.json() : null;
      if (asked !== text || !found) return;
      answer = found;
      show();
    } catch {
      // The server is out of reach, or a newer question was asked: the pad goes on without an answer.
      if (asked !== text) return;
      asked = null;
      timer = setTimeout(show, AGAIN);
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
function textOf(form) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "presses");
  return new URLSearchParams(fields.map(([name, text]) => [name, String(text)])).toString();
}
