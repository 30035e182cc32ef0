/**
 * The pad on which partners enter their pairs: each is a deal of two with a board, an upcard and a draft of its own,
 * and one of them is open. Its fields have names of their own in the form of the whole deal.
 */

import { element } from "../../core/elements.js";
import { seek } from "../../core/page.js";
import { cardWords } from "./cards.js";
import { findDraft, startDealPad } from "./deal_pad.js";
import { dropSaved, Entry } from "./entry.js";
import { ownTexts, readForm, writeFields, writeForm } from "./fields.js";
import { isComplete, makePreview } from "./gin_board.js";
import { GIN } from "./gin_kind.js";
import { readFacts } from "./pad.js";
import { around, drawWaiting, looseClass, looseFace, redraw } from "./parts.js";
import { hasOneHand, isEntered, nextSeat } from "./state.js";

/** @import { Texts } from "./fields.js" */
/** @import { Result } from "./gin_board.js" */
/** @import { Pad } from "./pad.js" */
/** @import { Kind, PadTable, State } from "./state.js" */
/** @typedef {{ number: number, seats: number[], players: string[], running: number[] }} Pair as the server tells it */

class Pairs {
  #pad;
  /** @type {Entry[]} by pair */
  #entries = [];
  #open = 0;
  /** @type {number[] | null} the places of those who are to change opponents, while they are chosen */
  #changing = null;
  /** @type {WeakMap<State, string>} what a pair won as it stands */
  #won = new WeakMap();

