/** Draws what is not there from the start: figures in place of cards, and help. It is a script of its own. */

import { drawQuickCount } from "./counts.js";
import { drawFines, drawSums } from "./digits.js";
import { drawHelp } from "./help.js";
import { drawHints } from "./hints.js";
import { drawSummary } from "./summary.js";

/** What draws the tray, by what stands in it; then the rows of all players, how cards are entered, and the help. */
export const SELDOM = {
  fines: drawFines,
  quick: drawQuickCount,
  totals: drawSums,
  summary: drawSummary,
  hints: drawHints,
  help: drawHelp,
};
