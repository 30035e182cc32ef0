/** The thumb zone: keys, the question who went out, counts and totals, the way on. */

import { isAway } from "./absence.js";
import { answersOf, asksEnding, asksUpcard, isAlone } from "./alone.js";
import { cardWords, RANKS, rankText, rankWord, SUITS, suitWord } from "./cards.js";
import { h, key, mark, redraw, set, SUIT_MARKS } from "./draw.js";
import { nextSeat, press } from "./grammar.js";

/** The keys of a table, in their three rows of seven. */
function rows(table) {
  if (table.suited) return [...SUITS, "sums", "dead", "undo", ...RANKS, "split"];
  const special = table.split_twos ? "2B" : "QS";
  const ranks = RANKS.map((rank) => (rank === "2" && table.split_twos ? "2R" : rank));
  return [...SUITS, special, "new", "undo", ...ranks, "JK"];
}

const WORDS = {
  new: ["New", "new set of the same rank"],
  undo: [null, "take back one press"],
  sums: ["Sums", "just the counts"],
  dead: ["Dead", "dead deal: two cards left"],
  split: ["Split", "lay the cards another way"],
};

function makeKey(code, table) {
  if (WORDS[code]) {
    const [text, label] = WORDS[code];
    const inside = text ?? mark("backspace", "icon");
    return key(
      code,
      { class: "key wordy", "aria-label": text ? `${text}: ${label}` : label },
      inside,
    );
  }
  if (SUITS.includes(code)) {
    const label = table.suited ? suitWord(code) : `run of ${suitWord(code)}`;
    return key(
      code,
      { class: `key ${SUIT_MARKS[code]}`, "aria-label": label },
      mark(SUIT_MARKS[code], "suit"),
    );
  }
  const wild = code === "JK" || code === (table.split_twos ? "2B" : "2");
  const face = code === "JK" ? mark("joker", "suit") : rankText(code[0]);
  const inside = wild && !table.suited ? h("span", { class: "ring" }, face) : face;
  const suit = code === "QS" ? mark("spade", "suit") : code === "2R" ? mark("heart", "suit") : null;
  const label = code.length > 1 || wild ? cardWords(code, table) : rankWord(code);
  return key(
    code,
    { class: `key${suit ? " duo" : ""}${code === "2R" ? " heart" : ""}`, "aria-label": label },
    inside,
    suit,
  );
}

/** The keys and what takes their place, made once. */
export function makeTray(table) {
  const keys = rows(table).map((code) => makeKey(code, table));
  const grid = h("div", { class: "keys", role: "group", "aria-label": "Keys" }, ...keys);
  const other = h("div", { class: "other" });
  const actions = h("div", { class: "actions" });
  return { element: h("div", { class: "tray" }, grid, other, actions), keys, grid, other, actions };
}

/** Draw the keys as they stand: chosen, used up, or another question in their place. */
export function drawTray(tray, state) {
  const asks = asksEnding(state);
  const { mode } = state.hands[state.seat];
  const shows = asks ? "ask" : mode === "cards" ? "keys" : mode;
  set(tray.grid, { hidden: shows !== "keys" });
  set(tray.other, { hidden: shows === "keys" });
  const others = { ask: drawAsk, quick: drawQuick, totals: drawTotals, away: drawAway };
  if (shows === "keys") drawKeys(tray.keys, state);
  else others[shows](tray.other, state);
  redraw(
    tray.actions,
    [asks, state.seat, state.part, state.by, state.up, state.ending, nextSeat(state), mode],
    () => (asks || asksUpcard(state) ? [] : actions(state, mode)),
  );
}

function drawKeys(keys, state) {
  const chosen = state.table.suited ? state.suit : state.pending?.suit;
  for (const element of keys) {
    const code = element.dataset.press;
    const plain = element.dataset.label ?? (element.dataset.label = element.getAttribute("aria-label"));
    const used = code !== "undo" && press(state, code).refused?.used === true;
    element.classList.toggle("used", used);
    set(element, {
      "aria-label": used ? `${plain}, used up` : plain,
      "aria-pressed": SUITS.includes(code) ? String(code === chosen) : null,
    });
  }
}

/** Who went out, or who knocked: the names, and the endings in which nobody did. */
function drawAsk(element, { table, hands }) {
  const playing = hands.flatMap((hand, seat) => (isAway(hand) ? [] : [seat]));
  redraw(element, ["ask", playing], () => [
    h("h2", { class: "serif" }, table.question ?? `${table.by_label}?`),
    h(
      "div",
      { class: "answers" },
      answersOf(table, playing).map(([seat, words]) => key(`by:${seat}`, { class: "key name" }, words)),
      table.endings
        .slice(1)
        .map((ending, index) => key(`end:${ending}`, { class: "key name nobody" }, table.ending_words[index + 1])),
    ),
  ]);
}

