/** Draws what is above the keys where melds are laid down: the open player's melds and cards in hand. */

import { element } from "../../core/elements.js";
import { required } from "../../core/page.js";
import { cardWords, suitWord } from "./cards.js";
import { inHand } from "./pack.js";
import {
  figure,
  key,
  looseClass,
  looseFace,
  meldCardWords,
  meldClass,
  meldFace,
  meldWords,
  redraw,
  toggle,
} from "./parts.js";
import { meldPoints, partPoints, penaltyPoints } from "./points.js";
import { FLAGS_AT_HAND, isAway, isEntered, openHand, waysToEnd, whyNotAway } from "./state.js";

/** @import { DrawBoard } from "./frame.js" */
/** @import { Chip, Draw, Meld, PadTable, Pending, State } from "./state.js" */

const PARTS = ["> .chips", ".summary", ".hints", ".fines", ".melded", ".in_hand", ".of-melds", ".of-hand"];

/** @type {(screen: HTMLElement) => DrawBoard} `all` are the players' figures in rows, where sums are entered */
export function findMeldBoard(screen) {
  const [chips, all, hints, fines, melded, held, sumOfMelds, sumOfHand] = PARTS.map((part) =>
    required(`.board ${part}`, HTMLElement, screen)
  );
  const cards = required("div:has(> .hints)", HTMLElement, screen);
  return (state, _, onDemand) => {
    const { table, seat, by, part, ending, pending } = state;
    const [hand, points] = [openHand(state), partPoints(state, seat)];
    const [isCards, isTold] = [hand.mode === "cards", isEntered(hand)];
    cards.hidden = !isCards;
    all.hidden = isCards;
    drawChips(chips, state);
    sumOfMelds.textContent = !table.melded ? "" : isTold ? figure(points.melded) : "–";
    sumOfHand.textContent = isTold ? figure(table.melded ? -points.in_hand : points.in_hand) : "–";
    held.hidden = by === seat;
    drawMelds(melded, state);
    drawHeld(held, state);
    onDemand?.fineLines(fines, state);
    hints.hidden = ending === null || isTold || pending !== null;
    for (const hint of hints.querySelectorAll("p")) hint.hidden = hint.dataset.of !== part;
    (part === "melded" ? melded : held).after(hints);
    if (!isCards) onDemand?.summary(all, state);
  };
}

/** @type {Draw} the chips above the cards: a press each, its words, and whether it is down */
function drawChips(place, state) {
  const chips = [...waysToEnd(state).slice(1), ...flagChips(state), ...factChips(state)];
  redraw(place, chips.map((chip) => toggle(...chip)));
}

/**
 * Return the flags that can be true of the player who went out.
 * @param {State} state
 * @returns {Chip[]}
 */
function flagChips(state) {
  const { table, flags, seat, by } = state;
  const flagged = (by === seat ? table.flags.slice(0, FLAGS_AT_HAND) : []).filter(({ name }) =>
    flags[name] || !isBarred(state, name)
  );
  return flagged.map(({ name, label }) => [`flag:${name}`, label, Boolean(flags[name])]);
}

/**
 * Return what else can be told of a hand, and the key to sit out while nothing of it is entered.
 * @param {State} state
 * @returns {Chip[]}
 */
function factChips(state) {
  if (state.ending === null) return [];
  const { extras, penalties } = state.table;
  const hand = openHand(state);
  const leaves = isAway(hand);
  /** @type {Chip[]} */
  const chips = [];
  if (!leaves && penalties) {
    const { points, laws } = penalties;
    const paid = penaltyPoints(hand, state.table);
    const asked = paid || (laws.length && points);
    chips.push(["fining", asked ? `Penalty ${figure(-asked)}` : "Penalty …", paid > 0]);
  }
  for (const { name, label, kind } of leaves ? [] : extras) {
    if (kind === "flag") chips.push([`fact:${name}`, label, hand.facts[name] === "yes"]);
  }
  if (!isEntered(hand) && !whyNotAway(state)) {
    chips.push([leaves ? "mode:cards" : "mode:away", "Sits this deal out", leaves]);
  }
  return chips;
}

/**
 * Tell whether another flag that is set rules this one out.
 * @param {State} state
 * @param {string} name
 */
const isBarred = ({ table, flags }, name) =>
  table.apart.some((pair) => pair.includes(name) && pair.some((other) => other !== name && flags[other]));

/** @type {Draw} */
function drawMelds(list, { table, hands, seat, part, line: open, pending }) {
  const { mode, melds } = hands[seat];
  const lines = mode === "cards" ? melds : [];
  const isLaid = pending !== null && ("fact" in pending || ("suit" in pending && pending.laid));
  const waiting = mode === "cards" && pending && !isLaid ? pending : null;
  const rows = lines.map((meld, line) => {
    const isOpen = part === "melded" && open === line;
    return element("li", { class: isOpen ? "mline open" : "mline" }, drawMeld(table, meld, line, isOpen));
  });
  redraw(list, rows, waiting && element("li", { class: "mline open waiting" }, drawBegun(waiting, table)));
}

/** @type {(table: PadTable, meld: Meld, line: number, isOpen: boolean) => HTMLElement[]} an open one can be changed */
function drawMeld(table, meld, line, isOpen) {
  const points = table.melded ? String(meldPoints(meld, table)) : "";
  const words = meldWords(meld, table);
  const worth = element("span", { class: "worth" }, points);
  if (!isOpen) {
    const cards = meld.cards.map((card) => element("span", { class: meldClass(card, meld) }, meldFace(card, meld)));
    const label = points ? [words, points].join(", ") : words;
    return [key(`line:${line}`, { class: "cards", "aria-label": label }, cards), worth];
  }
  const cards = meld.cards.map((card, index) => {
    const label = `${meldCardWords(card, meld, table)}: change`;
    return key(`card:${index}`, { class: `${meldClass(card, meld)} big`, "aria-label": label }, meldFace(card, meld));
  });
  return [
    element("div", { class: "cards", role: "group", "aria-label": words }, cards),
    worth,
    key(`x:${line}`, { class: "cross", "aria-label": `Remove ${words}` }, "×"),
  ];
}

/** @type {(pending: Exclude<Pending, { fact: string }>, table: PadTable) => HTMLElement[]} */
function drawBegun(pending, table) {
  if ("wild" in pending) {
    return [element("p", {}, `Which card is the ${cardWords(pending.wild, table)}? Tap it, or press its rank.`)];
  }
  const { suit, from } = pending;
  const words = from ? "to …" : `Run of ${suitWord(suit)}: press its first card, then its last.`;
  const first = from && element("span", { class: `${looseClass(from + suit)} big` }, looseFace(from + suit));
  return [element("div", { class: "cards" }, first ?? null, element("p", {}, words))];
}

/** @type {Draw} */
function drawHeld(list, state) {
  const { table, seat, part, hands } = state;
  const cards = hands[seat].mode === "cards" ? inHand(state, seat) : [];
  list.classList.toggle("open", part === "in_hand" && cards.length > 0);
  redraw(
    list,
    cards.map((code, index) => {
      const about = { class: `${looseClass(code)} big`, "aria-label": `${cardWords(code, table)}: take out` };
      return element("li", {}, key(`drop:${index}`, about, looseFace(code)));
    }),
  );
}
