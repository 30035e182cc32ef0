/**
 * Has the server read what stands in the line for cards, and shows it while one speaks: melds and points pale on the
 * board, questions with two readings or more, and what is not understood. The field is only read while it has the
 * focus, never written: a keyboard that takes dictation rewrites its words until it ends, and would double what a
 * script wrote. Where the server is out of reach the words stay with their player, and are read later.
 */

import { element, setAttributes } from "../../core/elements.js";
import { load, save } from "../../core/storage.js";
import { ask } from "./asking.js";
import { capital } from "./cards.js";
import { FIX } from "./entry.js";
import {
  answerByName,
  drawDeal,
  drawQuestion,
  drawTwice,
  drawWords,
  isLost,
  isWholeHand,
  joinFacts,
  nameOf,
  openIn,
  readingInWords,
  whoIsOut,
  whoseIs,
} from "./heard.js";
import { readMeld, writeMeld } from "./meld_notation.js";
import { around, key, redraw } from "./parts.js";
import { BRIEF, dealInWords, handInWords, inFewWords, looseIn, pointsInWords } from "./speech.js";
import { endingByNobody, firstPart, hasOneHand, isEntered, nextSeat, seatsHere } from "./state.js";

/** @import { Answer, Facts, Part } from "./asking.js" */
/** @import { Entry } from "./entry.js" */
/** @import { Frame } from "./frame.js" */
/** @import { Pad } from "./pad.js" */
/** @import { State } from "./state.js" */
/** @typedef {ReturnType<typeof unheard>} Heard */
/** @typedef {Facts & { hands?: (Facts & { seat: number })[] }} Added of the open hand, or of several */

/** Milliseconds without a change until the text is read. */
const PAUSE = 150;
/** Milliseconds until a question without an answer is asked again, and until it is told that an answer is awaited. */
const AGAIN = 2000;
const SLOW = 300;
/** Milliseconds that who goes on waits for an answer. */
const ON_THE_WAY = 1000;
/** Where less than this of the window is left, a keyboard lies over the rest. */
const KEYBOARD = .8;
/** @type {Answer} */
const SILENCE = { parts: [], leads: [], line: "" };

/** Return the words of a player as they were read last, and what is asked about newer ones: nothing yet. */
const unheard = () => ({
  text: "",
  answer: SILENCE,
  /** @type {string[]} how the words are read, until they or the open part change; empty until that is known */
  lines: [],
  read: "", // the text with its lines, as it was read
  asked: "", // the same of a newer question; empty if none is open
  /** @type {Promise<void> | null} */
  question: null,
  number: 0, // of the question that was answered: an older answer never takes its place
  askedAt: 0, // when the newest question was asked (milliseconds)
  why: "", // why newer words are not read
  isLeft: false, // whether it is left over, and nobody goes on speaking
  /** @type {Map<string, Facts>} the readings that were chosen, by the place and words of their parts */
  chosen: new Map(),
});

/** @type {(text: string, lines: string[]) => string} */
const keyOf = (text, lines) => JSON.stringify([text, lines]);

/** @type {(facts: Added, seats: number[]) => Added} facts that take the place of the cards that are in there */
const replacing = ({ hands, ...facts }, seats) =>
  hands
    ? { hands: hands.map((hand) => seats.includes(hand.seat) ? { ...hand, instead: true } : hand) }
    : { ...facts, instead: true };

export class Saying {
  #pad;
  #say;
  #frame;
  #timer = 0;
  #again = 0;
  #asked = 0;
  /** What was open when it was drawn last: by another part the same words may mean something else. */
  #drawn = { seat: -1, part: "", isChosen: false };
  /** @type {Map<number, { press: string, words: string, said: string, seat: number }>} what was added, by number */
  #news = new Map();

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
    field.addEventListener("input", () => this.#readSoon());
    field.addEventListener("change", () => this.#readOpen());
    place.addEventListener("click", (event) => this.#answerClick(event));
    for (const name of ["focusin", "focusout"]) place.addEventListener(name, () => this.#leaveRoom());
    visualViewport?.addEventListener("resize", () => this.#leaveRoom());
  }

  get #state() {
    return this.#pad.entry.state;
  }

  /** Tell whether cards in hand were chosen by their key. */
  get #isChosen() {
    return this.#pad.entry.presses.includes("in_hand");
  }

  /** Return what was heard of the open player. */
  get #heard() {
    return this.#pad.entry.heard.get(this.#state.seat) ?? unheard();
  }

  #readSoon() {
    Object.assign(this.#heard, { isLeft: false, lines: [] });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#readOpen(), PAUSE);
    this.#say.element.classList.add("reading");
    this.#showLine();
  }

  /** With large text not all has room: then the line does, rather than the head. */
  #showLine() {
    const { parentElement: screen } = this.#say.element;
    if (screen && document.activeElement !== this.#frame.left) screen.scrollTop = screen.scrollHeight;
  }

  #readOpen() {
    clearTimeout(this.#timer);
    return this.#read(this.#pad.entry, this.#state.seat);
  }

  /** Have all words read that are not read yet: the server may be in reach again. */
  readAll() {
    for (const { entry, seat } of this.#whoSpoke()) this.#read(entry, seat);
  }

  #whoSpoke() {
    const all = this.#pad.entries().flatMap((entry) =>
      [...entry.table.players.keys()].map((seat) => ({ entry, seat }))
    );
    return all.filter(({ entry, seat }) => entry.said[seat]?.trim());
  }