/** There is nothing to tell of who sits out. */
function drawAway(element, { table, seat }) {
  redraw(element, ["away", seat], () => [
    h("h2", { class: "serif" }, `${table.players[seat]} sits out this deal.`),
    h("div", { class: "answers" }, key("mode:cards", { class: "key name" }, "Plays")),
  ]);
}

/** Cards counted by what they are worth. */
function drawQuick(element, state) {
  const { table, seat } = state;
  const { quick } = state.hands[seat];
  const shown = ["melded", "in_hand"].filter(
    (part) => table[part] && !(part === "in_hand" && state.by === seat),
  );
  redraw(element, [quick, seat, state.by], () => [
    ...shown.map((part) =>
      h(
        "div",
        { class: "classes", role: "group", "aria-label": part === "melded" ? "Melded" : "In hand" },
        h("span", { class: "caps" }, part === "melded" ? "Melded" : "In hand"),
        ...classes(table, part).map(([value, codes]) => {
          const times = quick[part][value] ?? 0;
          const label = `${codes.map((code) => cardWords(code, table)).join(", ")}: ${value} points, ${times}`;
          return key(
            `q:${part}:${value}:1`,
            { class: "key class", "aria-label": label },
            h("span", {}, brief(codes)),
            h("b", {}, `× ${times}`),
          );
        }),
      )
    ),
    key(
      "undo",
      { class: "key wordy undo", "aria-label": WORDS.undo[1] },
      mark("backspace", "icon"),
    ),
  ]);
}

/** The value classes of a part, the dearest first: points and the keys that count so. */
export function classes(table, part) {
  const twos = table.split_twos ? ["2R", "2B"] : ["2"];
  const codes = [
    ...RANKS.flatMap((rank) => (rank === "2" ? (part === "melded" ? [] : twos) : [rank])),
  ];
  if (table.spade_queen) codes.push("QS");
  if (table.jokers) codes.push("JK");
  const groups = new Map();
  for (const code of codes) {
    const value = table[part][code];
    groups.set(value, [...(groups.get(value) ?? []), code]);
  }
  return [...groups].sort(([one], [other]) => other - one);
}

const brief = (codes) => {
  const texts = codes.map((code) => ({ JK: "★", QS: "Q♠" })[code] ?? rankText(code[0]));
  return texts.length > 2 ? `${texts[0]}–${texts.at(-1)}` : texts.join(" ");
};

function drawTotals(element, state) {
  const { table, seat } = state;
  const names = table.fields.filter(
    (name) => name.endsWith("_points") && !(name === "in_hand_points" && state.by === seat),
  );
  const labels = {
    melded_points: "Melded",
    in_hand_points: "In hand",
    deadwood_points: "Deadwood",
  };
  redraw(element, [seat, state.by], () =>
    [
      ...names.map((name) =>
        h(
          "label",
          { class: "number" },
          labels[name],
          h("input", {
            inputmode: "numeric",
            pattern: "[0-9]*",
            maxlength: 6,
            autocomplete: "off",
            "data-number": `n:${name}`,
          }),
        )
      ),
      table.suited ? key("sums", { class: "key wordy" }, "Cards") : null,
      key(
        "undo",
        { class: "key wordy undo", "aria-label": WORDS.undo[1] },
        mark("backspace", "icon"),
      ),
    ].filter(Boolean));
  for (const input of element.querySelectorAll("input")) {
    const text = state.hands[seat].totals[input.dataset.number.slice(2)] ?? "";
    if (input.value !== text) input.value = text;
  }
}

function actions(state, mode) {
  const { table } = state;
  const half = (press, label, chosen) => key(press, { class: "half", "aria-pressed": String(chosen) }, label);
  const next = nextSeat(state);
  const done = isAlone(table) ? "Hand in" : "Show the score";
  const isDead = table.suited && state.ending === "dead";
  const main = next === null || isDead ? h("button", { class: "main", "data-done": "yes" }, done) : key(
    "next",
    { class: "main" },
    h("span", {}, `Next: ${table.players[next]}`),
    mark("chevron", "chevron"),
  );
  if (isDead) return [key("dead", { class: "half" }, "Not dead"), main];
  if (table.suited) {
    return [
      ...(isAlone(table) ? [] : table.players).map((name, seat) => half(`seat:${seat}`, name, seat === state.seat)),
      main,
    ];
  }
  const partsShown = state.by === state.seat && table.melded ? [] : mode === "cards" ? ["melded", "in_hand"] : [];
  const labels = { melded: table.melded ? "Melded" : "Down", in_hand: "In hand" };
  if (!table.melded) partsShown.reverse();
  return [
    ...partsShown
      .filter((part) => part === "melded" || state.by !== state.seat)
      .map((part) => half(part, labels[part], state.part === part)),
    main,
  ];
}
