/** Holds what is loaded only when needed, as a script of its own: figures, the folded part, a keyboard, speech. */

import { drawAbsence, drawFineLines, drawFines, drawQuickCount, drawSummary, drawSums } from "./figures.js";
import { pressKey } from "./keyboard.js";
import { tellUnsaved, watchMending } from "./mending.js";
import { drawMade, drawMore, hintOf } from "./more.js";
import { Saying } from "./saying.js";
import { takeAllSent } from "./sent.js";
import { tellAct } from "./speech.js";
import { warningsOf, whyUnlikely } from "./warnings.js";

/** @import { Texts } from "./fields.js" */
/** @import { Pad } from "./pad.js" */

/** What draws the tray by what stands in it, penalties and the folded part; warnings; keys; speech; problems. */
export const ON_DEMAND = {
  fines: drawFines,
  quick: drawQuickCount,
  totals: drawSums,
  away: drawAbsence,
  summary: drawSummary,
  fineLines: drawFineLines,
  hintOf,
  made: drawMade,
  warningsOf,
  whyUnlikely,
  more: drawMore,
  pressKey,
  Saying,
  takeAllSent,
  tellAct,
  watchProblems,
};

watchMending();

/**
 * Return a function that hides each problem of a deal whose fields have changed, and shows it where they are as before.
 * @param {Pad} pad
 * @param {Texts} before the fields when the problems were found
 * @returns {(now: Texts) => void}
 */
function watchProblems(pad, before) {
  tellUnsaved(pad, before);
  const note = document.querySelector(".note[role=alert]:has(a[href^='#'])");
  const problems = [...note?.querySelectorAll("li") ?? []];
  return (now) => {
    const changed = Object.keys(now).filter((name) => now[name] !== (before[name] ?? ""));
    for (const each of problems) {
      const hand = /^#(hand\d+)/.exec(each.querySelector("a")?.getAttribute("href") ?? "")?.[1];
      each.hidden = changed.some((name) => !hand || !name.startsWith("hand") || name.startsWith(`${hand}-`));
    }
    note?.toggleAttribute("hidden", problems.length > 0 && problems.every(({ hidden }) => hidden));
  };
}
