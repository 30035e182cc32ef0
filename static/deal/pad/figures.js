/** Draws figures: keys for counts, sums and penalties in place of those for cards, and what was entered with them. */

import { element, icon } from "../../core/elements.js";
import { cardWords, RANKS, rankText } from "./cards.js";
import { countWords } from "./gin_board.js";
import { figure, key, redraw, undoKey } from "./parts.js";
import { bonusPoints, dealPoints, partPoints, penaltyPoints, sumName, sumNames } from "./points.js";
import { isAway, isEntered, openHand, seatsHere } from "./state.js";

/** @import { Draw, PadTable, Part, State } from "./state.js" */

/** @type {Record<string, string>} */
const SUM_LABELS = { melded_points: "Melded", in_hand_points: "In hand" };
const DIGITS = [..."123456789", "00", "0"];

/** @type {(className: string, digits?: string[]) => HTMLElement} */
const digitKeys = (className, digits = DIGITS) =>
  element(
    "div",
    { class: `digits ${className}`, role: "group", "aria-label": "Digits" },
    digits.map((each) => key(`d:${each}`, { class: "key" }, each)),
    key("undo", { class: "key", "aria-label": "take back one press" }, icon("backspace")),
  );

/**
 * @param {string} press opens it
 * @param {string} label
 * @param {string | undefined} figure
 * @param {boolean} isOpen
 */
const sumKey = (press, label, figure, isOpen) =>
  key(
    press,
    { class: "key sum-key", "aria-pressed": String(isOpen) },
    element("span", { class: "caps" }, label),
    element("b", {}, figure || "–"),
  );

/** @type {Draw} the sums of the open hand, or in gin of both hands, and the digits */
export function drawSums(place, state) {
  const { table, seat } = state;
  const sums = table.kind.areMelds ? sumsOfParts(state) : sumsOfPlayers(state);
  if (sums.length) {
    redraw(
      place,
      element("div", { class: "sums" }, sums),
      table.kind.areMelds ? digitKeys("") : digitKeys("", DIGITS.filter((each) => each !== "00")),
    );
  } else redraw(place, element("p", {}, `${table.players[seat]} went out: there is nothing to count.`));
}

/** @param {State} state */
const sumsOfParts = (state) =>
  sumNames(state, state.seat).map((name) => {
    const figure = openHand(state).totals[name];
    return sumKey(name.replace("_points", ""), SUM_LABELS[name], figure, name === sumName(state));
  });

/** @param {State} state */
const sumsOfPlayers = (state) =>
  seatsHere(state.table).map((seat) => {
    const words = `${state.table.players[seat]}, ${countWords(state, seat)}`;
    return sumKey(`seat:${seat}`, words, state.hands[seat].totals.deadwood_points, seat === state.seat);
  });

/**
 * Return the laws of which a breach costs points, and those that were entered before the house rules changed.
 * @param {PadTable} table
 * @param {Record<string, number>} breaches
 */
const lawsOf = ({ penalties }, breaches) => penalties?.laws.filter(([law]) => penalties.points || breaches[law]) ?? [];

/** @type {Draw} the laws that fine, and the digits for a penalty that the table sets itself */
export function drawFines(place, { table, seat, hands }) {
  const { breaches, fines: [fine] } = hands[seat];
  redraw(
    place,
    element("h2", { class: "serif" }, `Penalty: ${table.players[seat]}`),
    element(
      "div",
      { class: "sums" },
      lawsOf(table, breaches).map(([law, words]) =>
        key(
          breaches[law] ? `nolaw:${law}` : `law:${law}`,
          { class: "key law", "aria-pressed": String(Boolean(breaches[law])) },
          element("b", {}, `Law ${law}`, breaches[law] ? ` (${breaches[law]})` : ""),
          element("small", {}, words),
        )
      ),
    ),
    element(
      "div",
      { class: "own-fine" },
      element("span", {}, "Other points ", element("b", {}, fine?.points || "–")),
      element("input", { "data-typed": "why", "aria-label": "Why", placeholder: "Why", maxlength: 200 }),
    ),
    digitKeys("low"),
  );
  const reason = place.querySelector("input");
  if (reason && document.activeElement !== reason) reason.value = fine?.reason ?? "";
}

/** @type {Draw} a key for each value of cards; a press counts one more card of that value */
export function drawQuickCount(place, { table, seat, by, hands }) {
  const { quick } = hands[seat];
  const melded = table.melded && drawCounts("melded", "Melded", table, quick);
  const held = by !== seat && drawCounts("in_hand", "In hand", table, quick);
  redraw(place, melded, held, undoKey());
}

