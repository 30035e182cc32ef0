/**
 * Works the form of a new game without asking the server: seats are taken and put in order by taps, stakes change by
 * steps. Every button also works through the server.
 */

import { element } from "../core/elements.js";
import { required } from "../core/page.js";
import { attempt } from "../core/storage.js";
import { moneyWords, nextStep } from "./stake.js";

const UNREACHABLE = "The server is out of reach. What you typed is still here.";
const SEATS_SHOWN = 4;

let form = required("#new", HTMLFormElement);
/** The form's signature when it was drawn as a copy of the last game; empty for another form. */
let first = "";

/** What was kept of this page in this tab, if the browser keeps anything. */
const kept = attempt(() => sessionStorage.getItem(location.pathname), null);

/** @type {(text: string) => void} keeps a text for the way back to this page in this tab */
const keepHere = (text) => attempt(() => sessionStorage.setItem(location.pathname, text), undefined);

/** @param {string} id */
const byId = (id) => required(`#${id}`, HTMLElement);

/** @type {(selector: string) => HTMLElement[]} */
const all = (selector) => [...form.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);

/** @param {string} name */
function field(name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

/** @param {string} name */
const textOf = (name) => field(name)?.value ?? "";

const seats = () => all(".seat input").filter((each) => each instanceof HTMLInputElement);
const names = () => seats().map((seat) => seat.value.trim());
const seated = () => names().filter(Boolean);
const people = () => all("button[data-name]");

/** @param {string} value */
const buttonOf = (value) => all("button").find((each) => each instanceof HTMLButtonElement && each.value === value);

/** @param {string} text */
const say = (text) => (byId("say").textContent = text);

/** @param {string[]} list */
function seatAll(list) {
  seats().forEach((seat, index) => (seat.value = list[index] ?? ""));
}

/**
 * Give somebody the next free seat, or take the seat away.
 * @param {string} name
 */
function toggle(name) {
  const now = seated();
  if (now.includes(name)) {
    seatAll(now.filter((each) => each !== name));
  } else if (now.length === seats().length) {
    return say(`All ${now.length} seats are taken. Tap a name to free one.`);
  } else {
    seatAll([...now, name]);
  }
  say("");
}

function addNewcomer() {
  const typed = field("newcomer");
  if (!typed) return;
  const name = typed.value.trim().replace(/\s+/g, " ");
  typed.value = "";
  if (!name) return;
  if (!people().some((each) => each.dataset.name === name)) {
    const about = { class: "chip", name: "do", value: `seat:${name}`, formnovalidate: true, "data-name": name };
    required(".more", HTMLElement, form).before(element("button", about, element("b"), element("span", {}, name)));
  }
  if (!seated().includes(name)) toggle(name);
  typed.focus();
}

/** @type {(from: number, to: number) => void} */
function move(from, to) {
  const list = names();
  const [name] = list.splice(from, 1);
  list.splice(to, 0, name);
  seatAll(list);
  update();
}

/** @param {boolean} up */
function step(up) {
  const { steps = "", digits } = required(".stake", HTMLElement, form).dataset;
  const amount = field("stake-amount");
  if (amount) amount.value = nextStep(amount.value, steps.split(" ").map(Number), Number(digits), up);
}

/** Return a text that is equal for forms that begin the same game. */
function signature() {
  const rules = [...form.elements].flatMap((each) =>
    each instanceof HTMLInputElement && /^options-|^stake-|^variant$/.test(each.name) ? [each.value.trim()] : []
  );
  return JSON.stringify([seated(), rules]);
}

function updatePeople() {
  const now = seated();
  for (const person of people()) {
    const seat = now.indexOf(person.dataset.name ?? "") + 1;
    person.setAttribute("aria-pressed", String(seat > 0));
    required("b", HTMLElement, person).textContent = seat ? String(seat) : "";
  }
  const others = people().map((person) => person.dataset.name ?? "").filter((name) => !now.includes(name));
  const kept = field("others");
  if (kept) kept.value = others.join("\t");
  all("[data-spare]").forEach((row, index) => {
    row.hidden = now.length < SEATS_SHOWN + index && !required("input", HTMLInputElement, row).value;
  });
}

/** Return the names of all who have a seat; of partners, one side against the other. */
function whoPlays() {
  const now = seated();
  if (!form.querySelector(".sides")) return now.join(", ");
  const sides = [0, 1].map((side) => now.filter((_, seat) => seat % 2 === side).join(", "));
  return sides.filter(Boolean).join(" – ");
}

/** Update the words that say what the form means. */
function update() {
  updatePeople();
  const money = moneyWords(textOf("stake-amount"), textOf("stake-currency"), textOf("stake-per"));
  const [amount, per] = (money || "none").split(" per ");
  byId("stake").replaceChildren(amount, element("small", {}, per ? ` per ${per}` : ""));
  required("[value=less]", HTMLElement, form).hidden = !money;
  const variant = required("[data-short]", HTMLElement, form).dataset.short;
  const [unsettled] = all("#unsettled");
  if (unsettled) {
    unsettled.hidden = !money;
    byId("settle-for").textContent = money;
  }
  const night = form.querySelector("[name=night]:checked");
  const where = night instanceof HTMLInputElement && (night.value ? "with the club" : "without the club");
  const terms = [variant, unsettled ? "" : money.replaceAll(" ", "\u00a0"), where, whoPlays()];
  byId("meaning").textContent = terms.filter(Boolean).join(" · ");
  keepHere(filled().toString());
  byId("start-word").textContent = signature() === first ? "Same again" : "Start the game";
}

/**
 * The buttons that do not need the server, by the first word of their values.
 * @type {Record<string, (rest: string) => void>}
 */
const acts = {
  seat: toggle,
  look: addNewcomer,
  up: (seat) => move(Number(seat), Number(seat) - 1),
  down: (seat) => move(Number(seat), Number(seat) + 1),
  more: () => step(true),
  less: () => step(false),
};

/** Return all that the form holds. */
const filled = () => new URLSearchParams([...new FormData(form)].map(([name, text]) => [name, String(text)]));

/**
 * Put a form that the server has drawn in the place of this one, with what was typed since it was asked.
 * @param {HTMLFormElement} fresh
 * @param {URLSearchParams} sent what the form held then
 */
function replace(fresh, sent) {
  const typed = [...filled()].filter(([name, text]) => text !== sent.get(name));
  const active = document.activeElement;
  const at = active instanceof HTMLInputElement ? active.selectionStart : null;
  required(".headed", HTMLElement, fresh).replaceWith(required(".headed", HTMLElement, form));
  form.replaceWith(fresh);
  form = fresh;
  for (const [name, text] of typed) {
    const kept = field(name);
    if (kept && !["hidden", "checkbox"].includes(kept.type)) kept.value = text;
  }
  begin();
  if (active instanceof HTMLButtonElement) {
    buttonOf(active.value)?.focus();
  } else if (active instanceof HTMLInputElement) {
    const again = field(active.name);
    again?.focus();
    if (again && at !== null) again.setSelectionRange(at, at);
  }
}

/** The last answer that is waited for: whether it came. What is asked meanwhile waits for it. */
let answered = Promise.resolve(true);
let waiting = 0;

/**
 * Let the server draw the form anew.
 * @param {string} act what a button of the form does
 * @param {URLSearchParams} [body] what the form holds
 */
function askServer(act, body) {
  waiting += 1;
  answered = answered.then(() => ask(act, body)).finally(() => (waiting -= 1));
}

/** @type {(act: string, body?: URLSearchParams) => Promise<boolean>} */
async function ask(act, body) {
  const sent = filled();
  const asked = new URLSearchParams(body ?? sent);
  asked.set("do", act);
  asked.set("csrf_token", textOf("csrf_token"));
  try {
    const answer = await fetch(form.action, { method: "POST", body: asked });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    replace(required("#new", HTMLFormElement, page), sent);
    return true;
  } catch {
    say(UNREACHABLE);
    return false;
  }
}

/** @param {Event} event */
function press(event) {
  const button = event.target instanceof Element ? event.target.closest("button[name=do]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const [verb, ...rest] = button.value.split(":");
  if (verb === "rules") return; // a page of its own
  event.preventDefault();
  if (verb in acts) {
    acts[verb](rest.join(":"));
    update();
  } else {
    askServer(button.value);
  }
}

/**
 * Let Enter add the new name, or go to the next field.
 * @param {KeyboardEvent} event
 */
function pressEnter(event) {
  const { key, target } = event;
  if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (target.id === "newcomer") {
    addNewcomer();
    update();
  } else {
    const fields = all("input:not([type=hidden])").filter((each) => each.offsetParent);
    (fields[fields.indexOf(target) + 1] ?? target).focus();
  }
}

function begin() {
  first = form.dataset.same === "yes" ? signature() : "";
  form.addEventListener("click", press);
  form.addEventListener("keydown", pressEnter);
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (waiting) {
      // What was tapped before is not in the form yet; without an answer nothing begins otherwise.
      event.preventDefault();
      if (!(submitter instanceof HTMLButtonElement)) return;
      answered.then((came) => came && (submitter.isConnected ? submitter : buttonOf(submitter.value))?.click());
      return;
    }
    if (textOf("newcomer")) addNewcomer();
    // A game that is begun is not filled in again.
    if (submitter instanceof HTMLButtonElement && !submitter.name) keepHere("");
  });
  update();
}

begin();
// The browser forgets what scripts filled in when the page is loaded again, or come back to.
const [way] = performance.getEntriesByType("navigation");
if (kept && way instanceof PerformanceNavigationTiming && way.type !== "navigate") {
  askServer("look", new URLSearchParams(kept));
}
// A page that comes back from the browser's memory has its fields filled, and not yet the words.
addEventListener("pageshow", (event) => event.persisted && update());
