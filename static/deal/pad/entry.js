/**
 * Holds the presses of a deal and the state that they make. Each change is kept as a draft on the phone, until the
 * server has the deal.
 *
 * A draft that was sent counts only where the same form comes back: with its entry id (the deal was
 * refused), or on the same version of the game (the post never arrived). Otherwise the deal was saved.
 */

import { input } from "../../core/page.js";
import { loadValue, names, remove, saveValue } from "../../core/storage.js";
import { openFigure, press, replay, start } from "./grammar.js";
import { dealPoints, sumName } from "./points.js";
import { askAgain, emptyState, openHand } from "./state.js";

/** @import { Texts } from "./fields.js" */
/** @import { PadTable, State } from "./state.js" */
/** @import { Heard } from "./saying.js" */
/**
 * The form's fields before the first press, the presses, and the words in the line by seat, which are never sent.
 * @typedef {{ base: Texts, presses: string[], said?: Record<string, string> }} Draft
 */
/** @typedef {Draft & { version: string, sent?: string }} StoredDraft with the entry id that it was sent with */

// The name holds the table and not its link: somebody who comes back by a new link finds the draft.
const game = `pad:${document.body.dataset.table}/`;

/** Begins a press that types into a field; the rest of the press is what the field holds. */
const TYPED = /^(left|why):/;
/** A press that changes what is shown, but nothing of the deal. */
const SHOWN = /^(seat:|show:|fining$)/;
/** Begins a press that takes the place of the last one, which added what was said. */
export const FIX = "fix:";
/** Begins a press that takes in what other phones sent; the rest are the fields. It is no press to take back. */
export const SENT = "sent:";
/** A press that tells how the deal ended. Its keys change places then, so that it is taken back by a key of its own. */
const ENDED = /^(by|end):/;

export class Entry {
  /** Whether it was asked before a press is taken back, and nothing else was pressed since. */
  #isAsked = false;

  /**
   * Continue a draft, or begin with what the form holds.
   * @param {PadTable} table
   * @param {ReturnType<typeof draftOf>} draft
   * @param {Texts} texts the form's fields
   * @param {Draft | null} kept
   */
  constructor(table, draft, texts, kept) {
    const isUsed = kept !== null && start(table, kept.base) !== null;
    this.table = table;
    this.draft = draft;
    this.base = isUsed ? kept.base : texts;
    this.presses = isUsed ? kept.presses : [];
    /** @type {Record<string, string>} the words in the line, by the seat of their player */
    this.said = isUsed && kept.said || {};
    /** @type {Map<number, Heard>} what was heard of them */
    this.heard = new Map();
    /** Whether the pad can show what the form holds. */
    this.isReadable = start(table, this.base) !== null;
    this.state = this.#replay();
  }

