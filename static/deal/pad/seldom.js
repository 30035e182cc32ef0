/** Holds what is not there from the start, as a script of its own: figures, the folded part, a keyboard. */

import { drawQuickCount } from "./counts.js";
import { drawFines, drawSums } from "./digits.js";
import { drawFineLines } from "./fine_lines.js";
import { drawHints, hintOf } from "./hints.js";
import { pressOf } from "./keyboard.js";
import { watchProblems } from "./mended.js";
import { drawMore } from "./more.js";
import { answerSeatNews } from "./seat_news.js";
import { drawSummary } from "./summary.js";

// While it is captured: the pad stands in a form itself, and browsers stop the event of a form within a form there.
document.addEventListener("submit", answerSeatNews, true);

/** What draws the tray by what stands in it, penalties, hints and the folded part; what hides problems; keys. */
export const SELDOM = {
  fines: drawFines,
  quick: drawQuickCount,
  totals: drawSums,
  summary: drawSummary,
  fineLines: drawFineLines,
  hints: drawHints,
  hintOf,
  more: drawMore,
  pressOf,
  watchProblems,
};
