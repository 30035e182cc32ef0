/**
 * Keeps deals, single hands and payments in the browser's storage until the server has them. Each is a text of its own,
 * so two tabs never write the same one. Of each game the last saved deal is kept too: a deal that was
 * entered after it takes its version from there.
 */

import { loadValue, names, remove, save, saveValue } from "../storage.js";

/**
 * A deal that waits to be sent, or that the server refused.
 * @typedef {object} Item
 * @property {string} id the entry id of its form
 * @property {string} game the game's path by the link that opened it: "/game/KEY"
 * @property {string} [table] the table, the same by every link; a payment has none
 * @property {string} action the path that the form is posted to
 * @property {string} [name] what a payment says; a deal has none
 * @property {string} [hand] whose hand it is, and of which deal, if it is not a whole deal: "Your hand in deal 3"
 * @property {string} [page] the path of the form's page, if it is another one than that of its action
 * @property {number} number the deal's number, from 1
 * @property {boolean} isNew false for a correction
 * @property {[string, string][]} fields the form's names and texts
 * @property {number} version the version of the game when it was entered
 * @property {string | null} after the id of the waiting deal after which it was entered
 * @property {number} at when it was entered (milliseconds since 1970)
 * @property {Refusal | null} refused
 */
/** @typedef {Item & { key: string }} StoredItem An item with its name in the storage. */
/**
 * @typedef {{ status: number, text: string, way?: string }} Refusal The server's HTTP status and its sentence; the
 * words of the way to mend it, if the server has a page for it that its status does not tell.
 */
/** @typedef {{ see: string, version: number }} Receipt The page of a saved deal, and the game's new version. */
/** @typedef {Receipt & { id: string, number: number, isNew: boolean }} SavedDeal */

const ITEM = "outbox:";
const SAVED = "outbox-saved:";
const LOCK = "outbox-lease";
const PROBE = "outbox-probe";
const ROOM = 50000;
const ID_BYTES = 15;
/** Answers of the server: somebody else was faster; something typed is wrong. */
export const CONFLICT = 409;
const WITH_FAULTS = 422;

/** Tell this page that the outbox changed. The browser tells other tabs that the storage changed. */
export const announceChange = () => dispatchEvent(new Event("outbox"));

addEventListener("storage", ({ key }) => (key === null || key.startsWith("outbox")) && announceChange());

/** Return a new entry id. A page by plain http has `getRandomValues` but no `randomUUID`. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Return the game's path, with which every address of the game begins.
 * @param {string} address
 */
export const gameOf = (address) => new URL(address, location.href).pathname.split("/", 3).join("/");

/**
 * What did not fit into a phone's full storage, by the key of the item; else a refused deal would be sent for ever.
 * @type {Map<string, Partial<Item>>}
 */
const unsaved = new Map();

/** Return all items, the oldest first. */
export function items() {
  const keys = names().filter((key) => key.startsWith(ITEM)).sort();
  return keys.flatMap((key) => {
    /** @type {Item | null} */
    const item = loadValue(key);
    return item?.id ? [{ ...item, ...unsaved.get(key), key }] : [];
  });
}

/** Tell whether the browser keeps what a deal may take. */
export function hasRoom() {
  const isKept = save(PROBE, "x".repeat(ROOM));
  remove(PROBE);
  return isKept;
}

/** @param {string} id */
export const findItem = (id) => items().find((item) => item.id === id);

/** @type {(game: string) => SavedDeal | null} */
export const savedOf = (game) => loadValue(SAVED + game);

/**
 * Return what this phone saved last of the kind of an item: other deals come after a deal, but not after a hand.
 * @param {Item} item
 */
export const savedLike = (item) => savedOf(kindOf(item));

/** @param {Item} item */
const kindOf = ({ hand, action, game }) => hand ? action : game;

/**
 * Return the last waiting deal of a game that needs nobody's decision: the next deal comes after it.
 * @param {string} game
 */
export function lastWaiting(game) {
  const sendable = new Set();
  const own = items().filter((item) => item.game === game && !item.hand);
  const waiting = new Set(own.map(({ id }) => id));
  for (const { id, after, refused } of own) {
    const isFree = after === null || !waiting.has(after) || sendable.has(after);
    if (!refused && isFree) sendable.add(id);
  }
  return own.filter(({ id }) => sendable.has(id)).at(-1);
}

