/** Sends the deals that wait, one after the other. */

import { findItem, items, noteSaved, releaseLock, savedOf, takeLock, update } from "./store.js";

/** @import { Receipt, Refusal, StoredItem } from "./store.js" */
/** @typedef {"done" | "unreachable" | "busy"} Outcome "busy" says that another tab sends. */

const PATIENCE = 8000;
const LOCK_TIME = PATIENCE + 2000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 10000;
const OUT_OF_DATE = 400;

/**
 * The page that the server gave with its refusal, if any, by the id of the deal.
 * @type {Map<string, string | undefined>}
 */
export const pagesGiven = new Map();

/** @type {Promise<Outcome> | null} */
let sending = null;
let timer = 0;
let pause = FIRST_PAUSE;
let isUnreachable = false;

/** Whether the server did not answer when something was last sent. */
export const wasUnreachable = () => isUnreachable;

/** Return the first deal that can be sent: it is not refused, and the deal before it is saved. */
const next = () => items().find(({ refused, after }) => !refused && !(after && findItem(after)));

/** @returns {Promise<Outcome>} */
async function sendAll() {
  if (!takeLock(LOCK_TIME)) return "busy";
  try {
    for (let item = next(); item; item = next()) {
      takeLock(LOCK_TIME);
      const answer = await deliver(item);
      if (!answer) return "unreachable";
      if ("see" in answer) noteSaved(item, answer);
      else update(item, { refused: answer });
    }
    return "done";
  } finally {
    releaseLock();
  }
}

/**
 * Send a deal; return the server's answer, or null if none came. A form token that has expired is renewed once.
 * @param {StoredItem} item
 */
async function deliver(item) {
  const answer = await post(item);
  if (!answer || "see" in answer || answer.status !== OUT_OF_DATE) return answer;
  const token = await freshToken(item.page ?? item.action);
  if (!token) return answer;
  item.fields = item.fields.map(([name, text]) => [name, name === "csrf_token" ? token : text]);
  update(item, { fields: item.fields });
  return post(item);
}

/**
 * Return the fields of a deal as they were entered, with the version of the game that it comes after.
 * @param {StoredItem} item
 * @returns {[string, string][]}
 */
export function fieldsOf(item) {
  const saved = savedOf(item.game);
  const { version } = item.after && saved?.id === item.after ? saved : item;
  return item.fields.map(([name, text]) => [name, name === "version" ? String(version) : text]);
}

/** @param {StoredItem} item */
function post(item) {
  const body = new URLSearchParams(fieldsOf(item));
  const request = { method: "POST", body, headers: { Accept: "application/json" } };
  return ask(item.action, request, (reply) => readAnswer(item.id, reply));
}

/**
 * Read the server's answer to a deal; return null for anything else, such as the login page of a hotel's network.
 * @param {string} id
 * @param {Response} reply
 * @returns {Promise<Receipt | Refusal | null>}
 */
async function readAnswer(id, reply) {
  const said = await reply.json();
  pagesGiven.set(id, said.page);
  if (reply.ok) return typeof said.see === "string" ? said : null;
  const isFinal = reply.status >= 400 && reply.status < 500 && typeof said.text === "string";
  return isFinal ? { status: reply.status, text: said.text, way: said.way } : null;
}

/** @param {string} address */
const freshToken = (address) =>
  ask(address, {}, async (reply) => {
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    return page.querySelector("[name=csrf_token]")?.getAttribute("value") ?? null;
  });

/**
 * Ask the server; return what `read` makes of its answer, or null if none comes in time.
 * @template Answer
 * @param {string} address
 * @param {RequestInit} options
 * @param {(reply: Response) => Answer | Promise<Answer>} read
 */
export async function ask(address, options, read) {
  try {
    return await read(await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) }));
  } catch {
    return null;
  }
}

/** Send now, and again after a pause while anything waits. */
async function sendNow() {
  clearTimeout(timer);
  sending ??= sendAll().finally(() => (sending = null));
  const outcome = await sending;
  isUnreachable = outcome === "unreachable";
  if (!isUnreachable) pause = FIRST_PAUSE;
  timer = 0;
  sendLater();
  pause = Math.min(pause * 2, LONGEST_PAUSE);
  return outcome;
}

/** Send after a pause, if anything waits. */
export function sendLater() {
  if (!timer && !sending && next()) timer = setTimeout(sendNow, pause);
}

/** Send now, and again after the shortest pause: something suggests that the server is in reach again. */
export function sendAfresh() {
  pause = FIRST_PAUSE;
  if (next()) sendNow();
}

/**
 * Send now; wait until a deal is saved or refused, or the server is out of reach.
 * @param {string} id
 * @returns {Promise<void>}
 */
export function settled(id) {
  return new Promise((resolve) => {
    const look = () => {
      const item = findItem(id);
      if (!item || item.refused) end();
    };
    const patience = setTimeout(end, PATIENCE + 1000);
    function end() {
      removeEventListener("outbox", look);
      clearTimeout(patience);
      resolve();
    }
    addEventListener("outbox", look);
    sendNow().then((outcome) => outcome === "unreachable" && end());
  });
}
