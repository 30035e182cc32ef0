/** One hand alone, on its player's own phone: `only` is its seat, and nobody else's is entered. */

/** The answer that somebody else ended the deal. */
const OTHER = "other";

/** Why a key has nothing to do with this seat; nothing where its hand is entered here. */
export const whyElsewhere = ({ table }, seat) =>
  isAlone(table) && table.only !== Number(seat)
    ? { text: `Only ${table.players[table.only]}’s hand is entered here.` }
    : null;

export const isAlone = (table) => table.only !== undefined;

/** Whether a gin table is asked for the upcard now; of one hand, who ended the deal tells it. */
export const asksUpcard = ({ table, up, ending }) =>
  table.suited && !up && !(isAlone(table) && (ending === null || ending === OTHER));

/** Whether it is time to ask who ended the deal. */
export const asksEnding = ({ table, up, ending }) =>
  ending === null && (!table.suited || isAlone(table) || up !== null);

/** Why no card can be laid at a gin table yet; nothing once it can. */
export function whyNoCard({ by, ending }) {
  if (by !== null || ending === OTHER) return null;
  return { text: ending ? "A dead deal needs no cards." : "Say who knocked first." };
}

/** Who ended the deal, where it was none of those who are entered here. */
export function nobodyWords({ table, ending }) {
  if (ending === null) return "?";
  const words = table.ending_words[table.endings.indexOf(ending)];
  return isAlone(table) ? words.toLowerCase() : "nobody";
}

/** Those who may have ended the deal, each with the words of the key. */
export const answersOf = (table, seats) =>
  isAlone(table) ? [[table.only, table.ending_words[0]]] : seats.map((seat) => [seat, table.players[seat]]);
