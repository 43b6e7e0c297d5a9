/** What was fetched by another address, by the first one: whoever needs the same module gets the same one. */
const fetchedAnew = new Map<string, Promise<unknown>>();
let tries = 0;

/**
 * Fetches a part of the program with `load`, which imports it. A browser remembers for as long as a page lives that a module
 * could not be fetched (the module map of HTML; Chromium from 150 on), even if the network was away for a second only. So
 * such a module is fetched again by another address, as far as the browser names the one that failed.
 *
 * @throws what `import` does, if it cannot be had now. Asking again is worth it.
 */
export async function fetchedCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\/\/\S+/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    return (await fetchAnew(address)) as Module;
  }
}

function fetchAnew(address: string): Promise<unknown> {
  const known = fetchedAnew.get(address);
  if (known !== undefined) return known;
  const fetched: Promise<unknown> = import(/* @vite-ignore */ `${address}?again=${(tries += 1)}`);
  fetchedAnew.set(address, fetched);
  fetched.catch(() => fetchedAnew.delete(address));
  return fetched;
}
