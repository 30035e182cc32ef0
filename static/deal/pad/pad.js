/** The pad: a screen of keys over a plain form. It fills the form's fields, and the form is what is sent. */

import { element } from "../../core/elements.js";
import { required, seek } from "../../core/page.js";
import { load, save } from "../../core/storage.js";
import { fieldName, ownTexts, readForm, writeFields, writeForm } from "./fields.js";
import { drawFrame, flash, makeFrame } from "./frame.js";
import { press, start, whyUnfinished } from "./grammar.js";
import { around, key } from "./parts.js";
import { isEntered } from "./state.js";

/** @import { Entry } from "./entry.js" */
/** @import { Texts } from "./fields.js" */
/** @import { Frame } from "./frame.js" */
/** @import { Kind, PadTable, Refusal, Way } from "./state.js" */
/** @typedef {{ entry: Entry, seat: number, text: string }} Held whose words hold the form back, and why */
/** @typedef {typeof import("./on_demand.js").ON_DEMAND} OnDemand what the script brings that is loaded on demand */
/**
 * What a page brings: what was entered on its form before.
 * @typedef {object} Host
 * @property {(pad: Pad, texts: Texts) => Entry} begin
 * @property {(pad: Pad, texts: Texts) => Entry} [beginAnother] begins the next deal, if not as the first
 * @property {() => Entry[]} [entriesOf] all that are entered on the form, if it is not one alone
 * @property {boolean} [waits] whether the keys come only when they are asked for
 * @property {boolean} [isLight] whether a hand without cards loads nothing more: the page needs the server anyway
 */

const LEFT_HANDED = "pad-mirror";
const LONG_PRESS = 450;
/** Pixels by which a key is slid, more than half its height. */
const SLIDE = 32;
/** The field of the plain form in which a hand is said. */
const SAID = "said";
/** The presses that leave what is open: to another player, also as who went out, or the cards in hand. */
const LEAVES = /^(next|in_hand|(seat|by|give|show|down):.*)$/;
/** Milliseconds after which the pad loads what it will need, also where there is no network later. */
const IDLE = 2000;
/** What stands at the head of the page, and of the pad: deals that wait to be sent, and a seat that was lost. */
const NOTICES = "#outbox, #seat-news";
// How hands are usually entered belongs to the table: another may add up in the head.
const USUAL = `pad-mode:${document.body.dataset.table}`;

export class Pad {
  #host;
  #preview;
  /** @type {Frame | null} */
  #frame = null;
  /** @type {OnDemand | null} */
  #onDemand = null;
  /** @type {Promise<boolean> | null} one for all who wait, who then go on in their order */
  #loading = null;
  /** @type {InstanceType<OnDemand["Saying"]> | null} */
  #saying = null;
  /** @type {Texts} what the fields held when the site answered */
  #before;
  /** @type {((now: Texts) => void) | undefined} hides the problems that are mended */
  #hideMended;
  /** Whether the form waits for words that are not read or not added, and whether they let it go. */
  #isHeld = false;
  #mayGo = false;
  /** @type {Promise<boolean> | null} whether who waits for the last words goes on then */
  #leaving = null;
  /** @type {Held | null} the words for which the form waited last */
  #held = null;
  /** The hand about which was asked whether it is to be sent as it is. */
  #asked = "";
  /** Says why the way back to the keys is closed. */
  #problem = element("span", { class: "problem", hidden: true });