/** @type {(part: Part, label: string, table: PadTable, quick: Record<Part, Record<string, number>>) => HTMLElement} */
function drawCounts(part, label, table, quick) {
  const keys = valueGroups(table, part).map(([value, codes]) => {
    const times = quick[part][value] ?? 0;
    const words = codes.map((code) => cardWords(code, table)).join(", ");
    return key(
      `q:${part}:${value}:1`,
      { class: "key class", "aria-label": `${words}: ${value} points, ${times}` },
      element("span", {}, codesText(codes)),
      element("b", {}, `× ${times}`),
    );
  });
  const heading = element("span", { class: "caps" }, label);
  return element("div", { class: "classes", role: "group", "aria-label": label }, heading, keys);
}

/**
 * Return the cards by their value (points), the highest first. A melded wild two has the value of another card.
 * @param {PadTable} table
 * @param {Part} part
 */
function valueGroups(table, part) {
  const values = table[part] ?? {};
  const twos = table.split_twos ? ["2R", "2B"] : ["2"];
  const hasNone = part === "melded" && table.wild_twos;
  const codes = RANKS.flatMap((rank) => rank !== "2" ? [rank] : hasNone ? [] : twos);
  if (table.spade_queen) codes.push("QS");
  if (table.jokers) codes.push("JK");
  /** @type {Map<number, string[]>} */
  const groups = new Map();
  for (const code of codes) groups.set(values[code], [...(groups.get(values[code]) ?? []), code]);
  return [...groups].sort(([one], [other]) => other - one);
}

/** @param {string[]} codes */
function codesText(codes) {
  const texts = codes.map((code) => ({ JK: "★", QS: "Q♠" })[code] ?? rankText(code[0]));
  return texts.length > 2 ? `${texts[0]}–${texts.at(-1)}` : texts.join(" ");
}

/**
 * Return how a player's points come about: "240 + 100 out".
 * @param {State} state
 * @param {number} seat
 */
function wordsOf(state, seat) {
  const { table, hands } = state;
  const hand = hands[seat];
  if (isAway(hand)) return "sits this deal out";
  if (!table.melded && state.by === seat) return "went out";
  if (!isEntered(hand)) return "not entered yet";
  if (!table.melded) return "";
  const { melded, in_hand: inHand } = partPoints(state, seat);
  const [bonus, penalty] = [bonusPoints(state, seat), penaltyPoints(hand, table)];
  const parts = [inHand && ` − ${inHand}`, bonus && ` + ${bonus} out`, penalty && ` − ${penalty} penalty`];
  return melded + parts.filter(Boolean).join("");
}

/** @type {Draw} */
export function drawSummary(place, state) {
  redraw(
    place,
    seatsHere(state.table).map((seat) => {
      const classes = ["srow", state.by === seat && "out", state.seat === seat && "open"].filter(Boolean).join(" ");
      const isTold = isEntered(state.hands[seat]);
      return element(
        "li",
        { class: classes },
        element("span", { class: "serif" }, state.table.players[seat]),
        element("small", {}, wordsOf(state, seat)),
        element("b", {}, isTold ? figure(dealPoints(state, seat)) : "–"),
      );
    }),
  );
}

/** @type {Draw} a line for each law that was broken, and for each penalty that the table set itself */
export function drawFineLines(list, state) {
  const { breaches, fines } = openHand(state);
  const each = state.table.penalties?.points ?? 0;
  redraw(
    list,
    Object.entries(breaches).map(([law, times]) => {
      const count = times > 1 ? `, ${times}\u00a0×\u00a0${each}` : "";
      return fineLine("Penalty", `Law ${law}${count}`, times * each, `nolaw:${law}`, `law:${law}`);
    }),
    fines.map(({ points, reason }, place) => fineLine("Penalty", reason, Number(points), `nofine:${place}`)),
  );
}

/**
 * @param {string} title
 * @param {string} more
 * @param {number} points
 * @param {string} press takes it away
 * @param {string} [again] sets it once more
 */
const fineLine = (title, more, points, press, again) =>
  element(
    "li",
    { class: "mline open" },
    element("p", { class: "cards" }, title),
    element("small", {}, more),
    again ? key(again, { class: "link", "aria-label": `Once more ${more}` }, "Once more") : null,
    element("span", { class: "worth" }, figure(-points)),
    key(press, { class: "cross", "aria-label": `Remove the penalty ${figure(-points)}` }, "×"),
  );

/** @type {Draw} says that a player sits out, with the key to play */
export function drawAbsence(place, { table, seat }) {
  const title = element("h2", { class: "serif" }, `${table.players[seat]} sits this deal out.`);
  redraw(place, title, element("div", { class: "answers" }, key("mode:cards", { class: "key name" }, "Plays")));
}