  #replay(presses = this.presses) {
    return replay(start(this.table, this.base) ?? emptyState(this.table), presses);
  }

  /** @type {(code: string) => State} as it would be after a press; one that corrects takes the place of the last */
  after(code) {
    if (!code.startsWith(FIX)) return press(this.state, code);
    const next = press(this.#replay(this.presses.slice(0, -1)), code.replace(FIX, "add:"));
    return next.refused ? { ...this.state, refused: next.refused } : next;
  }

  /**
   * Apply a press. One that is not possible only sets `state.refused`.
   * @param {string} code
   */
  press(code) {
    let next = this.after(code);
    this.#isAsked = false;
    if (!next.refused) {
      if (code.startsWith(FIX)) {
        this.presses.pop();
        code = code.replace(FIX, "add:");
      }
      // Typing into a field is one press, however many letters it has.
      const field = TYPED.exec(code)?.[0];
      if (field && this.presses.at(-1)?.startsWith(field)) {
        this.presses.pop();
        next = press(this.#replay(), code);
      }
      // Who sits next may change while the draft waits.
      this.presses.push(code === "next" ? `next:${next.seat}` : code);
      if (code === "clear") {
        this.said = {};
        this.heard.clear();
      }
      this.draft.write(this);
    }
    this.state = next;
  }

  /**
   * Take back the last press that changed the deal, and all after it; if none did, say how else cards are taken out.
   * A hand that is not in view is only shown at first: whoever looks at another would not see what is lost.
   * @param {boolean} [isTold] whether what it takes back stands beside it
   */
  undo(isTold = false) {
    if (this.#takeDigits()) return this.#keep();
    const { seat } = this.state;
    const last = this.presses.findLastIndex((code) => !SHOWN.test(code) && !code.startsWith(SENT));
    const sent = last < 0 ? [] : this.presses.splice(last + 1).filter((code) => code.startsWith(SENT));
    this.state = this.#replay();
    const whose = this.state.seat === seat && !isTold ? this.#toldOf(seat) : this.state.seat;
    this.#isAsked = this.table.kind.areMelds && whose !== seat && !this.#isAsked;
    if (this.#isAsked) {
      this.state.refused = { text: `Press again to take back ${this.table.players[whose]}’s last press.` };
    } else if (ENDED.test(this.presses[last] ?? "")) {
      this.state.refused = { text: "No card to take back.", offer: askAgain(this.table) };
    } else if (last >= 0) {
      this.presses.pop();
      this.state = this.#replay();
    }
    for (const code of sent) {
      this.presses.push(code);
      this.state = press(this.state, code);
    }
    const { mode, melds, held } = openHand(this.state);
    if (last < 0 && mode === "cards" && melds.length + held.length) {
      this.state.refused = { text: "No press to take back. Tap a card to take it out." };
    }
    this.#keep();
  }

  /** @type {(seat: number) => number} whose hand the last press told, if it was another one's; else this seat */
  #toldOf(seat) {
    if (!this.presses.at(-1)?.startsWith("add:")) return seat;
    const { hands } = this.#replay(this.presses.slice(0, -1));
    const told = this.state.hands.findIndex((hand, at) =>
      at !== seat && JSON.stringify(hand) !== JSON.stringify(hands[at])
    );
    return told < 0 ? seat : told;
  }

  /** @type {(texts: Texts) => void} takes in a hand; where nothing was pressed, as if the form had come with it */
  take(texts) {
    if (this.presses.length) return this.press(SENT + JSON.stringify(texts));
    this.base = { ...this.base, ...texts };
    this.state = this.#replay();
  }

  /** Take over what another tab made of the draft; tell whether it is still one, and was not sent from there. */
  follow() {
    const draft = this.draft.read();
    const { base = this.base, presses = [], said = {} } = draft ?? {};
    Object.assign(this, { base, presses, said });
    this.heard.clear();
    this.state = this.#replay();
    if (draft?.sent) this.state.refused = { text: "Sent from another tab of this browser." };
    return !draft?.sent;
  }

  /** @type {(seat: number, text: string) => void} */
  say(seat, text) {
    if (text) this.said[seat] = text;
    else {
      delete this.said[seat];
      this.heard.delete(seat);
    }
    this.#keep();
  }

  /** Return the seats with words in their line. */
  get seatsWithWords() {
    return [...this.table.players.keys()].filter((seat) => this.said[seat]?.trim());
  }

  /** Tell whether any words stand in a line. */
  get hasWords() {
    return this.seatsWithWords.length > 0;
  }

  #keep() {
    if (this.presses.length || this.hasWords) this.draft.write(this);
    else this.draft.drop();
  }

  /** Take the last digits out of the open figure, whatever was pressed after them; tell whether there were any. */
  #takeDigits() {
    const { seat, fining } = this.state;
    const [name, figure] = [sumName(this.state), openFigure(this.state)];
    let [before, at] = [this.#replay([]), -1];
    for (const [place, code] of this.presses.entries()) {
      const isHere = before.seat === seat && before.fining === fining && sumName(before) === name;
      if (isHere && code.startsWith("d:")) at = place;
      before = press(before, code);
    }
    const presses = this.presses.filter((_, place) => place !== at);
    const state = this.#replay(presses);
    // Hands may have been swapped since: then the digits are another player's.
    if (!figure || state.seat !== seat || openFigure(state) === figure) return false;
    Object.assign(this, { presses, state });
    return true;
  }
}

/**
 * Tell whether presses make the deal that a form holds, as far as its ending and figures tell.
 * @param {PadTable} table
 * @param {Texts} texts the form's fields
 * @param {Draft} draft
 */
export function makesDeal(table, texts, { base, presses }) {
  try {
    const [held, first] = [start(table, texts), start(table, base)];
    // The first digit replaces a sum that the form holds, rather than being added to its end.
    if (!held || !first || held.hands.some(({ given }) => given.length)) return false;
    const made = replay(first, presses);
    /** @param {State} state */
    const figuresOf = (state) =>
      JSON.stringify([state.by, state.ending, state.up, state.hands.map((_, seat) => dealPoints(state, seat))]);
    return made.seat in made.hands && figuresOf(made) === figuresOf(held);
  } catch {
    return false; // a text that no presses on a pad make
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string | number} number the deal's number, or another name for it
 */
export function draftOf(form, number) {
  const name = `${form.action.replace(/.*\/game\/[^/]+\//, game)}#${number}`;
  const [version, entry] = [input(form, "version"), input(form, "entry_id")];

  /** @returns {StoredDraft | null} */
  function read() {
    /** @type {StoredDraft | null} */
    const draft = loadValue(name);
    if (!draft || !Array.isArray(draft.presses)) return null;
    if (!draft.sent || draft.sent === entry.value || draft.version === version.value) return draft;
    remove(name);
    return null;
  }

  return {
    name,
    read,
    /** @type {(draft: Draft, isSent?: boolean) => void} */
    write: ({ base, presses, said }, isSent) =>
      void saveValue(name, { base, presses, version: version.value, ...isSent ? { sent: entry.value } : { said } }),
    drop: () => remove(name),
  };
}

/**
 * Return the presses that made the deal of this page, as the server kept them, or null. Any phone of the table may
 * have sent them: they are used only if they make the deal that stands in the form.
 * @returns {Draft | null}
 */
export function readKept() {
  return JSON.parse(document.getElementById("pad-presses")?.textContent ?? "null");
}

/**
 * Remove the drafts of the same game that were sent before this version of the game: they were saved.
 * @param {HTMLFormElement} form
 */
export function dropSaved(form) {
  const version = Number(input(form, "version").value);
  const entry = input(form, "entry_id").value;
  for (const name of names().filter((each) => each.startsWith(game))) {
    /** @type {StoredDraft | null} */
    const draft = loadValue(name);
    if (draft?.sent && draft.sent !== entry && Number(draft.version) < version) remove(name);
  }
}
