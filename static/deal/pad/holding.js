/** Notices a key that is held down. */

const LONG_PRESS = 450;

/**
 * Do something where a key is held down.
 * @param {HTMLElement} place
 * @param {(event: Event) => (() => void) | null} whatToDo what a long press of the touched key does; null for nothing
 * @returns {() => boolean} tells whether the click that follows only ends a long press
 */
export function watchHolding(place, whatToDo) {
  let timer = 0;
  let wasLong = false;
  place.addEventListener("pointerdown", (event) => {
    wasLong = false;
    clearTimeout(timer);
    const hold = whatToDo(event);
    if (!hold) return;
    timer = setTimeout(() => {
      wasLong = true;
      hold();
    }, LONG_PRESS);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    place.addEventListener(name, () => clearTimeout(timer));
  }
  return () => {
    const isEnd = wasLong;
    wasLong = false;
    return isEnd;
  };
}
