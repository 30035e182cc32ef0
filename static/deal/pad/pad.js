/** The meld pad over the plain form of a deal: it fills that form, and that form is sent. */

import { draftOf, dropSaved, hideOthers, keep, readForm, recall, writeForm } from "./draft.js";
import { h, key, set } from "./draw.js";
import { drawFrame, flash, makeFrame } from "./frame.js";
import { press, replay, start } from "./grammar.js";
import { pressOf } from "./more.js";
import { makePreview } from "./preview.js";
import { writeFields } from "./text.js";

const MIRROR = "pad-mirror";
const LONG_PRESS = 450;

const form = document.getElementById("deal");
const place = document.getElementById("pad");
const table = JSON.parse(document.getElementById("pad-table").textContent);
let draft = takeUp();

const preview = makePreview(form, refresh);
const owned = [...Object.keys(writeFields(start(table))), "ending"];
const typed = () => Object.fromEntries(Object.entries(readForm(form)).filter(([name]) => owned.includes(name)));

let base = typed();
let presses = [];
let state = null;
let parts = null;

/** The draft of the deal that this page is about, which may come after one that still waits. */
function takeUp() {
  table.number = Number(form.dataset.number ?? table.number);
  table.asks_for = table.asks_for_all?.[table.number - 1] ?? table.asks_for;
  // A deal that came too late is kept by its own name: its number may be another's by now.
  const late = form.dataset.seen && form.elements.entry_id.value;
  return draftOf(form, late || (form.dataset.draft ?? table.number));
}

/** The next deal, while this one waits to be sent. */
function beginAnother() {
  place.querySelector(".frame")?.remove();
  draft = takeUp();
  base = typed();
  presses = [];
  state = start(table, base);
  parts = null;
  turnOn();
}

function begin() {
  dropSaved(form);
  const kept = draft.read();
  const first = kept ? start(table, kept.base) : null;
  if (first) {
    ({ base, presses } = kept);
    state = replay(first, presses);
  } else {
    state = start(table, base);
  }
  place.append(offer());
  set(place, { hidden: null });
  // Where two versions are to be looked at, the keys wait to be asked for.
  if (state && !form.dataset.seen) turnOn();
}

/** The way back from the plain form. */
function offer() {
  return h("p", { class: "offer" }, key("do:pad", { class: "second small" }, "Use the keys"));
}

function turnOn() {
  parts ??= makeFrame(table, form, place);
  place.classList.toggle("left", recall(MIRROR) === "yes");
  place.classList.add("on");
  const line = document.getElementById("outbox");
  if (line) place.querySelector(".frame").prepend(line);
  hideOthers(place, true);
  draw();
}

function turnOff() {
  place.classList.remove("on");
  hideOthers(place, false);
  const content = document.getElementById("content");
  const line = document.getElementById("outbox");
  if (line) content.before(line);
  content.scrollIntoView();
}

/** From the plain form back to the keys, with what was typed there as one press. */
function returnToKeys() {
  const fields = JSON.stringify(typed());
  const from = state ?? start(table);
  const read = press(from, `load:${fields}`);
  if (read.refused) return tell(read.refused.text);
  if (!state) state = from;
  apply(`load:${fields}`);
  return turnOn();
}

function tell(text) {
  const note = place.querySelector(".offer .problem") ?? h("span", { class: "problem" });
  note.textContent = text;
  place.querySelector(".offer").append(note);
}

/** Draw everything as it stands; the focus stays where it was. */
function draw() {
  writeForm(form, writeFields(state));
  drawFrame(parts, state, preview(state));
}

/** One press: applied, kept, drawn, flashed. A press that cannot be changes nothing but the reason. */
function apply(code) {
  const next = press(state, code);
  if (!next.refused) {
    // Typing a number is one press, however many figures it has.
    const same = /^(n:[a-z_]+|left):/.exec(code)?.[0];
    if (same && presses.at(-1)?.startsWith(same)) {
      presses.pop();
      state = replay(start(table, base), presses);
      return apply(code);
    }
    presses.push(code);
    draft.write({ base, presses });
  }
  state = next;
  return undefined;
}