  /**
   * @param {HTMLElement} place in a form
   * @param {PadTable} table
   * @param {Host} host
   */
  constructor(place, table, host) {
    this.place = place;
    this.form = /** @type {HTMLFormElement} */ (place.closest("form"));
    this.table = table;
    this.#host = host;
    this.#preview = table.kind.makePreview(this.form, () => this.#showResult());
    this.entry = host.begin(this, this.typed());
    this.table = this.entry.table;
    // A draft may have mended already what the site found wrong.
    this.#before = writeFields(start(this.table, this.typed()) ?? this.entry.state);
    this.#listen();
    place.append(
      element("p", { class: "offer" }, key("do:pad", { class: "second small" }, "Use the keys"), this.#problem),
    );
    place.hidden = false;
    if (this.entry.isReadable && !host.waits) this.turnOn();
    if (this.entry.state.ending !== null && !this.#isLight) this.#load();
  }

  /** Whether all that is not needed at the start waits for the first key, also while the network is there. */
  get #isLight() {
    return this.#host.isLight && !this.entry.state.hands.some(isEntered);
  }

  /** Return what the pad's fields hold, and how hands are usually entered here. */
  typed() {
    return { ...ownTexts(this.table, readForm(this.form)), mode: load(USUAL) ?? "" };
  }

  /**
   * Put away what was entered, and go on with another entry.
   * @param {Entry} next
   */
  goOnWith(next) {
    const before = this.place.querySelector(".frame");
    this.table = next.table;
    this.entry = next;
    this.#saying = null;
    // Made while the screen before is there, which has notes of the page that go on to this one.
    this.#frame = makeFrame(this.table, this.place);
    this.place.lastElementChild?.prepend(...document.querySelectorAll(NOTICES));
    before?.remove();
    this.turnOn();
  }

  /** Show what the site found wrong with the deal that was sent, which is still as it was entered. */
  showFaults() {
    this.#hideMended = undefined;
    this.#before = writeFields(this.entry.state);
    if (this.isOn) this.turnOn();
  }

  get isOn() {
    return this.place.classList.contains("on");
  }

  turnOn() {
    const { place, table } = this;
    this.#frame ??= makeFrame(table, place);
    place.classList.toggle("left", load(LEFT_HANDED) === "yes");
    place.classList.add("on");
    required(".frame", HTMLElement, place).prepend(...document.querySelectorAll(NOTICES));
    const faults = document.querySelectorAll("#content > .note[role=alert]");
    this.#frame.board.prepend(...faults);
    document.body.classList.add("pad-on");
    this.#takeWords();
    this.#draw();
    this.#saying?.readAll();
    faults[0]?.scrollIntoView();
    if (!this.#isLight) setTimeout(() => this.#load(), IDLE);
  }

  turnOff() {
    for (const [seat, text] of Object.entries(this.entry.said)) {
      this.#writeWords(Number(seat), text);
      this.entry.say(Number(seat), "");
    }
    this.place.classList.remove("on");
    document.body.classList.remove("pad-on");
    const content = required("#content", HTMLElement);
    content.before(...document.querySelectorAll(NOTICES));
    content.scrollIntoView();
  }

  /** Take the words of the plain form into the line, and so out of what the form sends. */
  #takeWords() {
    const texts = readForm(this.form);
    for (const seat of this.table.players.keys()) {
      const text = texts[fieldName(this.table, seat, SAID)];
      if (!text) continue;
      this.entry.say(seat, text);
      this.#writeWords(seat, "");
    }
  }

  /** @type {(seat: number, text: string) => void} */
  #writeWords(seat, text) {
    writeForm(this.form, { [fieldName(this.table, seat, SAID)]: text });
  }

  /** Go from the plain form back to the keys. All that was typed there is one press. */
  #returnToKeys() {
    const code = `load:${JSON.stringify(this.typed())}`;
    const { refused } = press(this.entry.state, code);
    this.#problem.hidden = !refused;
    if (refused) return void (this.#problem.textContent = refused.text);
    this.entry.press(code);
    this.turnOn();
  }

