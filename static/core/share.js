/** Copies and shares what a field holds: the address of a link, or a result as text. */

import { all, required } from "./page.js";

/** @param {HTMLElement} button */
const fieldOf = (
  button,
) => /** @type {HTMLInputElement | HTMLTextAreaElement} */ (required(`#${button.dataset.of}`, HTMLElement));

/**
 * Copy what a field holds. By plain http a page has no clipboard, but may copy what is selected.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
async function copy(field) {
  if (navigator.clipboard) return await navigator.clipboard.writeText(field.value);
  field.select();
  if (!document.execCommand("copy")) throw new Error("The browser does not copy.");
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
const contentOf = ({ value }) => (/^https?:\S+$/.test(value) ? { url: value } : { text: value });

for (const button of all("button[data-copy]")) {
  const field = fieldOf(button);
  field.addEventListener("focus", () => field.select());
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copy(field).then(() => "Copied", () => "Select it and copy");
    button.textContent = done;
  });
}

for (const button of all("button[data-share]")) {
  // Phones have it over HTTPS only.
  button.hidden = !("share" in navigator);
  button.addEventListener("click", () => {
    // deno-lint-ignore oldest/lacks
    navigator.share({ title: document.title, ...contentOf(fieldOf(button)) }).catch(() => {});
  });
}
