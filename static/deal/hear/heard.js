/** What was heard: the readings of a piece of the text, and what two of them differ in. */

/** @typedef {[string, any][]} Heard facts of a hand: `LaidCards`, points, true of a flag, null where it has no cards */
/** @typedef {{ start: number, end: number, readings: Heard[] }} Piece words from one place to another */

/** A piece with more readings is marked. */
export const MOST_READINGS = 4;

/** @type {(heard: Heard) => string[]} */
export const cardsOf = (heard) => heard.flatMap(([, value]) => value?.cards ?? []);

/**
 * Return what two readings differ in if they differ: a card, a point or a flag.
 * @param {Heard} heard
 */
export function meaningOf(heard) {
  /** @type {Record<string, any>} */
  const byFact = {};
  let points = 0;
  for (const [name, value] of heard) {
    if (value === null) continue;
    if (value.cards) {
      byFact[name] = [...byFact[name] ?? [], ...value.cards].sort();
      points += value.points;
    } else byFact[name] = value;
  }
  return JSON.stringify([points, Object.entries(byFact).sort(([one], [other]) => one < other ? -1 : 1)]);
}
