/** Takes in the hands of a deal that other phones send while it is entered here. */

import { SENT } from "./entry.js";
import { fieldName, writeFields } from "./fields.js";
import { start } from "./grammar.js";
import { isAway, isEntered } from "./state.js";

/** @import { Entry } from "./entry.js" */
/** @import { Pad } from "./pad.js" */
/** @import { Texts } from "./fields.js" */
/** @import { State } from "./state.js" */

/**
 * Take in the hands that other phones sent for this deal, and say who else enters cards. Return the seats whose hands
 * stand as they were sent.
 * @param {Pad} pad
 */
export function takeAllSent(pad) {
  const { form, entry: open } = pad;
  tellEntering(pad);
  const { next, sent } = document.getElementById("meanwhile")?.dataset ?? {};
  if (!sent || next !== form.dataset.number || form.dataset.seen) return [];
  const texts = JSON.parse(sent);
  return pad.entries().flatMap((entry) => {
    const seats = takeSent(entry, texts);
    return entry === open ? seats : [];
  });
}

/**
 * Say who else enters cards in the line below the title: a note that comes and goes would move what is tapped.
 * @param {Pad} pad
 */
function tellEntering(pad) {
  const line = pad.place.querySelector("header [data-lead]");
  if (!(line instanceof HTMLElement)) return;
  const entering = document.querySelector("#meanwhile .entering")?.textContent ?? "";
  if (entering && entering !== line.textContent) pad.tell(entering);
  line.textContent = entering || (line.dataset.lead ?? "");
}

/**
 * Take in the hands that other phones sent, of players of whom nothing stands here, or whose hands stand as they were
 * sent before. Return the seats whose hands are here as they were sent.
 * @param {Entry} entry
 * @param {Texts} texts fields of the deal
 */
function takeSent(entry, texts) {
  const sent = start(entry.table, texts);
  const seats = sent ? [...sent.hands.keys()].filter((seat) => isEntered(sent.hands[seat])) : [];
  return seats.filter((seat) => {
    if (sent && isOpenTo(entry, sent, seat)) entry.take(handTexts(sent, seat));
    return sent && isSame(sent, entry.state, seat);
  });
}

/** @type {(entry: Entry, sent: State, seat: number) => boolean} whether the hand that was sent is to stand here */
function isOpenTo({ table, base, presses, said, state }, sent, seat) {
  const { hands, seat: open, pending } = state;
  if (isAway(hands[seat]) || said[seat] || (pending && seat === open)) return false;
  const since = presses.slice(presses.lastIndexOf("clear") + 1);
  const code = since.findLast((press) => press.startsWith(`${SENT}{"${fieldName(table, seat, "")}`));
  const isCleared = since.length < presses.length;
  const before = start(table, code ? JSON.parse(code.slice(SENT.length)) : isCleared ? {} : base);
  if (!before || isSame(before, sent, seat)) return false;
  return !isEntered(hands[seat]) || (code !== undefined && isSame(before, state, seat));
}

/**
 * Return what the fields of a hand hold.
 * @param {State} state
 * @param {number} seat
 * @returns {Texts}
 */
const handTexts = (state, seat) =>
  Object.fromEntries(
    Object.entries(writeFields(state)).filter(([name, text]) =>
      text && name.startsWith(fieldName(state.table, seat, ""))
    ),
  );

/** @type {(one: State, other: State, seat: number) => boolean} whether a hand is the same in two states */
const isSame = (one, other, seat) => JSON.stringify(handTexts(one, seat)) === JSON.stringify(handTexts(other, seat));
