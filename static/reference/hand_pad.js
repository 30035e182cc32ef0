/**
 * The pad on the page that counts one hand by itself. It fills the form, which asks the server.
 * Where the hand is counted already its lines are shown, and the keys come when it is to be changed.
 */

import { element } from "../core/elements.js";
import { required } from "../core/page.js";
import { Entry } from "../deal/pad/entry.js";
import { readForm } from "../deal/pad/fields.js";
import { MELDS } from "../deal/pad/meld_kind.js";
import { startPad } from "../deal/pad/pad.js";
import { around } from "../deal/pad/parts.js";

/** @import { Draft, StoredDraft } from "../deal/pad/entry.js" */
/** @import { Kind } from "../deal/pad/state.js" */

/** Keeps the presses in the browser's history alone: they are there when the page is reloaded or gone back to. */
const IN_HISTORY = {
  name: "",
  /** @returns {StoredDraft | null} */
  read: () => Array.isArray(history.state?.presses) ? history.state : null,
  /** @param {Draft} draft */
  write: ({ base, presses, said }) => {
    try {
      history.replaceState({ base, presses, said }, "");
    } catch {
      // Too many within seconds for this browser.
    }
  },
  drop: () => history.replaceState(null, ""),
};

const variants = required("#variant", HTMLElement);
const houseRules = document.querySelector(".folded");
const wasCounted = document.getElementById("counted") !== null;

/** @type {Kind["findBoard"]} with what the hand is counted by folded away at its top */
function findHandBoard(screen) {
  const rules = required(".rules", HTMLElement, screen);
  rules.append(variants, ...houseRules ? [houseRules] : []);
  return MELDS.findBoard(screen);
}

/**
 * Let a link to another variant take along the cards that were entered.
 * @param {Event} event
 */
function takeCards(event) {
  const link = around(event, "a");
  if (!(link instanceof HTMLAnchorElement)) return;
  const texts = readForm(pad.form);
  const address = new URL(link.href);
  for (const name of pad.table.fields) if (texts[name]) address.searchParams.set(name, texts[name]);
  link.href = address.href;
}

/**
 * Follow the link of a problem to the part of the hand that it is about.
 * @param {Event} event
 */
function followProblem(event) {
  const part = around(event, ".note a")?.getAttribute("href")?.slice(1) ?? "";
  if (!pad.isOn || !pad.table.fields.includes(part)) return;
  event.preventDefault();
  pad.act(part === "in_hand" ? part : "melded");
}

/** Put the way back to the keys at the foot of a counted hand, in place of its fields. */
function offerChange() {
  const change = element("button", { type: "button", class: "second change" }, "Change the cards");
  change.addEventListener("click", () => pad.turnOn());
  required(".foot .second", HTMLElement).replaceWith(change);
  required("#typed", HTMLElement).hidden = true;
  required(".offer", HTMLElement, pad.place).hidden = true;
}

const pad = startPad({ ...MELDS, findBoard: findHandBoard }, {
  begin: ({ table }, texts) => new Entry(table, IN_HISTORY, texts, IN_HISTORY.read()),
  waits: wasCounted,
  isLight: true,
});
variants.addEventListener("click", takeCards);
pad.place.addEventListener("click", followProblem);
const rulesKey = element("button", { class: "second small", name: "rules", value: "only" }, "Use these rules");
houseRules?.querySelector("details")?.append(rulesKey);
if (wasCounted && pad.entry.isReadable) offerChange();
