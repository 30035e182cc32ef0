/** What the site makes of the deal as it stands on the keys: asked when the typing pauses. */

const PAUSE = 250;
const HAND = 10;
const WAITING = { problems: [], lines: [], points: "", hands: [] };

const isWhole = ({ mode, hand, totals }) =>
  mode === "cards" ? hand.length >= HAND : /\d/.test(totals.deadwood_points ?? "");

/** Whether a deal of gin is told to its end: the upcard, and who knocked with both hands. */
const isComplete = ({ table, up, ending, by, hands }) =>
  table.suited && up && (ending === "dead" || (by !== null && hands.every(isWhole)));

/** Asks for one form; `show` is called when an answer has come. */
export function makePreview(form, show) {
  let [asked, answer, timer, request] = ["", null, 0, null];

  async function ask(text) {
    request = new AbortController();
    const about = { method: "POST", body: new URLSearchParams(text), signal: request.signal };
    try {
      const reply = await fetch(form.dataset.preview, about);
      const told = reply.ok ? await reply.json() : null;
      if (asked !== text || !told) return;
      answer = told;
      show();
    } catch {
      // Out of reach, or overtaken by a newer question: the pad goes on without an answer.
      if (asked === text) asked = "";
    }
  }

  /** The answer to what the form holds; an empty one until it comes, none for half a deal. */
  return (state) => {
    const text = isComplete(state) ? new URLSearchParams(new FormData(form)).toString() : "";
    if (text === asked) return answer;
    clearTimeout(timer);
    request?.abort();
    asked = text;
    answer = text ? WAITING : null;
    if (text) timer = setTimeout(ask, PAUSE, text);
    return answer;
  };
}