  /** Draw the state, and fill the form with it: the fields of the deal, and the presses that made them. */
  #draw() {
    this.#forgetHeld();
    const sent = this.#onDemand?.takeAllSent(this);
    const { state, base, presses } = this.entry;
    const texts = writeFields(state);
    writeForm(this.form, { ...texts, presses: JSON.stringify({ base, presses }) });
    this.form.toggleAttribute("data-begun", presses.length > 0 || this.entry.hasWords);
    if (!this.#frame) return;
    this.#showLine(this.#frame.say.field);
    this.#hideMended ??= this.#onDemand?.watchProblems(this, this.#before);
    this.#hideMended?.(texts);
    if (this.#onDemand && !this.#saying) {
      this.#saying = new this.#onDemand.Saying(this, this.#frame);
      this.#saying.readAll();
    }
    const heard = this.#saying?.shown() ?? state;
    const waiting = this.entry.seatsWithWords.filter((seat) => seat !== state.seat);
    const shown = { ...heard, waiting, sent, refused: heard.refused ?? state.refused };
    drawFrame(this.#frame, shown, this.#preview(state), this.#onDemand);
    this.#saying?.draw(heard);
    const isElsewhere = state.fining || state.hands.some(({ mode }) => mode !== "cards");
    // Where the server is out of reach, the plain form takes this too.
    if (isElsewhere && !this.#onDemand) this.#load().then((isThere) => isThere || !this.isOn || this.turnOff());
  }

  /** Take back the sentence for which the form waited, where it waits for that no more. */
  #forgetHeld() {
    const { state } = this.entry;
    const held = this.#held;
    if (!held || !this.#saying || state.refused?.text !== held.text) return;
    if (this.#saying.whyOpen(held.entry, held.seat) !== held.text) state.refused = null;
  }

  /**
   * Show the words of the open player in the line: they never pass to another player.
   * @param {HTMLInputElement} field
   */
  #showLine(field) {
    const words = this.entry.said[this.entry.state.seat] ?? "";
    if (field.value === words) return;
    // Else a keyboard goes on writing the words of the player before.
    field.blur();
    field.value = words;
  }

  /**
   * Load the script with what is not there from the start: from the first key on, all is, whatever becomes of the
   * network. Tell whether it is there.
   */
  #load() {
    return this.#loading ??= import(this.place.dataset.onDemand ?? "").then(({ ON_DEMAND }) => {
      this.#onDemand = ON_DEMAND;
      this.#refresh();
      return true;
    }, () => {
      this.#loading = null;
      return false;
    });
  }

  /** Return all that are entered on the form. */
  entries() {
    return this.#host.entriesOf?.() ?? [this.entry];
  }

  /** Draw again what is heard while somebody speaks. */
  redraw() {
    if (this.isOn) this.#draw();
  }

  /**
   * Let a screen reader tell something, also what it has just told.
   * @param {string} text
   */
  tell(text) {
    const spoken = this.#frame?.say.spoken;
    if (spoken) spoken.textContent = text === spoken.textContent ? `${text}\u00a0` : text;
  }

  /** Draw again if the pad is in use: the server has answered, or may be in reach again. */
  #refresh() {
    if (!this.isOn) return;
    this.#draw();
    // Why a deal was refused stands at the head of the list, and is read first.
    if (!this.place.querySelector(".board > .note:not([hidden])")) this.#scrollToOpen();
  }

  /** Show what the server has answered, and tell it. */
  #showResult() {
    this.#refresh();
    const { problems = [], lines = [] } = this.#preview(this.entry.state) ?? {};
    this.tell([...problems, ...lines].join(" "));
  }

  /** Scroll to the line or hand that is being entered, or to the top where none is, and return it. */
  #scrollToOpen() {
    this.place.querySelector(".tab[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // A run or wild that waits for a card is asked about below the meld that is open.
    const open = seek(".mline.waiting", this.place) ?? seek(".board .open", this.place);
    if (open) open.scrollIntoView({ block: "nearest" });
    else if (this.#frame) this.#frame.board.scrollTop = 0;
    return open;
  }

  /** @type {(fold: EventTarget | null) => void} shows at the top of the board what was unfolded at its foot */
  #scrollToFold(fold) {
    const board = this.#frame?.board;
    if (!board || !(fold instanceof HTMLDetailsElement) || !fold.open || !board.contains(fold)) return;
    board.scrollTop += fold.getBoundingClientRect().top - board.getBoundingClientRect().top;
  }

  /**
   * The keys that change no state: each says what to do on the page.
   * @type {Record<string, () => void>}
   */
  #actions = {
    "do:pad": () => this.#returnToKeys(),
    "do:plain": () => this.turnOff(),
    "do:mirror": () => void save(LEFT_HANDED, this.place.classList.toggle("left") ? "yes" : "no"),
    "do:say": () => this.#frame?.say.field.focus(),
    "do:add": () => this.#add(false),
    "do:clear": () => {
      this.entry.say(this.entry.state.seat, "");
      this.#refuse(null);
    },
    "do:brief": () => this.#saying?.setBrief(),
  };

  /**
   * @param {string} code a press, or a key of those above
   * @param {Element | null} [touched]
   */
  act(code, touched = null) {
    // What is pressed meanwhile is meant for whoever is next.
    if (this.#leaving) this.#leaving.then((isGone) => isGone && this.act(code, touched));
    else if (LEAVES.test(code)) {
      const isOfOthers = code === "next" && this.#saying?.isOfOthers;
      this.leave(() => isOfOthers ? this.#draw() : this.#press(code, touched));
    } else this.#press(code, touched);
  }

  /**
   * Go on from what is open, after what is sure in the line is added: what is seen counts. What is asked stops there.
   * @param {() => void} go
   * @param {boolean} [isAwaited] whether the answer was awaited already
   * @returns {boolean} whether it went on at once
   */
  leave(go, isAwaited = false) {
    const [{ entry }, saying] = [this, this.#saying];
    const { seat } = entry.state;
    // On iOS the keyboard writes into the field until it loses the focus.
    if (entry.said[seat]) this.#frame?.say.field.blur();
    if (!saying || isAwaited || !saying.isToCome(entry, seat)) {
      const held = saying?.settle();
      if (held) this.#showHeld(held);
      else go();
      return !held;
    }
    this.#leaving ??= saying.readInTime().then(() => {
      this.#leaving = null;
      return this.entry === entry && this.leave(go, true);
    });
    return false;
  }

  /** @type {(code: string, touched: Element | null) => void} */
  #press(code, touched) {
    const { entry } = this;
    const before = entry.state;
    this.#load();
    if (code in this.#actions) return this.#actions[code]();
    if (code === "undo") entry.undo(Boolean(touched?.closest(".done")));
    else entry.press(code);
    const { refused, usual } = entry.state;
    const isChip = touched?.matches(".board .chip");
    if ((code.startsWith("mode:") || code === this.table.kind.toCards) && !refused) save(USUAL, usual);
    this.#draw();
    this.#whenLoaded(({ tellAct }) => this.tell(tellAct(before, entry.state, code)));
    flash(touched);
    // Who ticks a chip goes on looking at it: only a key scrolls to what it changed, and away from what was unfolded.
    // What asks for a card stays in sight when it got another.
    if (isChip || (refused && !entry.state.pending)) return;
    const more = this.#frame?.more;
    if (!more?.querySelector("[open]")) more?.removeAttribute("open");
    flash(this.#scrollToOpen());
  }

  /**
   * Do something with that script, at once if it is there.
   * @param {(onDemand: OnDemand) => void} act
   */
  #whenLoaded(act) {
    if (this.#onDemand) act(this.#onDemand);
    else this.#load().then(() => this.#onDemand && act(this.#onDemand));
  }

  /**
   * Add what stands in the line for cards.
   * @param {boolean} goesOnTyping
   */
  async #add(goesOnTyping) {
    const { entry } = this;
    const { seat } = entry.state;
    const text = "It will be read as soon as the network is back; the keys still work.";
    if (!this.#saying && !await this.#load()) this.#showHeld({ entry, seat, text });
    this.#saying?.add(goesOnTyping);
  }

  #listen() {
    const { place } = this;
    this.#listenToClicks();
    place.addEventListener("toggle", ({ target }) => this.#load().then(() => this.#scrollToFold(target)), true);
    this.form.addEventListener("input", () => (this.#problem.hidden = true));
    place.addEventListener("input", (event) => this.#type(event));
    place.addEventListener("focusin", (event) => around(event, ".say") && this.#load());
    place.addEventListener("keydown", (event) => this.#pressKey(event));
    // Another phone may have sent a hand, or its player enters one.
    document.addEventListener("renewed", () => this.redraw());
    addEventListener("online", () => {
      this.#saying?.readAll();
      this.#refresh();
      if (this.entry.hasWords) this.#load();
    });
    // Before all others, such as the outbox: no words of a line are lost.
    addEventListener("submit", (event) => this.#hold(event), true);
  }

  /**
   * Hold the form back while a line has words that are not read or not added, and say whose they are.
   * @param {SubmitEvent} event
   */
  async #hold(event) {
    const isSent = event.target !== this.form || !this.isOn || this.#mayGo;
    const [hasWords, isAsked] = [this.entries().some((entry) => entry.hasWords), this.#isAsked()];
    if (isSent || !(hasWords || isAsked || whyUnfinished(this.entry.state))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.#isHeld) return;
    this.#isHeld = true;
    const held = hasWords ? await this.#whyHeld() : null;
    const why = held ? null : await this.#whyNotYet(isAsked);
    // A form that is still being submitted takes no other submission.
    await new Promise((resolve) => setTimeout(resolve));
    this.#isHeld = false;
    if (held) return this.#showHeld(held);
    if (why) return this.#refuse(why);
    this.#mayGo = true;
    this.form.requestSubmit(event.submitter?.isConnected ? event.submitter : null);
    this.#mayGo = false;
  }

  /** Tell whether a hand that is sent by itself is to be asked about, which is done once as it stands. */
  #isAsked() {
    return this.table.mine === true && this.#asked !== JSON.stringify(writeFields(this.entry.state));
  }

  /**
   * Return what the open hand still needs, or what is unlikely in one that is sent by itself.
   * @param {boolean} isAsked
   */
  async #whyNotYet(isAsked) {
    const { state } = this.entry;
    if (isAsked) await this.#load();
    const why = whyUnfinished(state);
    if (why || !isAsked) return why;
    this.#asked = JSON.stringify(writeFields(state));
    return this.#onDemand?.whyUnlikely(state) ?? null;
  }

  async #whyHeld() {
    const { entry } = this;
    const { seat } = entry.state;
    await this.#load();
    if (this.#saying) return this.#saying.whyHeld();
    return { entry, seat, text: "The words in the line have not been read yet. Wait, or clear the line." };
  }

  /** @type {(held: Held) => void} shows whose words the form waits for, and why, if that is not shown already */
  #showHeld({ entry, seat, text }) {
    if (entry === this.entry && seat !== entry.state.seat) this.#press(`seat:${seat}`, null);
    if (!text) return;
    this.#held = { entry, seat, text };
    this.#refuse({ text });
  }

  /** @type {(why: Refusal | null) => void} says why the form is not sent yet; null takes that back */
  #refuse(why) {
    this.entry.state = { ...this.entry.state, refused: why };
    this.#draw();
    this.tell(why?.text ?? "Cleared.");
  }

  /** Press the key that is touched. To hold one down or slide it may be another press: no click that follows is one. */
  #listenToClicks() {
    const { place, table } = this;
    /** @type {HTMLElement | null} */
    let touched = null;
    let [timer, from, slid, isDone] = [0, 0, "", false];
    /** @type {(way: Way) => string} */
    const pressFor = (way) => table.kind.heldPress(this.entry.state, touched?.dataset.press ?? "", way) ?? "";
    /** @param {string} code */
    const press = (code) => {
      clearTimeout(timer);
      if (code && !isDone) this.act(code, touched);
      isDone ||= code !== "";
    };
    const hold = () => press(slid ? `${slid}:${touched?.dataset.press}` : pressFor("held"));
    place.addEventListener("pointerdown", (event) => {
      touched = around(event, ".keys [data-press]");
      [from, slid, isDone] = [event.clientY, "", false];
      clearTimeout(timer);
      if (touched) timer = setTimeout(hold, LONG_PRESS);
    });
    place.addEventListener("pointermove", ({ clientY }) => {
      if (!touched || slid || isDone || Math.abs(clientY - from) < SLIDE) return;
      clearTimeout(timer);
      slid = pressFor(clientY > from ? "down" : "up");
      if (slid) timer = setTimeout(hold, LONG_PRESS);
      else touched = null;
    });
    place.addEventListener("pointerup", () => press(slid));
    for (const name of ["pointercancel", "pointerleave"]) place.addEventListener(name, () => clearTimeout(timer));
    place.addEventListener("click", (event) => {
      const { part } = around(event, "[data-part]")?.dataset ?? {};
      const partKey = seek(`.tray .actions [data-press="${part}"][aria-pressed="false"]`, place);
      const clicked = around(event, "[data-press]") ?? partKey;
      if (!isDone && clicked?.dataset.press) this.act(clicked.dataset.press, clicked);
      isDone = false;
    });
  }

  /** @param {Event} event */
  #type({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    if (target === this.#frame?.say.field) {
      this.entry.say(this.entry.state.seat, target.value);
      this.entry.state.refused = null;
      return;
    }
    const verb = target.dataset.typed;
    if (!verb) return;
    if (verb === "left") target.value = target.value.replace(/\D/g, "");
    this.entry.press(`${verb}:${target.value}`);
    this.#draw();
  }

  /**
   * Press what a key of a keyboard stands for, while the keys have the focus; the first key loads what knows that.
   * @param {KeyboardEvent} event
   */
  #pressKey(event) {
    const isEnter = event.key === "Enter";
    if (isEnter && around(event, "input, select")) {
      event.preventDefault();
      if (around(event, ".say")) this.#add(matchMedia("(pointer: fine)").matches);
    }
    const tray = this.#frame?.tray;
    if (isEnter || !tray || !around(event, ".tray") || around(event, "input")) return;
    this.#whenLoaded(({ pressKey }) => pressKey(event, tray, this));
  }
}

/** @type {(kind: Kind, host: Host) => Pad} */
export function startPad(kind, host) {
  return new Pad(required("#pad", HTMLElement), { ...readFacts(), kind }, host);
}

/** Return what the page tells of a deal. */
export const readFacts = () => JSON.parse(required("#pad-table", HTMLElement).textContent);
