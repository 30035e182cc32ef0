/** Who sits the deal out: all that is then told of a hand. */

const FEWEST_PLAYING = 2;

/** Whether a player sits this deal out. */
export const isAway = (hand) => hand.mode === "away";

/** Why the player at hand cannot sit out; nothing if that can be. */
export function whyNotAway({ table, hands, by, seat }) {
  const name = table.players[seat];
  if (!table.fields.includes("sat_out")) return { text: "Everybody plays here." };
  if (by === seat) return { text: `${name} went out, and so took part.` };
  const others = hands.filter((hand, other) => other !== seat && !isAway(hand));
  return others.length < FEWEST_PLAYING ? { text: "Two at least have to play." } : null;
}

/** Why a key has nothing to do with the player in a seat; nothing where that player takes part. */
export const whyAway = ({ table, hands }, seat) =>
  isAway(hands[seat]) ? { text: `${table.players[seat]} sits out this deal.` } : null;

/** The first seat of those who take part. */
export const firstPlaying = ({ table, hands }) => table.only ?? Math.max(0, hands.findIndex((hand) => !isAway(hand)));
