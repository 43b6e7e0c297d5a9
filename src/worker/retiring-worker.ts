// Takes the place of the sample edition's worker where the live edition stands at the same address: it would
// go on showing sample pages from its cache. Empties the caches, leaves, and reloads the open pages.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
// A browser lets it wait all the same while the old worker is busy; the open sample page then offers a reload, and says this.
self.addEventListener('message', ({ data }: { data: unknown }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') void self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: 'window' })) {
        if (client instanceof WindowClient) await client.navigate(client.url);
      }
    })(),
  );
});
