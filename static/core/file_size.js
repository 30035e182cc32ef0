/** Says that a file is too large before it is sent, since such a post is not read, and what was typed would be lost. */

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
  const isTooLarge = [...target.files ?? []].some(({ size }) => size > Number(target.dataset.mostBytes));
  target.setCustomValidity(isTooLarge ? target.dataset.tooLarge ?? "" : "");
  target.reportValidity();
});