  /** @param {PadTable & { pairs: Pair[] }} facts */
  constructor(facts) {
    /** @type {Kind} */
    this.kind = {
      ...GIN,
      makePreview: (form, show) => this.#makePreview(form, show),
      drawAbove: (place) => this.#drawAbove(place),
      onward: () => this.#onward(),
    };
    this.pairs = facts.pairs;
    this.facts = facts;
    this.#pad = startDealPad(this.kind, {
      begin: (pad) => this.#begin(pad),
      entriesOf: () => this.#entries,
    });
    this.#pad.place.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * Begin all pairs with what the form or their drafts hold, and return the entry of the one to open, or of the first.
   * @param {Pad} pad
   */
  #begin(pad) {
    dropSaved(pad.form);
    this.#entries = this.pairs.map((_, at) => this.#beginPair(pad.form, at, pad.typed().mode));
    const first = Number(pad.form.dataset.first);
    this.#open = Math.max(0, this.pairs.findIndex(({ seats }) => seats.includes(first)));
    return this.#entries[this.#open];
  }

  /**
   * @param {HTMLFormElement} form
   * @param {number} at
   * @param {string} mode how hands are usually entered here
   */
  #beginPair(form, at, mode) {
    const { number, seats, players, running } = this.pairs[at];
    const names = { deal_fields: `pair${number}-`, hand_fields: seats.map((seat) => `hand${seat}-`) };
    const table = { ...this.facts, ...names, players, running, kind: this.kind };
    const draft = findDraft(form, table, `.${number}`);
    writeForm(form, { [`pair${number}-players`]: seats.join(" ") });
    return new Entry(table, draft, { ...ownTexts(table, readForm(form)), mode }, draft.read());
  }

  /**
   * @param {HTMLFormElement} form
   * @param {() => void} show
   */
  #makePreview(form, show) {
    const ask = makePreview(form, show);
    return (/** @type {State} */ state) => {
      const answer = ask(state);
      for (const [at, words] of answer?.pairs?.entries() ?? []) {
        if (words) this.#won.set(this.#entries[at].state, words);
      }
      if (!answer || !answer.hands.length) return answer;
      const { seats } = this.pairs[this.#open];
      return { ...answer, hands: seats.map((seat) => answer.hands[seat] ?? null) };
    };
  }

  /** @param {Event} event */
  #click(event) {
    const touched = around(event, "[data-pair], [data-swap], [data-do]");
    if (!touched) return;
    const { pair, swap } = touched.dataset;
    if (pair !== undefined) this.#pad.leave(() => this.#show(Number(pair)));
    else if (swap !== undefined) this.#choose(Number(swap));
    else if (touched.dataset.do === "upcard") this.#copyUpcard();
    else if (this.pairs.length === 2) this.#swap(0, 1);
    else this.#askWhoChange(this.#changing ? null : []);
  }

  /** @param {number[] | null} chosen who change opponents, by pair; null ends the question */
  #askWhoChange(chosen) {
    this.#changing = chosen;
    this.#pad.redraw();
    const next = seek(".pairtabs [data-swap]:not([aria-pressed='true']), [data-do='opponents']", this.#pad.place);
    next?.focus({ preventScroll: true });
  }

  /** @param {number} at the pair in which the player is */
  #choose(at) {
    const [first] = this.#changing ?? [];
    if (first === undefined) return this.#askWhoChange([at]);
    if (first === at) return this.#askWhoChange([]);
    this.#changing = null;
    this.#swap(first, at);
  }

  /** @param {number} at */
  #show(at) {
    const pad = this.#pad;
    this.#open = at;
    // A pair that is begun now is entered as the one before it, by sums or by cards.
    if (!this.#entries[at].presses.length && !this.#entries[at].hasWords) {
      this.#entries[at].draft.drop();
      this.#entries[at] = this.#beginPair(pad.form, at, pad.typed().mode);
    }
    pad.goOnWith(this.#entries[at]);
    // The button that was pressed is gone with its screen; a reader goes on with the tab of the pair.
    const tab = seek(".pairtab[aria-current]", pad.place);
    tab?.focus({ preventScroll: true });
  }

  /** Turn up the card that lies in another pair: one card is for all. */
  #copyUpcard() {
    for (const code of [...this.#otherUpcard() ?? ""].reverse()) this.#pad.act(code);
  }

  #otherUpcard() {
    return this.#entries.find(({ state }) => state.up)?.state.up ?? null;
  }

  /**
   * Let the second players of two pairs change places. Hands stay with their players, and so does a knock of those
   * who stay.
   * @param {number} one
   * @param {number} other
   */
  #swap(one, other) {
    const pad = this.#pad;
    const before = this.pairs;
    const order = before.map(({ seats }) => seats[1]);
    [order[one], order[other]] = [order[other], order[one]];
    const nameOf = new Map(before.flatMap(({ seats, players }) => seats.map((seat, at) => [seat, players[at]])));
    const totalOf = new Map(before.flatMap(({ seats, running }) => seats.map((seat, at) => [seat, running[at]])));
    const { mode } = pad.typed();
    this.pairs = before.map((pair, at) => {
      const seats = [pair.seats[0], order[at]];
      const running = pair.running.length ? seats.map((seat) => totalOf.get(seat) ?? 0) : [];
      return { ...pair, seats, running, players: seats.map((seat) => nameOf.get(seat) ?? "") };
    });
    for (const { draft, state, table } of this.#entries) {
      draft.drop();
      const isKnown = state.by === null || state.by === 0;
      writeForm(pad.form, { [`${table.deal_fields}by`]: isKnown ? String(state.by ?? "") : "" });
    }
    this.#entries = this.pairs.map((_, at) => this.#beginPair(pad.form, at, mode));
    for (const { state } of this.#entries) writeForm(pad.form, writeFields(state));
    this.#show(this.#open);
  }

  /**
   * Draw a tab for each pair, with its upcard, and what can be said of all pairs at once.
   * @param {HTMLElement} place
   */
  #drawAbove(place) {
    if (hasOneHand(this.facts)) return;
    const other = this.#entries[this.#open].state.up ? null : this.#otherUpcard();
    const isBegun = this.#entries.some(({ state }) => state.hands.some(isEntered));
    place.className = `tabs pairtabs of${this.#entries.length}`;
    if (isBegun) this.#changing = null;
    redraw(
      place,
      this.#entries.map(({ state }, at) => this.#drawTab(state, at)),
      element(
        "div",
        { class: "chips" },
        !this.#changing && other && chip({ "data-do": "upcard" }, "Same upcard"),
        !isBegun && chip({ "data-do": "opponents", "aria-pressed": this.#changing && "true" }, "Change opponents"),
        this.#changing && this.#drawChoice(),
      ),
    );
  }

  /** Draw a chip for each who may change opponents: the second players, of whom two change places. */
  #drawChoice() {
    return this.pairs.map(({ players }, at) =>
      chip({ "data-swap": String(at), "aria-pressed": String(this.#changing?.includes(at)) }, players[1])
    );
  }

  /**
   * @param {State} state
   * @param {number} at the pair
   */
  #drawTab(state, at) {
    const { up } = state;
    const words = this.#won.get(state) ?? standing(state);
    const waits = at !== this.#open && this.#entries[at].hasWords ? drawWaiting() : null;
    const face = up
      ? element("span", { class: looseClass(up), role: "img", "aria-label": cardWords(up, this.facts) }, looseFace(up))
      : element("span", { class: "card none" });
    return element(
      "button",
      { type: "button", class: "pairtab", "data-pair": String(at), "aria-current": at === this.#open ? "true" : null },
      face,
      element("span", {}, element("b", {}, this.pairs[at].players.join(" – ")), element("small", {}, words), waits),
    );
  }

  /** Return the next pair of which something is missing; null before the last hand of this one, and after all. */
  #onward() {
    const { state } = this.#entries[this.#open];
    if (hasOneHand(this.facts) || (!isComplete(state) && nextSeat(state) !== null)) return null;
    const after = this.#entries.slice(1).map((_, step) => (this.#open + 1 + step) % this.#entries.length);
    const next = after.find((at) => !isComplete(this.#entries[at].state));
    return next === undefined ? null : { pair: String(next), words: `Next: ${this.pairs[next].players.join(" – ")}` };
  }
}

/** @type {(attributes: Record<string, string | null>, words: string) => HTMLElement} */
const chip = (attributes, words) => element("button", { type: "button", class: "chip", ...attributes }, words);

/** @param {State} state */
function standing({ up, ending, table, hands }) {
  if (ending === "dead") return "dead";
  if (hands.some(isEntered)) return "playing";
  if (!up) return "not yet";
  return table.limits[up[0]] ? `knock ${table.limits[up[0]]}` : "gin only";
}

new Pairs(readFacts());
