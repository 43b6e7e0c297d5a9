/** `data-rendered-for` of a page that looks the same at every address: the not-found page. */
export const ANY_PATH = '*';

/**
 * Whether the HTML in the document is what this address should show, so that React can take it over as it
 * is. The prerender step notes the address it rendered for on `<html>`; in development there is none.
 */
export function isPrerendered(): boolean {
  const renderedFor = document.documentElement.dataset['renderedFor'];
  if (renderedFor === ANY_PATH) return location.search === '';
  return renderedFor === location.pathname + location.search;
}
