/** Copies an address, if the browser allows it: for a page by plain http it does not. */

import { required } from "../core/page.js";

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("button[data-copy]");
for (const button of buttons) {
  const field = required(`#${button.dataset.copy}`, HTMLInputElement);
  field.addEventListener("focus", () => field.select());
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  });
}
