/** Looks at a list at once: a file that is dropped on the page, and columns that were given another meaning. */

const form = document.getElementById("list");
const file = document.getElementById("file");

/** @param {DragEvent} event */
function drop(event) {
  const dropped = event.dataTransfer?.files;
  if (!dropped?.length || !(file instanceof HTMLInputElement) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  file.files = dropped;
  file.dispatchEvent(new Event("change", { bubbles: true }));
  form.requestSubmit();
}

document.addEventListener("dragover", (event) => {
  // Else the browser would open the file in place of the page.
  if (file && event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", drop);
form?.addEventListener("change", ({ target }) => {
  const look = document.getElementById("look");
  const name = target instanceof HTMLElement ? target.getAttribute("name") ?? "" : "";
  if (/^(column-|header$|member$|order$|sheet$|last_first$)/.test(name)) look?.click();
});
