/** The night board: a tap chooses who waits, and adds no page to the history; a newcomer's field comes into view. */

document.addEventListener("click", (event) => {
  const chip = event.target instanceof Element ? event.target.closest("a[data-chip]") : null;
  if (!(chip instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  location.replace(chip.href);
});

// The field of + Person opens below the button, and often under the bar at the foot.
document.addEventListener("toggle", ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || target.id !== "newcomer" || !target.open) return;
  target.querySelector("input")?.focus();
}, true);
