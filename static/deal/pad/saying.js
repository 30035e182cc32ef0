/**
 * Hears what stands in the line for cards, and shows it while one speaks: melds and points pale on the board, questions
 * with two readings or more, and what is not understood. The field is only read while it has the focus, never written:
 * a keyboard that takes dictation rewrites its words until it ends, and would double what a script wrote.
 */

import { element } from "../../core/elements.js";
import { load, save } from "../../core/storage.js";
import { rulesOf } from "../hear/rules.js";
import { capital, rankText, rankWord } from "./cards.js";
import { readMeld } from "./meld_notation.js";
import { readCards } from "./notation.js";
import { around, key, looseClass, looseFace, meldClass, meldFace, redraw } from "./parts.js";
import { BRIEF, cardsInWords, factsInWords, handInWords, inFewWords, meldInWords, pointsInWords } from "./speech.js";
import { nextSeat } from "./state.js";
import { hasOneHand } from "./table.js";

/** @import { Answer, Facts, Part } from "../hear/hear.js" */
/** @import { Frame, Say } from "./frame.js" */
/** @import { Pad } from "./pad.js" */
/** @import { MeldCard, State } from "./state.js" */
/** @import { PadTable } from "./table.js" */
/** @typedef {typeof import("../hear/hear.js")} Hearing */

/** Milliseconds without a change until the text is heard. */
const PAUSE = 150;
/** Where less than this of the window is left, a keyboard lies over the rest. */
const KEYBOARD = .8;
/** Most cards that a question names one by one. */
const FEW = 4;
/** @type {Answer} */
const SILENCE = { status: "empty", melds: [], parts: [] };

export class Saying {
  #pad;
  #say;
  #frame;
  /** @type {Hearing | null} */
  #hearing = null;
  #answer = SILENCE;
  /** @type {Map<string, Facts>} the readings that were chosen, by the place and words of their parts */
  #chosen = new Map();
  #timer = 0;
  /** Whether what stands in the line is left over, and nobody goes on speaking. */
  #isAdded = false;
  /** @type {string[]} how the line is heard; what is left over is heard as before */
  #lines = [];

