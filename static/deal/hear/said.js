/** The cards that a phrase says, before anybody knows which of the pack they can be. */

/**
 * A card as it was said; a wild one may have the `name` of the card that it stands for. One that is `added` ("and a
 * deuce") has no place of its own in its run.
 * @typedef {{ rank: number, suit?: string, colour?: string, name?: string, added?: boolean }} SaidCard
 */
/**
 * Cards that were said together: a set, a run, or in hand, without a `kind`. A meld that was taken back is empty.
 * @typedef {object} SaidCards
 * @property {string} kind
 * @property {SaidCard[]} cards
 * @property {string} [suit]
 * @property {boolean} [isRange]
 * @property {boolean} [lacksNumber] true of a plural without one
 * @property {boolean} [isWeak] whether another way to understand the same words comes first
 * @property {SaidCard[]} added wild cards said after a run
 */

export const SIGNS = "*A23456789TJQK";
/** The rank of a card that was only said to be wild. */
export const ANY_WILD = -1;
export const ACE_HIGH = 14;

/** @type {(rank: number, suit?: string, colour?: string) => SaidCard} */
export const saidCard = (rank, suit, colour) => ({ rank, suit, colour });

/** @param {SaidCard} card */
export const isWildRank = ({ rank }) => rank === 0 || rank === 2 || rank === ANY_WILD;
/** @param {SaidCard} card */
export const isPlain = ({ rank }) => rank > 2 || rank === 1;
