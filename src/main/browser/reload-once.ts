import type { Location } from 'react-router';

const KEY = 'laurels:reloaded-for';

/** Called once a page has been shown: if its chunk goes missing again, that is another deployment. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was stored.
  }
}

/**
 * After a deployment, the old page's chunks are gone. Reloads the address from the server to get the new version, once per address: if the
 * chunk is missing there too, the error page must show. Never resolves if it reloads, so that no error flashes; otherwise resolves at once.
 */
export async function reloadOnce(target: Location | undefined): Promise<void> {
  if (target === undefined || !navigator.onLine) return;
  const href = import.meta.env.BASE_URL.replace(/\/$/, '') + target.pathname.replace(import.meta.env.BASE_URL, '/') + target.search;
  try {
    if (sessionStorage.getItem(KEY) === href) return;
    sessionStorage.setItem(KEY, href);
  } catch {
    // Without storage, nothing prevents a second reload, and a loop is worse than the error page.
    return;
  }
  location.assign(href);
  await new Promise(() => undefined);
}
