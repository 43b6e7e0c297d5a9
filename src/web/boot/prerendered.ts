/** `data-rendered-for` of a page that looks the same at every URL: the not-found page. */
export const ANY_PATH = '*';

/** `data-rendered-for` of a page rendered for the requested URL: a page from the live server. */
export const ASKED_PATH = '?';

/**
 * Whether the HTML in the document matches this URL, so that React can hydrate it. `<html>` names the URL it was rendered for. A static
 * host serves one file for many URLs, while the live server renders each URL, however it is spelled. In development there is no HTML.
 */
export function isPrerendered(): boolean {
  const renderedFor = document.documentElement.dataset['renderedFor'];
  if (renderedFor === ANY_PATH) return location.search === '';
  return renderedFor === ASKED_PATH || renderedFor === location.pathname + location.search;
}
