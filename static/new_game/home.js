// The new game on the phone itself: seats by taps and by dragging, stake by steps, words that follow.
// Every button also works by itself, through the server.
import { watchLook } from "../core/theme.js";
import { moneyWords, nextStep } from "./stake.js";
import { watchGrips } from "./seats.js";

const OUT_OF_REACH = "The server is out of reach. What you typed is still here.";
let form;
let first;

const all = (selector) => [...form.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const inputs = () => all(".seat input");
const names = () => inputs().map((input) => input.value.trim());
const seated = () => names().filter(Boolean);
const field = (name) => form.elements.namedItem(name);

function seatAll(list) {
  inputs().forEach((input, seat) => (input.value = list[seat] ?? ""));
}

function toggle(name) {
  const now = seated();
  if (now.includes(name)) {
    seatAll(now.filter((each) => each !== name));
  } else if (now.length === inputs().length) {
    byId("say").textContent = `All ${now.length} seats are taken. Tap a name to free one.`;
    return;
  } else {
    seatAll([...now, name]);
  }
  byId("say").textContent = "";
}

function addNewcomer() {
  const typed = field("newcomer");
  const name = typed.value.trim().replace(/\s+/g, " ");
  typed.value = "";
  if (!name) return;
  if (!all("[data-name]").some((chip) => chip.dataset.name === name)) {
    const chip = document.createElement("button");
    Object.assign(chip, { className: "chip", name: "do", value: `seat:${name}` });
    chip.formNoValidate = true;
    chip.dataset.name = name;
    const words = document.createElement("span");
    words.textContent = name;
    chip.append(document.createElement("b"), words);
    form.querySelector(".more").before(chip);
  }
  if (!seated().includes(name)) toggle(name);
  typed.focus();
}

function move(from, to) {
  const list = names();
  const [name] = list.splice(from, 1);
  list.splice(to, 0, name);
  seatAll(list);
  sync();
}

function stake() {
  return moneyWords(field("stake-amount").value, field("stake-currency").value, field("stake-per").value);
}

function step(up) {
  const { steps, digits } = form.querySelector(".stake").dataset;
  const amount = field("stake-amount");
  amount.value = nextStep(amount.value, steps.split(" ").map(Number), Number(digits), up);
}

function differences() {
  const printed = JSON.parse(form.querySelector(".rules").dataset.printed);
  return Object.entries(printed).flatMap(([name, value]) => {
    const now = field(name);
    if (!now || now.value.trim() === value) return [];
    const words = now.selectedOptions?.[0].text ?? (now.value.trim() || "off");
    return [`${now.labels[0].textContent}: ${words}`];
  });
}

function signature() {
  const options = all("[name^=options-], [name^=stake-], [name=variant]").map((each) => each.value.trim());
  return JSON.stringify([seated(), options]);
}

function sync() {
  const now = seated();
  for (const chip of all("[data-name]")) {
    const seat = now.indexOf(chip.dataset.name) + 1;
    chip.setAttribute("aria-pressed", String(seat > 0));
    chip.querySelector("b").textContent = seat || "";
  }
  const waiting = all("[data-name]").map((chip) => chip.dataset.name);
  field("others").value = waiting.filter((name) => !now.includes(name)).join("\t");
  all("[data-spare]").forEach((row, index) => {
    row.hidden = now.length < 4 + index && !row.querySelector("input").value;
  });
  const money = stake();
  const [amount, per] = (money || "none").split(" per ");
  byId("stake").firstChild.data = amount;
  byId("stake").lastChild.textContent = per ? ` per ${per}` : "";
  const house = byId("house");
  house.dataset.printed ??= house.textContent.startsWith("As printed") ? house.textContent : "As printed.";
  const differs = differences();
  house.textContent = differs.length ? `Differs: ${differs.join("; ")}.` : house.dataset.printed;
  const variant = form.querySelector("[data-short]").dataset.short;
  byId("meaning").textContent = [now.join(", "), variant, money].filter(Boolean).join(" · ");
  byId("start-word").textContent = signature() === first ? "Same again" : "Start the game";
}

// What the phone does by itself; anything else the server does.
const acts = {
  seat: (name) => toggle(name),
  look: () => addNewcomer(),
  up: (seat) => move(Number(seat), Number(seat) - 1),
  down: (seat) => move(Number(seat), Number(seat) + 1),
  more: () => step(true),
  less: () => step(false),
};

async function askServer(button) {
  const body = new URLSearchParams(new FormData(form));
  body.set("do", button.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("new");
    if (!fresh) throw new Error(answer.status);
    const heading = form.querySelector(".headed");
    const id = document.activeElement?.value;
    fresh.querySelector(".headed").replaceWith(heading);
    form.replaceWith(fresh);
    begin();
    all("button").find((each) => each.value === id)?.focus();
  } catch {
    byId("say").textContent = OUT_OF_REACH;
  }
}

function press(event) {
  const button = event.target.closest("button[name=do]");
  if (!button) return;
  event.preventDefault();
  const [verb, ...about] = button.value.split(":");
  if (verb in acts) {
    acts[verb](about.join(":"));
    sync();
  } else {
    askServer(button);
  }
}

function enter(event) {
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  if (event.target.id === "newcomer") {
    addNewcomer();
    sync();
  } else {
    const fields = all("input:not([type=hidden])").filter((each) => each.offsetParent);
    (fields[fields.indexOf(event.target) + 1] ?? event.target).focus();
  }
}

function begin() {
  form = byId("new");
  first = form.dataset.same === "yes" ? signature() : null;
  form.addEventListener("click", press);
  form.addEventListener("keydown", enter);
  form.addEventListener("input", sync);
  form.addEventListener("submit", () => field("newcomer")?.value && addNewcomer());
  watchGrips(form, move);
  sync();
}

begin();
// A page that comes back from the browser's own memory shows what was typed then.
addEventListener("pageshow", (event) => event.persisted && sync());
const looks = byId("look");
if (looks) watchLook(looks);
