/** Removes the problems of a field once the field is changed; the server tells what is still wrong. */

/** @param {Element} place the field, or a group that it belongs to */
function takeBack(place) {
  document.getElementById(`${place.id}-problem`)?.remove();
  place.removeAttribute("aria-invalid");
  for (const link of document.querySelectorAll(`.note[role="alert"] a[href="#${CSS.escape(place.id)}"]`)) {
    const note = link.closest(".note");
    link.closest("li")?.remove();
    if (!note?.querySelector("li")) note?.remove();
  }
}

/** Watch all fields of the page. */
export function watchFields() {
  document.addEventListener("input", ({ target }) => {
    for (let place = target; place instanceof Element && place.localName !== "form"; place = place.parentElement) {
      if (place.id) takeBack(place);
    }
  });
}
