/** Holds what is not there from the start, as a script of its own: figures in place of cards, the folded part. */

import { drawQuickCount } from "./counts.js";
import { drawFines, drawSums } from "./digits.js";
import { drawFineLines } from "./fine_lines.js";
import { drawHints, hintOf } from "./hints.js";
import { watchProblems } from "./mended.js";
import { drawMore } from "./more.js";
import { drawSummary } from "./summary.js";

/** What draws the tray by what stands in it, figures, penalties, hints and the folded part; what hides problems. */
export const SELDOM = {
  fines: drawFines,
  quick: drawQuickCount,
  totals: drawSums,
  summary: drawSummary,
  fineLines: drawFineLines,
  hints: drawHints,
  hintOf,
  more: drawMore,
  watchProblems,
};
