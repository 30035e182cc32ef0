/** Sends what is kept: in order, one after the other, each until the server has said what became of it. */

import { change, endTurn, find, items, noteSaved, savedOf, takeTurn } from "./store.js";

export const PATIENCE = 8000;
const TURN = PATIENCE + 2000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 10000;
const OUT_OF_DATE = 400;

let sending = null;
let timer = 0;
let pause = FIRST_PAUSE;

/** The next deal that can go out: not refused, and nothing it was entered on top of is kept. */
const next = () => items().find(({ refused, after }) => !refused && !(after && find(after)));

/** Send all that can go out now; `"away"` if the server is out of reach, `"busy"` if another tab sends. */
async function sendAll() {
  if (!takeTurn(TURN)) return "busy";
  try {
    for (let item = next(); item; item = next()) {
      takeTurn(TURN);
      const answer = await deliver(item);
      if (!answer) return "away";
      if (answer.see) noteSaved(item, answer);
      else change(item, { refused: answer });
    }
    return "done";
  } finally {
    endTurn();
  }
}

/** The server's answer to a deal; `null` if there was none. A token of another visit is renewed once. */
async function deliver(item) {
  const answer = await post(item);
  if (answer?.status !== OUT_OF_DATE) return answer;
  const token = await freshToken(item.action);
  if (!token) return answer;
  item.fields = item.fields.map(([name, text]) => [name, name === "csrf_token" ? token : text]);
  change(item, { fields: item.fields });
  return post(item);
}

/** What is posted of a deal: as it was typed, on top of the version that its author knows. */
export function fieldsOf(item) {
  const saved = savedOf(item.game);
  const { version } = item.after && saved?.id === item.after ? saved : item;
  return item.fields.map(([name, text]) => [name, name === "version" ? String(version) : text]);
}

async function post(item) {
  const body = new URLSearchParams(fieldsOf(item));
  return ask(item.action, { method: "POST", body, headers: { Accept: "application/json" } }, read);
}

// Only an answer in our own words counts: a hotel's login page is no receipt.
async function read(reply) {
  const told = await reply.json();
  if (reply.ok) return typeof told.see === "string" ? told : null;
  const isFinal = reply.status >= 400 && reply.status < 500 && typeof told.text === "string";
  return isFinal ? { status: reply.status, text: told.text } : null;
}

const freshToken = (address) =>
  ask(address, {}, async (reply) => {
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    return page.querySelector("[name=csrf_token]")?.value;
  });

/** What `take` makes of an answer of the server; `null` if none comes in time. */
export async function ask(address, about, take) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return (await take(await fetch(address, { ...about, signal: stop.signal }))) ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/** Try now, and again by itself as long as anything waits. */
export async function tryNow() {
  clearTimeout(timer);
  sending ??= sendAll().finally(() => (sending = null));
  const how = await sending;
  if (how !== "away") pause = FIRST_PAUSE;
  timer = 0;
  keepTrying();
  pause = Math.min(pause * 2, LONGEST_PAUSE);
  return how;
}

/** Whatever tab put it there, what waits is tried again in a while. */
export function keepTrying() {
  if (!timer && !sending && next()) timer = setTimeout(tryNow, pause);
}

/** Try now, and soon again if that fails: something tells that the server may be back. */
export function tryAfresh() {
  pause = FIRST_PAUSE;
  if (next()) tryNow();
}

/** Wait until a deal is saved or refused, or has to wait itself. */
export function settled(id) {
  return new Promise((resolve) => {
    const isOpen = () => find(id) && !find(id).refused;
    const look = () => isOpen() || end();
    const patience = setTimeout(end, PATIENCE + 1000);
    function end() {
      removeEventListener("outbox", look);
      clearTimeout(patience);
      resolve();
    }
    addEventListener("outbox", look);
    tryNow().then((how) => how === "away" && end());
  });
}