  /**
   * Return what the words of a player mean as they stand now; null if there are none, or they cannot be read.
   * @type {(entry: Entry, seat: number) => Promise<Heard | null>}
   */
  async #read(entry, seat) {
    const text = entry.said[seat] ?? "";
    if (!text.trim()) {
      entry.heard.delete(seat);
      this.#pad.redraw();
      return null;
    }
    const heard = entry.heard.get(seat) ?? unheard();
    entry.heard.set(seat, heard);
    if (!heard.lines.length) heard.lines = this.#linesOf(entry.state, seat);
    const now = keyOf(text, heard.lines);
    if (heard.read !== now) {
      if (heard.asked !== now) heard.question = this.#ask(heard, text, entry.state, seat);
      await heard.question;
      this.#pad.redraw();
    }
    return heard.read === now ? heard : null;
  }

  /** @type {(entry: Entry, seat: number) => boolean} whether the words of a player were read as they stand now */
  isRead({ said, heard }, seat) {
    const { read, lines } = heard.get(seat) ?? unheard();
    return read !== "" && read === keyOf(said[seat] ?? "", lines);
  }

  /** @type {(entry: Entry, seat: number) => boolean} whether the answer to a player's words is still to come */
  isToCome(entry, seat) {
    const { why, asked } = entry.heard.get(seat) ?? unheard();
    return Boolean(entry.said[seat]?.trim()) && !this.isRead(entry, seat) && (why === "" || asked !== "");
  }

  /** Have the words of the open player read by who goes on, and does not wait for long. */
  readInTime() {
    return Promise.race([this.#readOpen(), new Promise((resolve) => setTimeout(resolve, ON_THE_WAY))]);
  }

  /** @type {(state: State, seat: number) => string[]} */
  #linesOf(state, seat) {
    const { kind } = state.table;
    if (seat === state.seat) return kind.linesOf(state, this.#isChosen);
    return kind.linesOf({ ...state, part: firstPart(state.table) }, false);
  }

  /** @type {(heard: Heard, text: string, state: State, seat: number) => Promise<void>} */
  async #ask(heard, text, state, seat) {
    const { lines } = heard;
    const number = this.#asked += 1;
    const asked = keyOf(text, lines);
    Object.assign(heard, { asked, askedAt: Date.now() });
    setTimeout(() => heard.asked && this.#pad.redraw(), SLOW);
    const before = this.#done(seat)?.said ?? "";
    const found = await ask(this.#pad.place, text, lines, before, state.table.players[seat] ?? "");
    const isNewest = heard.asked === asked;
    if (isNewest) heard.asked = "";
    if ("answer" in found && number > heard.number) {
      const answer = "players" in found.answer ? answerByName(found.answer, text, state) : found.answer;
      const out = answer.parts.find((part) => part.out)?.seat;
      const by = state.by ?? out ?? null;
      const parts = answer.parts.map((part) => whoIsOut(part, by, part.seat ?? seat));
      Object.assign(heard, { text: answer.text ?? text, answer: { ...answer, parts }, read: asked, number, why: "" });
    } else if ("why" in found && isNewest) {
      Object.assign(heard, { text: "", answer: SILENCE, read: "", why: found.why });
      clearTimeout(this.#again);
      if (!found.isLost) this.#again = setTimeout(() => this.readAll(), AGAIN);
    }
  }

  /**
   * Return why a deal cannot be sent yet, and whose words it waits for: they are not read or not added. Null if none.
   * Chatter stops nothing.
   * @returns {Promise<{ entry: Entry, seat: number, text: string } | null>}
   */
  async whyHeld() {
    const held = this.settle();
    if (held) return held;
    await Promise.all(this.#whoSpoke().map(({ entry, seat }) => this.#read(entry, seat)));
    const all = this.#whoSpoke().map(({ entry, seat }) => ({ entry, seat, text: this.whyOpen(entry, seat) }));
    return all.find(({ text }) => text) ?? null;
  }

  /** @type {(entry: Entry, seat: number) => string} what a player's words need before the deal is sent, or nothing */
  whyOpen(entry, seat) {
    if (!entry.said[seat]?.trim()) return "";
    const heard = entry.heard.get(seat) ?? unheard();
    const { parts } = heard.answer;
    /** @type {(needed: string, part?: Part) => string} */
    const say = (needed, part) => `${entry.table.players[part?.seat ?? seat]}: ${needed}, or clear the line.`;
    if (!this.isRead(entry, seat)) return say("the words have not been read yet. Wait");
    const lost = parts.find(isLost);
    if (lost?.isAstray) return whoseIs(lost, entry.table);
    if (lost) return say("repeat what was not understood", lost);
    const open = openIn(heard);
    if (open >= 0) return say("tap one of the readings", parts[open]);
    const isTwice = entry === this.#pad.entry && seat === entry.state.seat && this.#twice.length > 0;
    if (isTwice) return say("tap whether these cards are added or stand instead");
    return parts.some(({ unread }) => !unread) ? say("the words have not been added yet. Press Add") : "";
  }

  /**
   * Add what is sure of the open player's words, and was seen by who goes on. Return what holds them here: null if
   * nothing does, also where the words are not read, which stay with their player.
   */
  settle() {
    const { entry } = this.#pad;
    const { seat } = entry.state;
    const [heard, facts] = [this.#heard, this.#facts()];
    if (!this.isRead(entry, seat)) return null;
    heard.isLeft = true;
    if (facts && !this.#twice.length) this.#addFacts(facts, heard, false);
    // Why they cannot be added is shown already.
    const isRefused = facts !== null && this.#state.refused !== null;
    const text = isRefused ? "" : this.whyOpen(entry, seat);
    return isRefused || text ? { entry, seat, text } : null;
  }

  /** Whether the words in the line tell of other players alone, so that the open hand is still to come. */
  get isOfOthers() {
    const { told = [] } = this.#heard.answer;
    return told.length > 0 && told.every(({ seat }) => seat !== this.#state.seat);
  }

  /** Return the parts that are sure, or for which a reading was chosen. */
  #sureParts() {
    const { answer, chosen } = this.#heard;
    return answer.parts.map((part, at) =>
      part.unread ? null : part.asked ? chosen.get(nameOf(part, at)) ?? null : part
    );
  }

  /**
   * Return all that is sure as one, or of a whole deal as one for each hand; null if nothing is.
   * @returns {Added | null}
   */
  #facts() {
    const { parts, told, text } = this.#heard.answer;
    const sure = this.#sureParts();
    if (text && parts.some(isLost)) return null; // nobody knows what is left of what was added before
    if (!told) return joinFacts(sure);
    const hands = told.flatMap(({ seat, of }) => {
      const facts = joinFacts(sure.filter((_, at) => parts[at].of === of));
      return facts ? [{ ...facts, seat }] : [];
    });
    return hands.length ? { hands } : null;
  }

  /** Whose cards are in, and said as a whole hand: it is added only where that is chosen, or takes their place. */
  get #twice() {
    const facts = this.#facts();
    const { table, hands, seat: open } = this.#state;
    if (!facts || this.#heard.answer.text || openIn(this.#heard) >= 0) return [];
    const isTooMuch = this.#pad.entry.after(`add:${JSON.stringify(facts)}`).refused !== null;
    // Where nothing is melded, some cards more are a whole hand too.
    /** @type {(hand: Facts & { seat: number }) => boolean} */
    const isAgain = (hand) =>
      Boolean(table.melded) || isTooMuch || hands[hand.seat].held.every((code) => looseIn(hand, table).includes(code));
    // In a deal by names, cards left to somebody with nothing but cards in hand are told once more.
    /** @type {(hand: Facts & { seat: number }) => boolean} */
    const isLeft = ({ melds, in_hand: left, seat }) =>
      Boolean(facts.hands && !melds && left && hands[seat].held.length) && !hands[seat].melds.length;
    // So are all cards that are in hand, and several of which one is there.
    /** @type {(hand: Facts & { seat: number }) => boolean} */
    const isInHand = (hand) => {
      const [held, told] = [hands[hand.seat].held, looseIn(hand, table)];
      return told.some((code) => held.includes(code)) && (told.length > 1 || held.length === 1);
    };
    // So is a meld that lies there, as where all is said again behind a mark.
    /** @type {(hand: Facts & { seat: number }) => boolean} */
    const isLaid = ({ melds = [], seat }) =>
      melds.flatMap((text) => readMeld(table, text) ?? []).map((meld) => writeMeld(meld, this.#state))
        .some((text) => hands[seat].melds.some((meld) => writeMeld(meld, this.#state) === text));
    return (facts.hands ?? [{ ...facts, seat: open }])
      .filter((hand) => isEntered(hands[hand.seat]))
      .filter((hand) => isLaid(hand) || isInHand(hand) || ((isLeft(hand) || isWholeHand(hand, table)) && isAgain(hand)))
      .map(({ seat }) => seat);
  }

  /** What is asked of these hands, or nothing. */
  get #twiceInWords() {
    const names = this.#twice.map((seat) => this.#state.table.players[seat]).join(", ");
    return names && `${names}: cards are there already. Which is it?`;
  }

  /** Return the state as it would be with what is sure: the real one where nothing is said. */
  shown() {
    const facts = this.#facts();
    return facts && !this.#twice.length ? this.#pad.entry.after(`${this.#verb}${JSON.stringify(facts)}`) : this.#state;
  }

  /** How the press begins that adds what was said, or puts it in the place of what was added before. */
  get #verb() {
    return this.#heard.answer.text && this.#done(this.#state.seat)?.said ? FIX : "add:";
  }

  /**
   * Draw what was heard. The board has been drawn already, with what is new on it.
   * @param {State} shown
   */
  draw(shown) {
    const { seat, part, hands, table } = this.#state;
    const { field } = this.#say;
    const [last, isChosen] = [this.#drawn, this.#isChosen];
    const isOther = last.part !== part || last.isChosen !== isChosen;
    if (last.seat === seat && isOther && !this.#heard.isLeft) this.#heard.lines = [];
    this.#drawn = { seat, part, isChosen };
    const isInHand = shown.part === "in_hand" && table.melded && isChosen;
    // Short, so that the field shows all of it also where text is larger.
    const own = isInHand ? "Cards in hand" : "Say or type";
    const whose = hasOneHand(table) ? own : `Cards of ${table.players[seat]}`;
    field.placeholder = table.kind.asksTableCard(this.#state) ? `The ${table.kind.tableCard}` : whose;
    const { board } = this.#frame;
    const isNew = shown !== this.#state;
    for (const [rows, { length }] of Object.entries({ melded: hands[seat].melds, in_hand: hands[seat].held })) {
      board.querySelectorAll(`.${rows} > li`).forEach((row, at) => row.classList.toggle("pale", isNew && at >= length));
    }
    const seats = this.#heard.answer.told?.map(({ seat: other }) => other) ?? [];
    this.#frame.tabs?.querySelectorAll(".tab b").forEach((points, at) =>
      points.classList.toggle("pale", isNew && seats.includes(seatsHere(table)[at]))
    );
    this.#drawAnswer();
    const pale = board.querySelectorAll(".pale");
    if (document.activeElement === field) pale[pale.length - 1]?.scrollIntoView({ block: "nearest" });
  }

  /** Draw what stands above the line. */
  #drawAnswer() {
    const { answer: place, element: line, field } = this.#say;
    const { text, answer: { parts, told }, isLeft, asked, askedAt, why: unreadWhy } = this.#heard;
    const { table } = this.#state;
    const astray = parts.find(({ isAstray }) => isAstray);
    const open = openIn(this.#heard);
    const sure = this.#sureParts().map(Boolean);
    const lost = parts.find(isLost);
    const lostWords = lost
      ? `${lost.why ?? "Not understood"}: say it again or tap the cards.`
      : "There is no card in this.";
    const unread = isLeft && parts.some((part) => part.unread) ? lostWords : "";
    const amber = astray ? whoseIs(astray, table) : unread;
    const twice = this.#twiceInWords;
    const isSlow = asked !== "" && Date.now() - askedAt >= SLOW;
    const why = isSlow ? "Reading …" : asked ? "" : unreadWhy;
    const done = parts.length || why ? "" : !this.#state.refused && this.#done()?.words || "";
    redraw(
      place,
      done ? element("p", { class: "done" }, element("span", {}, done), key("undo", { class: "link" }, "Undo")) : null,
      open < 0 ? twice ? drawTwice(twice) : null : drawQuestion(parts[open], this.#stateOf(parts[open])),
      amber ? element("p", { class: "amber" }, amber) : null,
      told ? drawDeal(text, this.#heard.answer, sure, table) : parts.length ? drawWords(text, parts, sure) : null,
      why ? element("p", { class: isSlow ? "quiet" : "amber" }, why) : null,
      parts.length > 0 && (isLeft || astray) ? key("do:clear", { class: "link" }, "Clear the line") : null,
    );
    line.classList.toggle("busy", place.childElementCount > 0 || field.value !== "");
    line.classList.toggle("reading", asked !== "");
    const button = line.querySelector(".beside .main");
    if (button) setAttributes(button, { "aria-disabled": asked === "" && why ? "true" : null });
    this.#showLine();
  }

  /** @type {(part: Part) => State} the state with the player open of whom a part is, and who went out as it is said */
  #stateOf({ seat = this.#state.seat }) {
    const out = this.#heard.answer.parts.find((part) => part.out)?.seat;
    return { ...this.#state, seat, by: this.#state.by ?? out ?? null };
  }

  /** @param {number} [seat] of the hand to which the last press added, if it was said here: more may correct that */
  #done(seat) {
    const { presses } = this.#pad.entry;
    const news = this.#news.get(presses.length);
    return news?.press === presses.at(-1) && (seat ?? news?.seat) === news?.seat ? news : undefined;
  }

  /**
   * Add what is sure. What is not stays in the line.
   * @param {boolean} goesOnTyping whether the field gets the focus back, as where Enter was pressed on a real keyboard
   * @param {string} [way] of whole hands whose cards are in: whether they are added or take their place
   */
  async add(goesOnTyping, way = "") {
    const { entry } = this.#pad;
    const { seat } = entry.state;
    // On iOS a tapped button takes no focus, and the keyboard writes into the field until it loses it.
    this.#say.field.blur();
    this.#say.element.classList.add("reading");
    const heard = await this.#readOpen();
    if (this.#pad.entry !== entry || entry.state.seat !== seat) return;
    const command = heard?.answer.command;
    const facts = this.#facts();
    if (heard) heard.isLeft = true;
    if (command) {
      entry.say(seat, "");
      this.#obey(command);
    } else if (heard && facts && (way || !this.#twice.length)) {
      this.#addFacts(way === "Instead of" ? replacing(facts, this.#twice) : facts, heard, true);
    } else this.#pad.tell(heard && this.#leftInWords() || this.#heard.why || "Nothing is said.");
    this.#pad.redraw();
    this.#moveFocus(goesOnTyping, command);
  }

  /** @type {(facts: Added, heard: Heard, goesOn: boolean) => void} `goesOn`: to the next player where all is told */
  #addFacts(facts, heard, goesOn) {
    const { entry } = this.#pad;
    const { seat } = this.#state;
    const left = this.#leftOf(heard);
    const isAll = goesOn && !this.isOfOthers && (facts.out || facts.hands) && !left.text;
    const replaced = facts.hands?.find(({ instead }) => instead)?.seat;
    const next = replaced ?? (isAll ? nextSeat(facts.hands ? this.shown() : this.#state) : null);
    const told = JSON.stringify({ ...facts, seat, ...next === null ? {} : { next } });
    const [verb, press] = [this.#verb, `add:${told}`];
    const after = this.#pad.entry.after(verb + told);
    const added = dealInWords(facts.hands ?? [{ ...facts, seat }], this.#state, after);
    if (!after.refused) {
      const at = entry.presses.length + (verb === FIX ? 0 : 1);
      this.#news.set(at, { press, words: added, said: facts.hands ? "" : heard.text, seat });
      entry.say(seat, "");
      // What is left over goes where one looks next, unless words wait there.
      const place = replaced === undefined || entry.said[replaced]?.trim() ? seat : replaced;
      entry.say(place, left.text);
      if (left.text) entry.heard.set(place, left);
    }
    this.#pad.act(verb + told);
    if (this.#state.refused || !left.text) return;
    const words = this.#leftInWords(added);
    this.#pad.tell(
      words || inFewWords([added, `Still to add: ${left.text.trim()}.`], [added, "Some are still to be added."]),
    );
  }

  /** @type {(heard: Heard) => Heard} what is not sure of the words, each part after what says where it lies */
  #leftOf({ answer, lines: before }) {
    const sure = this.#sureParts();
    /** @type {Part[]} */
    const parts = [];
    /** @type {string[]} */
    const leads = [];
    let lead = "";
    for (const [at, part] of answer.parts.entries()) {
      lead = answer.leads[at] || (answer.told ? "" : lead);
      if (sure[at] || (answer.told && part.chatter)) continue;
      parts.push(part);
      leads.push(lead);
      lead = "";
    }
    /** @param {number} [whose] */
    const wordsOf = (whose) =>
      parts.flatMap(({ said, of }, at) => of === whose ? [`${leads[at]} ${said}`.trim()] : []).join(" ");
    const told = answer.told?.map(({ seat, of }) => ({ seat, of, text: wordsOf(of) })).filter(({ text }) => text);
    const words = told
      ? told.map(({ seat, text }) => `${this.#state.table.players[seat]}: ${text}`).join(". ")
      : wordsOf();
    // Whoever goes on to type or dictate begins a new word.
    const text = words && `${words} `;
    const lines = told ? before : [answer.line];
    const left = { ...answer, parts, leads, ...told ? { told } : {} };
    return { ...unheard(), text, lines, answer: left, read: keyOf(text, lines), isLeft: true, number: this.#asked };
  }

  /**
   * Say what is left in the line, if anything is. The readings of a question are buttons, the next stops.
   * @param {string} [added] what was added before
   */
  #leftInWords(added = "") {
    const { parts } = this.#heard.answer;
    const { table } = this.#state;
    const astray = parts.find(({ isAstray }) => isAstray);
    if (astray) return whoseIs(astray, table);
    /** @type {(part: Part) => string} */
    const whose = ({ seat }) => seat === undefined ? "" : `${table.players[seat]}: `;
    const words = parts.filter((part) => part.unread).map((part) => whose(part) + part.said).join(", ");
    const unread = words && inFewWords([`Not understood: ${words}.`], ["Not everything was understood."]);
    const open = openIn(this.#heard);
    const asked = open < 0 ? this.#twiceInWords : `${whose(parts[open])}${capital(parts[open].said)}: which is it?`;
    const short = open < 0 ? asked : `${whose(parts[open])}Which is it?`;
    return unread || asked ? inFewWords([added, unread, asked], [added, unread, short], [unread, short]) : "";
  }

  /** @param {string} command */
  #obey(command) {
    const pad = this.#pad;
    if (command === "read") pad.tell(handInWords(this.#state));
    else if (command === "score") pad.tell(this.#result());
    else if (command === "undo" || command === "next") pad.act(command);
    else if (command === "nobody") pad.act(`end:${endingByNobody(this.#state.table)}`);
    else this.setBrief(command === "short");
  }

  /** Return the points of all so far, in gin the result that the server has told. */
  #result() {
    if (this.#state.table.kind.areMelds) return pointsInWords(this.#state);
    return this.#frame.result?.innerText.replaceAll("\n", " ").trim() || "Both hands first.";
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
    const asked = answer.querySelector(".which button");
    if (command === "score" && last instanceof HTMLElement) last.focus();
    else if (asked) asked.focus();
    else if (goesOnTyping) field.focus();
    else if (document.activeElement === document.body) {
      place.querySelector("button.main")?.closest("button")?.focus({ preventScroll: true });
    }
  }

  /** @param {MouseEvent} event */
  #answerClick(event) {
    const [reading, mark] = [around(event, "[data-reading]"), around(event, "mark")];
    const { field } = this.#say;
    const way = around(event, "[data-twice]")?.dataset.twice;
    if (way) this.add(false, way);
    if (mark) field.focus();
    if (mark) field.setSelectionRange(Number(mark.dataset.start), Number(mark.dataset.end));
    const open = openIn(this.#heard);
    if (!reading || open < 0) return;
    const { answer, chosen } = this.#heard;
    const part = answer.parts[open];
    const facts = part.asked?.[Number(reading.dataset.reading)];
    if (facts) chosen.set(nameOf(part, open), facts);
    this.#pad.redraw();
    this.#pad.tell(this.#leftInWords() || `${capital(readingInWords(facts ?? {}, this.#stateOf(part)))}.`);
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
