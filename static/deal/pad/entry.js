/** Holds the presses of a deal and the state that they make. Each change is kept as a draft. */

import { press, replay, start } from "./grammar.js";
import { dealPoints } from "./points.js";
import { emptyState, openHand } from "./state.js";

/** @import { Draft, draftOf } from "./draft.js" */
/** @import { State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/** @import { Texts } from "./write_fields.js" */

/** Begins a press that types into a field; the rest of the press is what the field holds. */
const TYPED = /^(left|why):/;
/** A press that changes what is shown, but nothing of the deal. */
const SHOWN = /^(seat:|show:|fining$)/;

export class Entry {
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
    /** Whether the pad can show what the form holds. */
    this.isReadable = start(table, this.base) !== null;
    this.state = this.#replay();
  }

  #replay() {
    return replay(start(this.table, this.base) ?? emptyState(this.table), this.presses);
  }

  /**
   * Apply a press. One that is not possible only sets `state.refused`.
   * @param {string} code
   */
  press(code) {
    let next = press(this.state, code);
    if (!next.refused) {
      // Typing into a field is one press, however many letters it has.
      const field = TYPED.exec(code)?.[0];
      if (field && this.presses.at(-1)?.startsWith(field)) {
        this.presses.pop();
        next = press(this.#replay(), code);
      }
      this.presses.push(code);
      this.draft.write(this);
    }
    this.state = next;
  }

  /** Take back the last press that changed the deal, and all after it; say how else cards are taken out if none did. */
  undo() {
    const last = this.presses.findLastIndex((code) => !SHOWN.test(code));
    if (last >= 0) this.presses.length = last;
    this.state = this.#replay();
    const { mode, melds, held } = openHand(this.state);
    if (last < 0 && mode === "cards" && melds.length + held.length) {
      this.state.refused = { text: "No press to take back. Take cards out by a tap." };
    }
    if (this.presses.length) this.draft.write(this);
    else this.draft.drop();
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
    if (!held || !first) return false;
    const made = replay(first, presses);
    /** @param {State} state */
    const figuresOf = (state) =>
      JSON.stringify([state.by, state.ending, state.up, state.hands.map((_, seat) => dealPoints(state, seat))]);
    return made.seat in made.hands && figuresOf(made) === figuresOf(held);
  } catch {
    return false; // a text that no pad has pressed
  }
}
