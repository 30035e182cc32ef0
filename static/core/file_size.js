/** Says of a file that it is too large before it is sent, since nothing of such a post is read or comes back. */

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
  const isTooLarge = [...target.files ?? []].some(({ size }) => size > Number(target.dataset.mostBytes));
  target.setCustomValidity(isTooLarge ? target.dataset.tooLarge ?? "" : "");
  target.reportValidity();
});
