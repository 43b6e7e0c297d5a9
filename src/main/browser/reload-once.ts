import type { Location } from 'react-router';

const KEY = 'laurels:reloaded-for';

/** Called when an address has been shown whole: should its chunk go missing again, that is another deployment. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was remembered.
  }
}

/**
 * After a deployment the old page's chunks are gone. Reloads the address from the server, where the new
 * version is, once for each address: if its chunk is missing there too, the error page must show.
 * Resolves never when it reloads, so that nothing flashes meanwhile; resolves at once when it does not.
 */
export async function reloadOnce(target: Location | undefined): Promise<void> {
  if (target === undefined || !navigator.onLine) return;
  const href = import.meta.env.BASE_URL.replace(/\/$/, '') + target.pathname.replace(import.meta.env.BASE_URL, '/') + target.search;
  try {
    if (sessionStorage.getItem(KEY) === href) return;
    sessionStorage.setItem(KEY, href);
  } catch {
    // Without storage nothing stops a second reload, and a loop is worse than the error page.
    return;
  }
  location.assign(href);
  await new Promise(() => undefined);
}
