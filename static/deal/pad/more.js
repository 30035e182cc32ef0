/** What is needed seldom, folded away below the list, and the whole grammar from a keyboard. */

import { isAway } from "./absence.js";
import { asksEnding, isAlone, nobodyWords } from "./alone.js";
import { h, key, mark, redraw } from "./draw.js";
import { nextSeat } from "./grammar.js";

const WAYS = [
  ["cards", "Cards"],
  ["quick", "Quick count"],
  ["totals", "Just the totals"],
];
const KEYBOARD = [
  ["S H D C", "a suit"],
  ["A 2–9 0 J Q K", "a rank"],
  ["*", "the Joker"],
  ["Shift Q", "queen of spades"],
  ["B", "a black two"],
  ["N", "new set"],
  ["M, I", "melded, in hand"],
  ["↑ ↓", "another line"],
  ["X", "remove the line"],
  ["O", "sits out, or plays"],
  ["Backspace", "take back"],
  ["Enter, →", "next player"],
  ["←", "player before"],
];

/** The folded part, made once. */
export function makeMore(table) {
  const ways = h("div", { class: "chips" });
  const facts = h("div", { class: "chips" });
  const line = h("input", {
    class: "written",
    "data-text": "yes",
    "aria-label": "Type cards",
    placeholder: table.suited ? "4s 5s 6s" : "KKK2, 8s-Ks",
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 200,
  });
  const tools = h(
    "div",
    { class: "chips" },
    key("do:plain", { class: "chip" }, table.dealt ? "Type it, penalties" : "Type it"),
    key("do:mirror", { class: "chip" }, "Left-handed"),
    key("clear", { class: "chip" }, "Start again"),
  );
  const help = h(
    "details",
    { class: "fold" },
    h("summary", {}, mark("chevron", "chevron"), h("span", {}, "By keyboard")),
    h(
      "dl",
      { class: "keyboard" },
      KEYBOARD.filter(([keys]) => keys !== "O" || table.fields.includes("sat_out")).flatMap(
        ([keys, words]) => [h("dt", {}, keys), h("dd", {}, words)],
      ),
    ),
  );
  const element = h(
    "details",
    { class: "fold seldom" },
    h("summary", {}, mark("chevron", "chevron"), h("span", {}, "More")),
    h(
      "div",
      { class: "gap" },
      ways,
      h("div", { class: "beside" }, line, key("do:text", { class: "second small" }, "Add")),
      facts,
      tools,
      help,
    ),
  );
  return { element, ways, facts, line };
}

/** Draw what depends on the state. */
export function drawMore(more, state) {
  const { table, flags, seat, by, ending } = state;
  const { mode } = state.hands[seat];
  const chip = (press, label, chosen) =>
    key(press, { class: "chip", "aria-pressed": String(chosen) }, mark("tick", ""), label);
  redraw(
    more.ways,
    [mode, seat],
    () => table.suited ? [] : WAYS.map(([way, label]) => chip(`mode:${way}`, label, way === mode)),
  );
  redraw(more.facts, [flags, by, ending], () => [
    chip(
      "ask",
      `${table.by_label}: ${by === null ? nobodyWords(state) : table.players[by]}`,
      false,
    ),
    ...(by === null ? [] : table.flags.slice(2).map(({ name, label }) => chip(`flag:${name}`, label, !!flags[name]))),
  ]);
}

const NAMED = {
  Backspace: "undo",
  ArrowRight: "next",
  "*": "JK",
  Q: "QS",
  0: "T",
  n: "new",
  m: "melded",
  i: "in_hand",
};

/** The press that a key stands for at this table; `null` for none. */
export function pressOf(event, state) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const { table, seat, line } = state;
  const { key } = event;
  if (asksEnding(state)) return answer(key, table);
  const goOn = nextSeat(state) === null ? "do:done" : "next";
  if (table.suited) {
    return (
      { Backspace: "undo", ArrowRight: "next", Enter: goOn, 0: "T", u: "up", p: "split" }[key] ?? plain(key)
    );
  }
  const lines = state.hands[seat].melds.length;
  if (key === "ArrowUp" && lines) return `line:${line > 0 ? line - 1 : lines - 1}`;
  if (key === "ArrowDown" && lines) return `line:${(line + 1) % lines}`;
  if (key === "ArrowLeft") {
    return `seat:${(seat + table.players.length - 1) % table.players.length}`;
  }
  if (key === "x" && line >= 0) return `x:${line}`;
  if (key === "Enter") return goOn;
  if (key === "o") return isAway(state.hands[seat]) ? "mode:cards" : "mode:away";
  if (table.split_twos && (key === "2" || key === "b")) return key === "2" ? "2R" : "2B";
  return NAMED[key] ?? plain(key);
}

const plain = (key) => (/^[shdcatjqk2-9]$/.test(key) ? key.toUpperCase() : null);

/** Who went out, by number round the table; 0 where nobody did. */
function answer(key, table) {
  if (key === "Backspace") return "undo";
  if (!/^\d$/.test(key)) return null;
  const number = Number(key);
  if (number === 0) return table.endings[1] ? `end:${table.endings[1]}` : null;
  if (isAlone(table)) return number === 1 ? `by:${table.only}` : null;
  return number <= table.players.length ? `by:${number - 1}` : null;
}
