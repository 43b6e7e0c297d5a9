// Keeps the whole site on the device once visited: every file is fetched at installation, pages included, and
// a newer version waits until the visitor agrees to it (or every tab is closed), so no tab ever mixes two.
import { Serwist, type PrecacheEntry } from 'serwist';

declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: PrecacheEntry[] };

const serwist = new Serwist({
  precacheEntries: self.__SW_MANIFEST,
  precacheOptions: {
    cleanupOutdatedCaches: true,
    // The query chooses a view of a page, never another file.
    ignoreURLParametersMatching: [/.*/],
    urlManipulation: ({ url }) => [new URL(`${url.href.replace(/[?#].*$/, '').replace(/\/+$/, '')}/index.html`)],
  },
  clientsClaim: true,
  skipWaiting: false,
});

serwist.addEventListeners();
