// Keeps the site's own files, the pages of games that this phone opened, and one page that says when
// the server is out of reach, also to a form that was sent: what was typed is kept by the page it is on.
// A kept page of a game says so and since when; the server's own is always asked for first.
const CACHE = `shell-${SHELL.version}`;
// Kept pages name files of their own shell, and go with it.
const GAMES = `games-${SHELL.version}`;
const MOST_PAGES = 40;
const PATIENCE = 4000;
const KEPT = /^\/game\/[^/]+\/(?:enter|deal\/\d+)?$/;
const GAME = /^\/game\/[^/]+\//;
const CLOSED = [403, 404, 410];
const OUT_OF_REACH = [502, 503, 504];

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL.files, SHELL.offline]);
  await self.skipWaiting();
}

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== CACHE && name !== GAMES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Keep a page with the time it came, the longest unopened page making room. */
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

/** Keep a page that nobody asked for yet, if it is there. */
async function fetchAndKeep(path) {
  const answer = await fetch(path, { headers: { "X-Again": "yes" } });
  if (answer.status === 200 && !answer.redirected) await keepPage(path, answer);
}

/** Keep a page of a game that was opened; with the sheet goes the form of the next deal. */
async function keepOpened(path, answer) {
  await keepPage(path, answer);
  if (path.endsWith("/")) await fetchAndKeep(`${path}enter`);
}

/** A link that leads nowhere any more leaves nothing of its game on this phone. */
async function forgetGame(start) {
  const cache = await caches.open(GAMES);
  const pages = await cache.keys();
  const own = pages.filter((page) => new URL(page.url).pathname.startsWith(start));
  await Promise.all(own.map((page) => cache.delete(page)));
}

/** The server's own page; of a game it is kept, or what was kept is forgotten. */
async function askServer(event) {
  const { request } = event;
  const answer = await fetch(request);
  const path = new URL(request.url).pathname;
  const game = GAME.exec(path)?.[0];
  if (game && CLOSED.includes(answer.status)) event.waitUntil(forgetGame(game));
  if (request.method === "GET" && answer.status === 200 && KEPT.test(path)) {
    event.waitUntil(keepOpened(path, answer.clone()).catch(() => {}));
  }
  return answer;
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

async function giveFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(dropOldShells()));
self.addEventListener("message", (event) => {
  if (KEPT.test(event.data)) event.waitUntil(fetchAndKeep(event.data).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(showPage(event));
  } else if (SHELL.files.includes(new URL(request.url).pathname)) {
    event.respondWith(giveFile(request));
  }
});
