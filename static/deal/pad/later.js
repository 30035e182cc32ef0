/** Loads the script that draws what is not there from the start. */

/** @typedef {typeof import("./seldom.js").SELDOM} Seldom */

/** @type {Seldom | null} */
let loaded = null;

/** Return what that script draws, or null until it is loaded. */
export const seldomNow = () => loaded;

/**
 * Load it; throw if the server is out of reach.
 * @param {HTMLElement} place the pad, which knows the address
 */
export async function loadSeldom(place) {
  loaded ??= (await import(place.dataset.seldom ?? "")).SELDOM;
}
