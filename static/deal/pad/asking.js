/** Asks the server what the text of a line means: only it knows the words. No text is ever part of an address. */

/**
 * What was heard of a hand: cards in the notation, sums and flags.
 * @typedef {object} Facts
 * @property {string[]} [melds]
 * @property {string} [in_hand]
 * @property {string} [cards] those of a gin hand
 * @property {string} [deadwood]
 * @property {number} [melded_points]
 * @property {number} [in_hand_points]
 * @property {number} [deadwood_points]
 * @property {true} [out]
 * @property {true} [concealed]
 * @property {boolean} [instead] whether it takes the place of the cards that are in
 */
/**
 * A piece of the text, letter by letter; `chatter` has no word of a hand. In a text about a whole deal it is of the
 * player in a `seat`, and has the `of` of its entry in `told`, or makes it unclear whose cards are whose: a name that
 * is not known, or not entered here.
 * @typedef {Facts & {
 *   said: string, asked?: Facts[], unread?: true, chatter?: true, why?: string, seat?: number, of?: number,
 *   isAstray?: true, isElsewhere?: boolean
 * }} Part
 */
/**
 * What a text means, part by part; `leads` are the words before each part that say whether it is melded or left.
 * @typedef {object} Answer
 * @property {Part[]} parts
 * @property {string[]} leads
 * @property {string} line the line in which it was read: "melds", "hand" or "gin"
 * @property {string} [command] what the whole text asks the page to do
 * @property {string} [text] what was added before and is corrected, with its correction
 * @property {Told[]} [told] what is said of each player by name, if it is a text about a whole deal
 */

/** @typedef {{ seat: number, of: number, text: string }} Told of one player; `of` marks its parts */
/**
 * What the server answers to a text that names players: what is said of each, and what makes unclear whose it is.
 * @typedef {Answer & { text: string }} Own
 * @typedef {{ players: Record<string, Own>, unread: string[], upcard?: Own }} ByName
 */

/** Milliseconds until no answer is expected any more. */
const PATIENCE = 5000;
const TOO_MUCH = 429;
const OUT_OF_REACH = "It will be read as soon as the network is back; the keys still work.";
const LOST = "Nothing can be read on this page any more: reload it. The keys still work.";

/**
 * Return the answer of the server, else why there is none, and whether to ask again.
 * @param {HTMLElement} place the pad, which has the address
 * @param {string} text
 * @param {string[]} lines the first of these that understands it counts
 * @param {string} before what was said of this hand and added last: the text may correct it
 * @param {string} own the player in whose line it stands
 * @returns {Promise<{ answer: Answer | ByName } | { why: string, isLost: boolean }>}
 */
export async function ask({ dataset }, text, lines, before, own) {
  const body = new URLSearchParams({ csrf_token: dataset.secret ?? "", text, before, own, for: lines.join(" ") });
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const reply = await fetch(dataset.hear ?? "", {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      signal,
    });
    const found = await reply.json();
    const { parts = [], leads = [], line = lines[0], command, text: whole } = found;
    if (reply.ok && found.players) return { answer: found };
    if (reply.ok && (command || found.parts)) return { answer: { parts, leads, line, command, text: whole } };
    if (reply.status === TOO_MUCH) return { why: found.text, isLost: false };
    if (reply.status >= 400 && reply.status < 500 && found.text) return { why: LOST, isLost: true };
  } catch {
    // The server is out of reach, or something else answers in its place.
  }
  return { why: OUT_OF_REACH, isLost: false };
}
