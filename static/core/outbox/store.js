/**
 * What the phone keeps until the server has it: one text a deal, so that two tabs never write the
 * same one, and of each game the last deal that was saved, on top of which the next goes out.
 */

const ITEM = "outbox:";
const SAVED = "outbox-saved:";
const LEASE = "outbox-lease";
const ID_BYTES = 15;

// A browser may refuse its storage: then there is no outbox, and forms go out by themselves.
function attempt(act, otherwise) {
  try {
    return act(window.localStorage);
  } catch {
    return otherwise;
  }
}

const read = (key) => attempt((storage) => JSON.parse(storage.getItem(key)), null);
const erase = (key) => attempt((storage) => storage.removeItem(key));
const write = (key, value) =>
  attempt((storage) => {
    storage.setItem(key, JSON.stringify(value));
    return true;
  }, false);

/** Tell this page that something changed; other tabs hear it from the storage itself. */
export const tell = () => dispatchEvent(new Event("outbox"));
addEventListener("storage", ({ key }) => (key === null || key.startsWith("outbox")) && tell());

/** An id made on the phone; plain http has `getRandomValues` and no `randomUUID`. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The game of an address: everything of it begins so. */
export const gameOf = (address) => new URL(address, location.href).pathname.split("/", 3).join("/");

/** All that is kept, the oldest first. */
export function items() {
  const keys = attempt((storage) => Object.keys(storage), []).filter((key) => key.startsWith(ITEM));
  return keys.sort().flatMap((key) => {
    const item = read(key);
    return item?.id ? [{ ...item, key }] : [];
  });
}

export const find = (id) => items().find((item) => item.id === id);
export const savedOf = (game) => read(SAVED + game);

/** The last deal of a game that will go out by itself: the next one is entered on top of it. */
export function tailOf(game) {
  const goes = new Set();
  const own = items().filter((item) => item.game === game);
  const kept = new Set(own.map(({ id }) => id));
  for (const { id, after, refused } of own) {
    if (!refused && (!kept.has(after) || goes.has(after))) goes.add(id);
  }
  return own.filter(({ id }) => goes.has(id)).at(-1);
}

/** Keep a deal; `false` where the browser cannot. What it takes the place of is dropped. */
export function put(item) {
  const before = items();
  const last = Number(before.at(-1)?.key.split(":")[1] ?? 0);
  const stamp = Math.max(Date.now(), last + 1);
  if (!write(`${ITEM}${stamp}:${item.id}`, item)) return false;
  const isReplaced = ({ id, action, number, refused }) =>
    id === item.id || (refused?.status === 422 && action === item.action && number === item.number);
  for (const each of before) if (isReplaced(each)) erase(each.key);
  tell();
  return true;
}

/** Change what is kept of a deal, if it is still kept. */
export function change(item, changes) {
  const now = read(item.key);
  if (now) write(item.key, { ...now, ...changes });
  tell();
}

/** The server has it: what comes after it knows its version from here. */
export function noteSaved(item, { see, version }) {
  write(SAVED + item.game, { id: item.id, number: item.number, isNew: item.isNew, version, see });
  forget(item);
}

/**
 * Drop a deal for good. What was entered on top of it goes out in its place, or on top of `version`.
 * The answer puts it all back.
 */
export function drop(item, version) {
  const followers = items().filter(({ after }) => after === item.id);
  const before = [item, ...followers].map(({ key, ...rest }) => [key, rest]);
  for (const each of followers) {
    const base = version ? { after: null, version } : { after: item.after, version: item.version };
    change(each, base);
  }
  forget(item);
  return () => {
    for (const [key, value] of before) write(key, value);
    tell();
  };
}

function forget(item) {
  erase(item.key);
  erase(`${item.action.replace(item.game, `pad:${item.table}`)}#${item.id}`);
  tell();
}

const owner = newId();

/** Whether this tab may send now; two tabs of one phone take turns. */
export function takeTurn(milliseconds) {
  const held = read(LEASE);
  if (held && held.owner !== owner && held.until > Date.now()) return false;
  write(LEASE, { owner, until: Date.now() + milliseconds });
  return read(LEASE)?.owner === owner;
}

export function endTurn() {
  if (read(LEASE)?.owner === owner) erase(LEASE);
}
