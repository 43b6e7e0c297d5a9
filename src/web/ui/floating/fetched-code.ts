/** What was fetched by another address, by the first one: whoever needs the same module gets the same one. */
const fetchedAnew: Record<string, Promise<unknown>> = {};

/**
 * Fetches a part of the program with `load`, which imports it. A browser remembers for as long as a page lives that a module
 * could not be fetched (the module map of HTML; Chromium from 150 on), even if the network was away for a second only. So
 * such a module is fetched again by another address, as far as the browser names the one that failed.
 *
 * Rejects as `import` does, if it cannot be had now. Asking again is worth it.
 */
export function fetchedCode<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((error: unknown) => {
    const address = /http\S+/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    return (fetchedAnew[address] ??= import(/* @vite-ignore */ `${address}?again=${Date.now()}`).catch((failed: unknown) => {
      delete fetchedAnew[address];
      throw failed;
    })) as Promise<Module>;
  });
}
