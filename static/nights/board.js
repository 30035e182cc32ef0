/** The night board: a tap on a waiting person chooses them or not, and adds no page to the browser's history. */

document.addEventListener("click", (event) => {
  const chip = event.target instanceof Element ? event.target.closest("a[data-chip]") : null;
  if (!(chip instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  location.replace(chip.href);
});