/** Take back what was told last; where one went since, one goes back from. */
function undo() {
  const last = presses.findLastIndex((code) => !/^(seat|show):/.test(code));
  if (last >= 0) presses.length = last;
  state = replay(start(table, base), presses);
  if (presses.length) draft.write({ base, presses });
  else draft.drop();
}

function act(code, element) {
  if (code === "do:pad") return returnToKeys();
  if (code === "do:plain") return turnOff();
  if (code === "do:mirror") {
    keep(MIRROR, place.classList.toggle("left") ? "yes" : "no");
    return undefined;
  }
  if (code === "do:text") return typeLine();
  if (code === "do:done") return place.querySelector("[data-done]")?.click();
  if (code === "undo") undo();
  else apply(code);
  draw();
  flash(element);
  if (!state.refused) flash(bringUp());
  return undefined;
}

/** What is being entered, scrolled into view. */
function bringUp() {
  const line = parts.board.element.querySelector(".mline.open, .in_hand.open, .ginhand.open");
  line?.scrollIntoView({ block: "nearest" });
  return line;
}

/** Draw anew where the pad is in use, once the site has answered or is in reach again. */
function refresh() {
  if (!place.classList.contains("on")) return;
  draw();
  bringUp();
}

function typeLine() {
  const { line } = parts.more;
  if (!line.value.trim()) return;
  apply(`t:${line.value}`);
  if (!state.refused) line.value = "";
  draw();
}

/** A link to a problem leads to the player whose hand it is. */
function follow(event) {
  if (event.target.hash === "#reason") {
    event.preventDefault();
    place.querySelector("[data-reason]").focus();
  }
  const link = event.target.closest(".note a[href^='#hand']");
  const seat = /^#hand(\d+)/.exec(link?.getAttribute("href") ?? "")?.[1];
  if (seat === undefined || !place.classList.contains("on")) return;
  event.preventDefault();
  act(`seat:${seat}`);
}

let timer = 0;
let wasLong = false;

place.addEventListener("pointerdown", (event) => {
  const element = event.target.closest(".keys [data-press]");
  const rank = element?.dataset.press;
  wasLong = false;
  clearTimeout(timer);
  if (table.suited || !/^[A2-9TJQK]$/.test(rank ?? "") || state.part !== "melded" || state.pending) {
    return;
  }
  timer = setTimeout(() => {
    wasLong = true;
    act(`new:${rank}`, element);
  }, LONG_PRESS);
});
for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
  place.addEventListener(name, () => clearTimeout(timer));
}
/** Both versions once more, with mine as it is now: it is sent on top of what it was first made on. */
function compareAgain(event) {
  if (!form.dataset.seen || !event.target.closest("[data-done]")) return;
  event.preventDefault();
  form.elements.version.value = form.dataset.seen;
  form.submit();
}

place.addEventListener("click", (event) => {
  compareAgain(event);
  follow(event);
  const element = event.target.closest("[data-press]");
  const isEnd = wasLong;
  wasLong = false;
  if (!element || isEnd) return;
  act(element.dataset.press, element);
});
place.addEventListener("input", ({ target }) => {
  if (target.dataset.reason) form.elements.reason.value = target.value;
  if (!target.dataset.number) return;
  target.value = target.value.replace(/\D/g, "");
  apply(`${target.dataset.number}:${target.value}`);
  draw();
});
document.addEventListener("keydown", (event) => {
  if (!place.classList.contains("on")) return;
  if (event.target.matches("input, textarea, select")) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.target.dataset.text) typeLine();
    return;
  }
  if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
  const code = pressOf(event, state);
  if (!code) return;
  event.preventDefault();
  act(code, place.querySelector(`.tray [data-press="${CSS.escape(code)}"]`));
});
window.addEventListener("online", refresh);
form.addEventListener("submit", () => {
  // What was typed by hand comes back in the fields, if it comes back at all.
  if (place.classList.contains("on")) draft.send({ base, presses });
  else draft.drop();
});
form.addEventListener("kept", () => {
  draft.drop();
  if (place.classList.contains("on")) turnOff();
});
form.addEventListener("another", beginAnother);

begin();