  /**
   * @param {Pad} pad
   * @param {Frame} frame
   */
  constructor(pad, frame) {
    this.#pad = pad;
    this.#frame = frame;
    this.#say = frame.say;
    const { element: place, field } = this.#say;
    // A button that took the focus would let the keyboard go, and move away under the thumb.
    place.addEventListener("mousedown", (event) => around(event, "button") && event.preventDefault());
    field.addEventListener("input", () => {
      this.#isAdded = false;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#hearAgain(), PAUSE);
    });
    field.addEventListener("change", () => this.#hearAgain());
    place.addEventListener("click", (event) => this.#answerClick(event));
    for (const name of ["focusin", "focusout"]) place.addEventListener(name, () => this.#leaveRoom());
    visualViewport?.addEventListener("resize", () => this.#leaveRoom());
    this.load().then(() => this.#hearAgain(), () => {});
  }

  /** Load what hears; throw if the server is out of reach. */
  async load() {
    this.#hearing ??= await import(this.#pad.place.dataset.hear ?? "");
  }

  get #state() {
    return this.#pad.entry.state;
  }

  /** Tell whether cards in hand were chosen by their key. */
  get #isChosen() {
    return this.#pad.entry.presses.includes("in_hand");
  }

  /** Hear the text as it stands now, and draw what was heard. */
  #hearAgain() {
    clearTimeout(this.#timer);
    this.#listen();
    this.#pad.redraw();
  }

  #listen() {
    const text = this.#say.field.value;
    const hearing = this.#hearing;
    if (!hearing) return;
    const { table } = this.#state;
    if (!this.#isAdded) this.#lines = table.kind.linesOf(this.#state, hearing.hasParts(text), this.#isChosen);
    const rules = rulesOf(table);
    const answers = hearing.commandOf(text) ? [SILENCE] : this.#lines.map((line) => hearing.hear(text, line, rules));
    this.#answer = answers.find(({ status }) => status !== "unread") ?? answers[0];
    this.#answer.parts = this.#answer.parts.map((part) => this.#whoIsOut(part));
  }

  /**
   * Ask about a player who went out where another one did.
   * @param {Part} part
   * @returns {Part}
   */
  #whoIsOut(part) {
    const { by, seat } = this.#state;
    if (!part.out || by === null || by === seat) return part;
    const { said, out, ...others } = part;
    return { said, asked: [{ out, ...others }, others] };
  }

  /** @param {number} at */
  #nameOf(at) {
    return `${at} ${this.#answer.parts[at].said}`;
  }

  /** Return the parts that are sure, or for which a reading was chosen. */
  #sureParts() {
    return this.#answer.parts.map((part, at) =>
      part.unread ? null : part.asked ? this.#chosen.get(this.#nameOf(at)) ?? null : part
    );
  }

  /** Return all that is sure as one; null if nothing is. */
  #facts() {
    /** @type {Record<string, any>} */
    const facts = {};
    for (const part of this.#sureParts()) {
      for (const [name, value] of /** @type {[string, any][]} */ (Object.entries(part ?? {}))) {
        if (name === "melds") facts.melds = [...facts.melds ?? [], ...value];
        else if (/^(in_hand|cards|deadwood)$/.test(name)) facts[name] = [facts[name], value].filter(Boolean).join(" ");
        else if (name !== "said") facts[name] = value;
      }
    }
    return Object.keys(facts).length ? facts : null;
  }

  /** Return the state as it would be with what is sure: the real one where nothing is said. */
  shown() {
    const facts = this.#facts();
    return facts ? this.#pad.after(`add:${JSON.stringify(facts)}`) : this.#state;
  }

  /**
   * Draw what was heard. The board has been drawn already, with what is new on it.
   * @param {State} shown
   */
  draw(shown) {
    const { seat, hands, table } = this.#state;
    const { field, answer, element: place } = this.#say;
    const open = this.#openAt();
    const isInHand = shown.part === "in_hand" && table.melded && this.#isChosen;
    // Short, so that the field shows all of it also where text is larger.
    field.placeholder = !hasOneHand(table)
      ? `${table.players[seat]}’s cards`
      : isInHand
      ? "Cards in hand"
      : "Say or type";
    const board = this.#frame.board.element;
    const isNew = shown !== this.#state;
    board.querySelectorAll(".melded > li").forEach((row, at) =>
      row.classList.toggle("pale", isNew && at >= hands[seat].melds.length)
    );
    board.querySelectorAll(".in_hand > li").forEach((row, at) =>
      row.classList.toggle("pale", isNew && at >= hands[seat].held.length)
    );
    const done = this.#answer.parts.length ? "" : this.#doneWords();
    const sure = this.#sureParts().map(Boolean);
    const isLeft = this.#isAdded && this.#answer.parts.some(({ unread }) => unread);
    redraw(answer, [this.#answer, open, sure, done, isLeft], () => [
      done ? drawDone(done) : null,
      open === undefined ? null : drawQuestion(this.#answer.parts[open], this.#state),
      isLeft ? element("p", { class: "amber" }, "Not understood: say it again or tap the cards.") : null,
      this.#answer.parts.length ? drawWords(field.value, this.#answer.parts, sure) : null,
    ]);
    place.classList.toggle("busy", answer.childElementCount > 0);
    const pale = board.querySelectorAll(".pale");
    if (document.activeElement === field) pale[pale.length - 1]?.scrollIntoView({ block: "nearest" });
  }

  /** Return the place of the first question that is open. */
  #openAt() {
    const open = this.#answer.parts.findIndex((part, at) => part.asked && !this.#chosen.has(this.#nameOf(at)));
    return open < 0 ? undefined : open;
  }

  /** Return what the last press added, in words, if it was said. */
  #doneWords() {
    const last = this.#pad.entry.presses.at(-1);
    return last?.startsWith("add:") && !this.#state.refused ? factsInWords(JSON.parse(last.slice(4)), this.#state) : "";
  }

  /**
   * Add what is sure. What is not stays in the line.
   * @param {boolean} goesOnTyping whether the field gets the focus back, as where Enter was pressed on a real keyboard
   */
  async add(goesOnTyping = false) {
    const { field } = this.#say;
    // On iOS a tapped button takes no focus, and the keyboard writes into the field until it loses it.
    field.blur();
    await this.load().catch(() => {});
    if (!this.#hearing) return this.#pad.tell("The server is out of reach.");
    clearTimeout(this.#timer);
    this.#listen();
    this.#isAdded = true;
    const command = this.#hearing?.commandOf(field.value);
    const facts = this.#facts();
    if (command) {
      field.value = "";
      this.#obey(command);
    } else if (facts) this.#addFacts(facts);
    else this.#pad.tell(this.#leftInWords() || "Nothing is said.");
    this.#pad.redraw();
    this.#moveFocus(goesOnTyping, command);
  }

  /** @param {Facts} facts */
  #addFacts(facts) {
    const { seat } = this.#state;
    const rest = this.#leftOver(this.#say.field.value);
    const next = facts.out && !rest ? nextSeat(this.#state) : null;
    this.#answer = SILENCE;
    this.#pad.act(`add:${JSON.stringify({ ...facts, seat, ...next === null ? {} : { next } })}`, null);
    if (this.#state.refused) return this.#listen();
    // Whoever goes on to type or dictate begins a new word.
    this.#say.field.value = rest && `${rest} `;
    this.#chosen.clear();
    this.#listen();
    const added = factsInWords({ ...facts, seat }, this.#state);
    const left = this.#leftInWords(added);
    if (rest) this.#pad.tell(left || inFewWords([added, `Still to add: ${rest}.`], [added, "Some is still to add."]));
  }

  /**
   * Return the words that are not sure, each after what says whether it is melded or left.
   * @param {string} text
   */
  #leftOver(text) {
    /** @type {string[]} */
    const left = [];
    let at = 0, lead = "";
    this.#answer.parts.forEach(({ said }, number) => {
      const start = text.indexOf(said, at);
      const between = text.slice(at, start).replace(/^\W+|\W+$/g, "");
      at = start + said.length;
      if (this.#hearing?.hasParts(between)) lead = between;
      if (this.#sureParts()[number]) return;
      left.push(lead, said);
      lead = "";
    });
    return left.filter(Boolean).join(" ");
  }

  /**
   * Say what is left in the line, if anything is. The readings of a question are buttons, the next stops.
   * @param {string} [added] what was added before
   */
  #leftInWords(added = "") {
    const words = this.#answer.parts.filter((part) => part.unread).map(({ said }) => said).join(", ");
    const unread = words && inFewWords([`Not understood: ${words}.`], ["Not all is understood."]);
    const open = this.#openAt();
    const asked = open === undefined ? "" : `${capital(this.#answer.parts[open].said)}: which is it?`;
    const short = asked && "Which is it?";
    return unread || asked ? inFewWords([added, unread, asked], [added, unread, short], [unread, short]) : "";
  }

  /** @param {string} command */
  #obey(command) {
    const pad = this.#pad;
    if (command === "read") pad.tell(handInWords(this.#state));
    else if (command === "undo") pad.act("undo", null);
    else if (command === "next") pad.act("next", null);
    else if (command === "score") pad.tell(this.#result());
    else this.setBrief(command === "short");
  }

  /** Return the points of all so far, in gin the result that the server has told. */
  #result() {
    if (this.#state.table.kind.hasTabs) return pointsInWords(this.#state);
    return this.#frame.board.results[0]?.innerText.replaceAll("\n", " ").trim() || "Both hands first.";
  }

  /** @param {boolean} [isBrief] whether as little as possible is said; if left out, the other way than now */
  setBrief(isBrief = load(BRIEF) !== "yes") {
    save(BRIEF, isBrief ? "yes" : "no");
    this.#pad.place.querySelector('[data-press="do:brief"]')?.setAttribute("aria-pressed", String(isBrief));
    this.#pad.tell(isBrief ? "Short." : "Long.");
  }

  /**
   * Put the focus where it is looked for: on the question, the key that scores, or the line again.
   * @param {boolean} goesOnTyping
   * @param {string | undefined} command
   */
  #moveFocus(goesOnTyping, command) {
    const { answer, field, element: place } = this.#say;
    const last = this.#frame.tray.actions.querySelector(".main");
    /** @type {HTMLElement | null} */
    const asked = answer.querySelector("[data-reading]");
    if (command === "score" && last instanceof HTMLElement) last.focus();
    else if (asked) asked.focus();
    else if (goesOnTyping) field.focus();
    else if (document.activeElement === document.body) {
      place.querySelector("button.main")?.closest("button")?.focus({ preventScroll: true });
    }
  }

  /** @param {MouseEvent} event */
  #answerClick({ target }) {
    if (!(target instanceof Element)) return;
    const reading = target.closest("[data-reading]");
    const mark = target.closest("mark");
    if (mark instanceof HTMLElement) {
      this.#say.field.focus();
      this.#say.field.setSelectionRange(Number(mark.dataset.start), Number(mark.dataset.end));
    }
    const open = this.#openAt();
    if (!(reading instanceof HTMLElement) || open === undefined) return;
    const facts = this.#answer.parts[open].asked?.[Number(reading.dataset.reading)];
    if (facts) this.#chosen.set(this.#nameOf(open), facts);
    this.#pad.redraw();
    this.#pad.tell(this.#leftInWords() || `${capital(readingInWords(facts ?? {}, this.#state))}.`);
    this.#moveFocus(false, undefined);
  }

  /** Keep the line, and what was heard, above the keyboard of a phone. */
  #leaveRoom() {
    const view = visualViewport;
    const isCovered = view !== null && document.activeElement === this.#say.field &&
      view.height < innerHeight * KEYBOARD;
    const { style, classList } = /** @type {HTMLElement} */ (this.#say.element.parentElement);
    classList.toggle("covered", isCovered);
    style.setProperty("height", isCovered ? `${view.height}px` : null);
    style.setProperty("top", isCovered ? `${view.offsetTop}px` : null);
    this.draw(this.shown());
  }
}

/** @param {string} words */
const drawDone = (words) =>
  element("p", { class: "done" }, element("span", {}, words), key("undo", { class: "link" }, "Undo"));

/**
 * Draw the text as it was heard: what is sure, asked, or not understood, and quiet what only leads over.
 * @param {string} text
 * @param {Part[]} parts
 * @param {boolean[]} areSure
 */
function drawWords(text, parts, areSure) {
  let at = 0;
  const words = parts.flatMap(({ said, unread }, number) => {
    const start = text.indexOf(said, at);
    const before = text.slice(at, start);
    at = start + said.length;
    const about = unread ? { "data-start": start, "data-end": at } : { class: areSure[number] ? "sure" : "ask" };
    return [before, element(unread ? "mark" : "span", about, said)];
  });
  return element("p", { class: "heard", "aria-hidden": "true" }, ...words, text.slice(at));
}

/**
 * @param {Part} part
 * @param {State} state
 */
function drawQuestion({ said, asked = [] }, state) {
  const keys = asked.map((facts, reading) =>
    element(
      "button",
      { type: "button", "data-reading": reading },
      element("span", { class: "cards", "aria-hidden": "true" }, ...facesOf(facts, state.table)),
      element("span", {}, readingInWords(facts, state)),
    )
  );
  const title = element("p", { id: "which" }, `“${said}”: which is it?`);
  return element("div", { class: "which", role: "group", "aria-labelledby": "which" }, title, element("div", {}, keys));
}

/**
 * @param {Facts} facts
 * @param {PadTable} table
 */
function facesOf({ melds = [], in_hand: held = "", cards = "", deadwood = "" }, table) {
  const isGin = table.board === "cards";
  const laid = isGin ? [] : melds.map((text) => readMeld(table, text)).filter((meld) => meld !== null);
  const loose = [held, cards, deadwood, ...isGin ? melds : []].flatMap((text) => readCards(table, text) ?? []);
  return [
    ...laid.flatMap((meld) =>
      meld.cards.map((card) => element("span", { class: meldClass(card, meld) }, meldFace(card, meld)))
    ),
    ...loose.map((code) => element("span", { class: looseClass(code) }, looseFace(code))),
  ];
}

/**
 * Return a reading in a few words: "four to six", "a deuce as the 5", "25 points".
 * @param {Facts} facts
 * @param {State} state
 */
function readingInWords(facts, state) {
  const { table, by, seat } = state;
  const words = (facts.melds ?? []).map((text) => meldInShort(text, table));
  const loose = [facts.in_hand, facts.cards, facts.deadwood].map((text) => readCards(table, text ?? "") ?? []).flat();
  if (loose.length) words.push(looseInWords(loose, facts.in_hand !== undefined && table.melded !== null, table));
  for (const points of [facts.melded_points, facts.in_hand_points, facts.deadwood_points]) {
    if (points !== undefined) words.push(`${points} points`);
  }
  if (facts.out) words.push(`${table.players[seat]} went out`);
  else if (!words.length && by !== null) words.push(`${table.players[by]} went out`);
  return words.join(", ");
}

/**
 * @param {string[]} codes
 * @param {boolean} isInHand
 * @param {PadTable} table
 */
function looseInWords(codes, isInHand, table) {
  const words = codes.length > FEW ? `${codes.length} cards` : cardsInWords(codes, table);
  return isInHand ? `${words} in hand` : words;
}

/**
 * @param {string} text
 * @param {PadTable} table
 */
function meldInShort(text, table) {
  const meld = table.board === "cards" ? null : readMeld(table, text);
  if (!meld) return text;
  /** @param {MeldCard} card */
  const asIt = ({ wild, rank }) => `a ${wild === "JK" ? "Joker" : "deuce"} as the ${rankText(rank)}`;
  const wilds = meld.cards.filter(({ wild }) => wild);
  if (!meld.suit) return meldInWords(meld, table);
  if (wilds.length) return wilds.map(asIt).join(", ");
  return `${rankWord(meld.cards[0].rank)} to ${rankWord(meld.cards[meld.cards.length - 1].rank)}`;
}
