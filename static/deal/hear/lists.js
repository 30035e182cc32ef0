/** Chooses from lists and parts them. */

/**
 * Yield each choice of one value from each list; the last one changes first.
 * @template Value
 * @param {readonly (readonly Value[])[]} lists
 * @param {number} [at]
 * @returns {Generator<Value[]>}
 */
export function* product(lists, at = 0) {
  if (at === lists.length) return yield [];
  for (const each of lists[at]) for (const others of product(lists, at + 1)) yield [each, ...others];
}

/**
 * @template Value
 * @param {Iterable<Value>} values
 * @param {number} most
 */
export function take(values, most) {
  /** @type {Value[]} */
  const found = [];
  for (const each of values) if (found.push(each) >= most) break;
  return found;
}

/**
 * Return the values by their keys, in the order in which the keys came first.
 * @template Value
 * @param {Iterable<Value>} values
 * @param {(value: Value) => unknown} keyOf
 */
export function groupBy(values, keyOf) {
  /** @type {Map<string, Value[]>} */
  const groups = new Map();
  for (const each of values) {
    const name = JSON.stringify(keyOf(each));
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}

/**
 * Return the first value of each key.
 * @template Value
 * @param {Iterable<Value>} values
 * @param {(value: Value) => unknown} [keyOf]
 */
export const firstOfEach = (values, keyOf = (value) => value) => groupBy(values, keyOf).map(([first]) => first);
