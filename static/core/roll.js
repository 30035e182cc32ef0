/**
 * Offers names of the club's list while one is typed: a chip for each that begins like it, the latest players first.
 * The names stand in the page as the options of a datalist, which a browser without scripts offers by itself.
 */

import { element } from "./elements.js";

const LIST = "roll";
const MOST_OFFERED = 6;

/** @param {string} text */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/**
 * Return the names that begin with what was typed, then those in which another word does.
 * @param {string[]} names
 * @param {string} typed
 */
function namesFor(names, typed) {
  const wanted = folded(typed);
  if (!wanted) return [];
  const first = names.filter((name) => folded(name).startsWith(wanted));
  const rest = names.filter((name) => folded(name).split(/\s+/).slice(1).some((word) => word.startsWith(wanted)));
  return [...new Set([...first, ...rest])].slice(0, MOST_OFFERED);
}

/**
 * Return the field that an event is about, if names are offered there.
 * @param {Event} event
 */
function fieldOf({ target }) {
  if (!(target instanceof HTMLInputElement)) return null;
  if (target.getAttribute("list") === LIST) {
    // The browser's own list would lie over the chips.
    target.removeAttribute("list");
    target.dataset.roll = "";
  }
  return "roll" in target.dataset ? target : null;
}

/** @param {HTMLInputElement} field */
function chipsOf(field) {
  const line = field.closest(".beside") ?? field;
  const next = line.nextElementSibling;
  if (next?.matches(".offered")) return next;
  const made = element("div", { class: "chips offered" });
  line.after(made);
  return made;
}

/** @type {(field: HTMLInputElement, name: string) => void} */
function take(field, name) {
  field.value = name;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field.dataset.adds) document.getElementById(field.dataset.adds)?.click();
}

/** @param {Event} event */
function offer(event) {
  const field = fieldOf(event);
  if (!field) return;
  const list = document.getElementById(LIST);
  const names = list instanceof HTMLDataListElement ? [...list.options].map((option) => option.value) : [];
  const typed = [...field.form?.elements ?? []].map((each) =>
    each instanceof HTMLInputElement ? each.value.trim() : ""
  );
  const free = names.filter((name) => !typed.includes(name));
  const chips = namesFor(free, field.value).map((name) => {
    const chip = element("button", { type: "button", class: "chip" }, element("span", {}, name));
    // The field keeps the focus, so that the keyboard of a phone stays where it is.
    chip.addEventListener("pointerdown", (press) => press.preventDefault());
    chip.addEventListener("click", () => take(field, name));
    return chip;
  });
  chipsOf(field).replaceChildren(...chips);
}

/** @param {FocusEvent} event */
function leave(event) {
  const field = fieldOf(event);
  if (!field) return;
  const chips = chipsOf(field);
  if (!(event.relatedTarget instanceof Node && chips.contains(event.relatedTarget))) chips.replaceChildren();
}

/**
 * Go on in the field that was unfolded to add somebody, which else would stand behind the foot of the page.
 * @param {Event} event
 */
function enterUnfolded({ target }) {
  const part = target instanceof Element ? target.closest("summary")?.parentElement : null;
  /** @type {HTMLInputElement | null | undefined} */
  const field = part?.querySelector("[data-adds]");
  if (field) setTimeout(() => field.focus());
}

document.addEventListener("click", enterUnfolded);
document.addEventListener("focusin", offer);
document.addEventListener("input", offer);
document.addEventListener("focusout", leave);
