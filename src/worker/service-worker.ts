// Keeps the whole site on the device after the first visit: every file is fetched at installation, pages included. A newer version waits
// until the visitor agrees (or all tabs are closed), so that no tab mixes two.
import { Serwist, type PrecacheEntry } from 'serwist';

declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: PrecacheEntry[] };

const serwist = new Serwist({
  precacheEntries: self.__SW_MANIFEST,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    // The query selects a view of a page, never another file.
    ignoreURLParametersMatching: [/.*/],
    urlManipulation: ({ url }) => [new URL(`${url.href.replace(/[?#].*$/, '').replace(/\/+$/, '')}/index.html`)],
  },
  clientsClaim: true,
  skipWaiting: false,
});

serwist.addEventListeners();
