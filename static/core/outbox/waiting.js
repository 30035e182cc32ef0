/** Draws what stands in place of a deal's form while the deal waits to be sent. */

import { element } from "../elements.js";
import { required } from "../page.js";
import { hasWorker } from "./kept_page.js";
import { itemName, review, reviewWords } from "./notice.js";
import { announceChange, findItem, savedLike } from "./store.js";

/** @import { Item } from "./store.js" */

/** @type {HTMLElement | null} */
let panel = null;

/**
 * Say how it stands with an item: it waits, is refused, is with the server or was discarded.
 * @param {Item} item
 * @param {Item | undefined} now
 * @param {unknown} receipt
 */
function stateWords(item, now, receipt) {
  const name = itemName(item);
  if (now?.refused) return `${name} was not saved: ${now.refused.text}`;
  if (now) return `${name} is kept on this phone.`;
  if (!receipt) return `${name} is no longer kept here.`;
  return item.hand ? `${name} is in.` : `${name} is saved.`;
}

/** @type {(form: HTMLFormElement, item: Item, enterNext: () => void) => void} */
export function showWaiting(form, item, enterNext) {
  form.dispatchEvent(new Event("kept"));
  form.hidden = true;
  const head = element("h2", { tabindex: -1 });
  const about = element("p", { class: "quiet" });
  const see = element("a");
  const go = element("button", { class: "main" });
  const foot = element("div", { class: "foot" }, see, go);
  // A form that the server sent back is filled with this deal, and a reset would not empty it.
  const hasNext = item.isNew && !("returned" in form.dataset) && !(item.number >= Number(form.dataset.deals));
  const draw = () => {
    const [now, saved] = [findItem(item.id), savedLike(item)];
    const receipt = !now && saved?.id === item.id ? saved : null;
    head.textContent = stateWords(item, now, receipt);
    const waits = now && !now.refused;
    about.textContent = waits ? "It will be sent automatically as soon as the server answers." : "";
    const look = reviewWords(now?.refused);
    go.textContent = look || `Enter deal ${item.number + 1}`;
    go.onclick = async () => {
      go.disabled = true; // a second tap would press what the button has become by then
      await (look ? review(item.id) : enterNext());
      go.disabled = false;
    };
    go.hidden = !look && !hasNext;
    // Without a worker the sheet cannot be opened before the server answers.
    see.hidden = Boolean(waits) && !hasWorker();
    foot.hidden = see.hidden && go.hidden;
    see.textContent = !receipt ? "Score sheet" : item.hand ? `See deal ${item.number}` : "Show the score";
    see.className = go.hidden ? "main" : "second";
    see.href = receipt ? receipt.see : `${item.game}/`;
  };
  draw();
  addEventListener("outbox", draw);
  const state = element("section", { class: "leaf told", "aria-live": "polite" }, head, about);
  panel = element("div", { class: "kept" }, state, foot);
  required("#content", HTMLElement).append(panel);
  announceChange();
  head.focus();
}

/** @param {HTMLFormElement} form */
export function hideWaiting(form) {
  panel?.remove();
  document.querySelector("#outbox details")?.removeAttribute("open");
  form.hidden = false;
}
