/** Fits names on a TV: each is as large as it can be in full. */

/** How much smaller than its full size a long name may become, and by which steps. */
const SMALLEST = 0.45;
const STEP = 0.05;

/**
 * Make a name as large as it can be with no word broken, as high as "lines" of its full size.
 * Where even the smallest size is too large for a word, the style breaks it. Return the part of its full size.
 * @param {HTMLElement} name
 */
export function fitName(name) {
  name.classList.add("fitted");
  name.style.removeProperty("--fit-name");
  const style = getComputedStyle(name);
  const height = (Number(style.getPropertyValue("--lines")) + 0.1) * parseFloat(style.lineHeight);
  const isTooLarge = () => name.scrollWidth > name.clientWidth || name.scrollHeight > height;
  let size = 1;
  while (isTooLarge() && size > SMALLEST) {
    size -= STEP;
    name.style.setProperty("--fit-name", size.toFixed(2));
  }
  if (isTooLarge()) name.classList.remove("fitted");
  return size;
}
