/**
 * Presses keys on the grammar of the pad, without a page. Reads the pad's table and runs of presses from standard
 * input; prints for each run what the form holds then, how many keys were refused, and what was told as unlikely.
 */

import { writeFields } from "../../static/deal/pad/fields.js";
import { GIN } from "../../static/deal/pad/gin_kind.js";
import { press, start } from "../../static/deal/pad/grammar.js";
import { MELDS } from "../../static/deal/pad/meld_kind.js";
import { emptyState } from "../../static/deal/pad/state.js";
import { warningsOf } from "../../static/deal/pad/warnings.js";

const { table, runs } = JSON.parse(await new Response(Deno.stdin.readable).text());
const facts = { ...table, kind: table.board === "cards" ? GIN : MELDS };

/** @param {string[]} presses */
function enter(presses) {
  const told = new Set();
  let [state, refused] = [start(facts, {}) ?? emptyState(facts), 0];
  // Whoever leaves a hand, or the deal, has seen what is said of it.
  const look = () => warningsOf(state).forEach(({ text }) => told.add(text));
  for (const code of presses) {
    if (code === "next") look();
    state = press(state, code);
    if (state.refused) refused += 1;
  }
  look();
  const fields = Object.entries(writeFields(state)).filter(([, text]) => text !== "");
  return { fields: Object.fromEntries(fields), refused, told: [...told] };
}

console.log(JSON.stringify(runs.map(enter)));
