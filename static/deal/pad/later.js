/** Loads the script that draws what is not there from the start. */

/** @typedef {typeof import("./seldom.js").SELDOM} Seldom */

/** @type {Seldom | null} */
let loaded = null;

/** Return what that script draws, or null until it is loaded. */
export const seldomNow = () => loaded;

/** @type {Promise<Seldom> | null} one for all who wait, who then go on in their order */
let loading = null;

/**
 * Load it; throw if the server is out of reach.
 * @param {HTMLElement} place the pad, which knows the address
 */
export async function loadSeldom(place) {
  loading ??= import(place.dataset.seldom ?? "").then(({ SELDOM }) => SELDOM);
  try {
    loaded = await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
}
