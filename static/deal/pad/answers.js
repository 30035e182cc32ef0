/** Draws what stands in place of the keys: how the deal ended, or that a player sits out. */

import { element } from "../../core/elements.js";
import { isAway } from "./absence.js";
import { key, redraw, undoKey } from "./parts.js";
import { answersOf } from "./questions.js";

/** @import { State } from "./state.js" */

const LONG_NAME = 24;

/**
 * Ask who went out or knocked. Each player has a key, and so has each ending without one.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawEndings(place, { table, hands, pressed, cleared }) {
  const playing = hands.flatMap((hand, seat) => (isAway(hand) ? [] : [seat]));
  redraw(place, ["ending", playing, pressed > 0, cleared], () => {
    const players = answersOf(table, playing).map(([seat, words]) =>
      key(`by:${seat}`, { class: `key name${words.length < LONG_NAME ? "" : " long"}` }, words)
    );
    const others = table.endings.slice(1).map((ending, index) =>
      key(`end:${ending}`, { class: "key name nobody" }, table.ending_words[index + 1])
    );
    return [
      element("h2", { class: "serif" }, table.question ?? `${table.by_label}?`),
      element("div", { class: "answers" }, players, others),
      pressed > 0 && undoKey(cleared ? "Put it back" : undefined),
    ];
  });
}

/**
 * Say that a player sits out, with the key to play.
 * @param {HTMLElement} place
 * @param {State} state
 */
export function drawAbsence(place, { table, seat }) {
  redraw(place, ["away", seat], () => [
    element("h2", { class: "serif" }, `${table.players[seat]} sits this deal out.`),
    element("div", { class: "answers" }, key("mode:cards", { class: "key name" }, "Plays")),
  ]);
}
