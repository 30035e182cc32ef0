// Keeps the site's own files and one page that says when the server is out of reach, also to a form
// that was sent: it is not sent again by itself, and what was typed is kept by the page it is on.
// Pages of games are never kept: a score that may be old is worse than none.
const CACHE = `shell-${SHELL.version}`;

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL.files, SHELL.offline]);
  await self.skipWaiting();
}

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("shell-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function showPage(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(SHELL.offline)) ?? Response.error();
  }
}

async function giveFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(dropOldShells()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(showPage(request));
  } else if (SHELL.files.includes(new URL(request.url).pathname)) {
    event.respondWith(giveFile(request));
  }
});