/**
 * Keep a deal in place of its older version; return false if the browser refuses its storage.
 * @param {Item} item
 */
export function add(item) {
  const before = items();
  const last = Number(before.at(-1)?.key.split(":")[1] ?? 0);
  const stamp = Math.max(Date.now(), last + 1);
  if (!saveValue(`${ITEM}${stamp}:${item.id}`, item)) return false;
  for (const old of before) {
    const isSame = old.action === item.action && old.number === item.number;
    const isMended = isSame && (old.hand || old.refused?.status === WITH_FAULTS);
    if (old.id === item.id || isMended) remove(old.key);
  }
  announceChange();
  return true;
}

/**
 * Change what is kept of a deal, if it is still kept.
 * @param {StoredItem} item
 * @param {Partial<Item>} changes
 */
export function update(item, changes) {
  /** @type {Item | null} */
  const now = loadValue(item.key);
  if (now && !saveValue(item.key, { ...now, ...changes })) {
    unsaved.set(item.key, { ...unsaved.get(item.key), ...changes });
  }
  announceChange();
}

/** @type {(item: StoredItem, receipt: Receipt) => void} notes that the server has a deal, and removes it */
export function noteSaved(item, { see, version }) {
  const receipt = { id: item.id, number: item.number, isNew: item.isNew, version, see };
  if (!saveValue(SAVED + kindOf(item), receipt)) {
    remove(item.key); // which makes room
    saveValue(SAVED + kindOf(item), receipt);
  }
  if (!item.hand) dropHands(item.game, item.number);
  remove(item.key);
  remove(draftsAt(item) + item.id);
  announceChange();
}

/**
 * Remove the hands that were refused for their cards, of deals that are scored without them.
 * @param {string} game
 * @param {number} last the number of the last deal that is scored
 */
export function dropHands(game, last) {
  for (const item of items()) {
    const isOver = item.game === game && item.hand && item.number <= last;
    if (isOver && item.refused?.status === WITH_FAULTS) remove(item.key);
  }
}

/**
 * Remove a deal that is not to be sent. Deals that were entered after it are sent in its place, or after `version`.
 * @param {StoredItem} item
 * @param {number} [version]
 * @returns {() => void} puts everything back
 */
export function drop(item, version) {
  const followers = items().filter(({ after }) => after === item.id);
  const before = [item, ...followers].map(({ key, ...rest }) => ({ key, rest }));
  const drafts = draftsOf(item).map((key) => ({ key, rest: loadValue(key) }));
  const base = version ? { after: null, version } : { after: item.after, version: item.version };
  for (const follower of followers) update(follower, base);
  for (const { key } of [item, ...drafts]) remove(key);
  announceChange();
  return () => {
    for (const { key, rest } of [...before, ...drafts]) saveValue(key, rest);
    announceChange();
  };
}

/** @param {Item} item */
const draftsAt = ({ action, game, table }) => `${action.replace(game, `pad:${table}`)}#`;

/** @type {(item: Item) => string[]} the names of the pad's drafts of a deal, of all its parts and versions */
function draftsOf(item) {
  const [place, called] = [draftsAt(item), new RegExp(`^(${item.id}|${item.number})([.-]|$)`)];
  return names().filter((name) => name.startsWith(place) && called.test(name.slice(place.length)));
}

// --- one tab sends at a time --------------------------------------------------------------------

const ownTab = newId();

/** @returns {{ owner: string, until: number } | null} */
const lock = () => loadValue(LOCK);

/**
 * Take or renew the lock that allows one tab to send; return false while another tab has it. A lock that would last
 * longer than any can is from a time when the phone's clock was wrong. Without room for a lock every tab sends: the
 * server takes each deal once.
 * @param {number} milliseconds how long the lock lasts if this tab is closed
 */
export function takeLock(milliseconds) {
  const held = lock();
  const left = held && held.owner !== ownTab ? held.until - Date.now() : 0;
  if (left > 0 && left <= milliseconds) return false;
  const isKept = saveValue(LOCK, { owner: ownTab, until: Date.now() + milliseconds });
  return !isKept || lock()?.owner === ownTab;
}

/** Release the lock, if this tab has it. */
export function releaseLock() {
  if (lock()?.owner === ownTab) remove(LOCK);
}
