/** `data-rendered-for` of a page that looks the same at every address: the not-found page. */
export const ANY_PATH = '*';

/** `data-rendered-for` of a page that was rendered for whatever it was asked for: the live server's. */
export const ASKED_PATH = '?';

/**
 * Whether the HTML in the document is what this address should show, so that React can take it over as it
 * is. `<html>` says which address was rendered. A static host answers many addresses with one file, and the live
 * server each with its own, however it is written. In development there is none.
 */
export function isPrerendered(): boolean {
  const renderedFor = document.documentElement.dataset['renderedFor'];
  if (renderedFor === ANY_PATH) return location.search === '';
  return renderedFor === ASKED_PATH || renderedFor === location.pathname + location.search;
}
