/** The night board: a tap on somebody who waits changes who is chosen, and leaves no page behind to go back to. */

document.addEventListener("click", (event) => {
  const chip = event.target instanceof Element ? event.target.closest("a[data-chip]") : null;
  if (!(chip instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  location.replace(chip.href);
});
