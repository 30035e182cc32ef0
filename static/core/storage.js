/**
 * Keeps texts in the browser's storage, by name. A browser may refuse its storage: then nothing is
 * kept and nothing is found, and the page works without.
 */

/**
 * @template Value
 * @param {() => Value} act
 * @param {Value} otherwise what to return where the storage is refused
 */
export function attempt(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** Return the names of all texts. */
export const names = () => attempt(() => Object.keys(localStorage), []);

/**
 * Return a text, or null if there is none.
 * @param {string} name
 * @returns {string | null}
 */
export const load = (name) => attempt(() => localStorage.getItem(name), null);

/**
 * Return a value that was saved as JSON, or null if there is none or it cannot be read.
 * @param {string} name
 */
export const loadValue = (name) => attempt(() => JSON.parse(load(name) ?? "null"), null);

/**
 * Keep a text; return whether the browser does.
 * @param {string} name
 * @param {string} text
 */
export const save = (name, text) =>
  attempt(() => {
    localStorage.setItem(name, text);
    return true;
  }, false);

/**
 * Keep a value as JSON; return whether the browser does.
 * @param {string} name
 * @param {unknown} value
 */
export const saveValue = (name, value) => save(name, JSON.stringify(value));

/** @param {string} name */
export const remove = (name) => attempt(() => localStorage.removeItem(name), undefined);
