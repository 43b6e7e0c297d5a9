import { notifyLonger } from '../../web/ui/floating/notice.ts';
import { whenIdle } from '../../web/ui/when-idle.ts';

/** The message that makes a waiting service worker take over; `service-worker.ts` listens for it. */
const TAKE_OVER = { type: 'SKIP_WAITING' } as const;

/**
 * Installs the service worker, which makes the site work offline, and offers a reload when a newer version has been fetched. No-op in
 * development and in browsers without service workers.
 */
export function watchForNewVersion(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`, {
        updateViaCache: 'none',
      });
      if (registration.waiting !== null) offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          // A first installation replaces nothing, so there is nothing to announce.
          if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) offer(worker);
        });
      });
    } catch (error) {
      console.warn('Offline use is not available:', error);
    }
  };
  // Fetching the site for offline use must not compete with showing or hydrating it.
  const registerLater = () => whenIdle(() => void register());
  if (document.readyState === 'complete') registerLater();
  else addEventListener('load', registerLater, { once: true });
}

function offer(worker: ServiceWorker): void {
  notifyLonger('A new version of the site is ready', {
    label: 'Reload',
    run() {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      worker.postMessage(TAKE_OVER);
    },
  });
}
