// Replaces the sample edition's worker if the live edition is now at the same address: the old one would keep showing sample pages from its
// cache. Clears the caches, unregisters, and reloads the open pages.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
// A browser may still keep it waiting while the old worker is busy; the open sample page then offers a reload, which sends this message.
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
