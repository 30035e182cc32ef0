// @ts-check: a worker has other types than a page, so tsconfig.json leaves this file out.
/// <reference lib="webworker" />
/**
 * The service worker keeps the site's own files, the pages of games and the payouts of nights that this phone
 * opened, the page that reads sheets, and one page that says that the server is out of reach. A kept page is
 * marked with its time, and is shown only if the server does not answer. A form that cannot be sent is answered by the
 * page about the server: what was typed is kept by the page with the form.
 */

/** @typedef {{ version: string, files: string[], offline: string }} Shell the site's own files */

const worker = /** @type {ServiceWorkerGlobalScope & { SHELL: Shell }} */ (/** @type {unknown} */ (self));
// The server writes it into the first line of this file as it sends it.
const { SHELL } = worker;
const CACHE = `shell-${SHELL.version}`;
// A kept page names files of its own shell, so both are removed together.
const GAMES = `games-${SHELL.version}`;
const MOST_PAGES = 40;
const PATIENCE = 4000;
// Nothing that an officer opened: the phone may pass into other hands once the officer has signed out.
const KEPT = /^\/(?:read|game\/[^/]+\/(?:enter|deal\/\d+)?|night\/(?!officers\.)[^/]+\/(?:payouts|rounds))$/;
const GAME = /^\/(?:game|night)\/[^/]+\//;
const CLOSED = [403, 404, 410];
const OUT_OF_REACH = [502, 503, 504];

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL.files, SHELL.offline]);
  await worker.skipWaiting();
}

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== CACHE && name !== GAMES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Keep a page with the time it came. The page that was opened longest ago makes room.
 * @param {string} path
 * @param {Response} answer
 */
async function keepPage(path, answer) {
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  const marked = text.replace("<body", `<body data-kept="${Date.now()}"`);
  const cache = await caches.open(GAMES);
  await cache.delete(path);
  await cache.put(path, new Response(marked, { headers }));
  const pages = await cache.keys();
  await Promise.all(pages.slice(0, -MOST_PAGES).map((page) => cache.delete(page)));
}

/**
 * Keep a page that nobody asked for yet, if it is there.
 * @param {string} path
 */
async function fetchAndKeep(path) {
  const answer = await fetch(path, { headers: { "X-Again": "yes" } });
  if (answer.status === 200 && !answer.redirected) await keepPage(path, answer);
}

/**
 * Keep a page of a game that was opened; with the sheet, keep the form of the next deal.
 * @param {string} path
 * @param {Response} answer
 */
async function keepOpened(path, answer) {
  await keepPage(path, answer);
  if (path.endsWith("/")) await fetchAndKeep(`${path}enter`);
}

/**
 * Remove all pages of a game or a night from this phone: its link was withdrawn.
 * @param {string} start their path by that link
 */
async function forgetGame(start) {
  const cache = await caches.open(GAMES);
  const pages = await cache.keys();
  const own = pages.filter((page) => new URL(page.url).pathname.startsWith(start));
  await Promise.all(own.map((page) => cache.delete(page)));
}

/**
 * Fetch the server's own page; keep it or, if the server has closed the game or night to this phone, forget it.
 * @param {FetchEvent} event
 */
async function askServer(event) {
  const { request } = event;
  // Going back to the answer to a form, a browser asks only its cache. The form itself can be fetched.
  const isBack = request.cache === "only-if-cached";
  const answer = await (isBack ? fetch(request.url, { redirect: "manual" }) : fetch(request));
  const path = new URL(request.url).pathname;
  const game = GAME.exec(path)?.[0];
  if (game && CLOSED.includes(answer.status)) event.waitUntil(forgetGame(game));
  if (request.method === "GET" && answer.status === 200 && KEPT.test(path)) {
    event.waitUntil(keepOpened(path, answer.clone()).catch(() => {}));
  }
  return answer;
}

/** @type {(milliseconds: number) => Promise<null>} */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds, null));

/** @param {FetchEvent} event */
async function showPage(event) {
  const { request } = event;
  const path = new URL(request.url).pathname;
  const kept = request.method === "GET" ? await caches.match(path, { cacheName: GAMES }) : undefined;
  const asked = askServer(event).catch(() => null);
  event.waitUntil(asked);
  const answer = await (kept ? Promise.race([asked, wait(PATIENCE)]) : asked);
  if (kept && (!answer || OUT_OF_REACH.includes(answer.status))) return kept;
  return answer ?? (await caches.match(SHELL.offline, { cacheName: CACHE })) ?? Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOldShells()));
worker.addEventListener("message", (event) => {
  if (KEPT.test(event.data)) event.waitUntil(fetchAndKeep(event.data).catch(() => {}));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(showPage(event));
  } else if (SHELL.files.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
  }
});
