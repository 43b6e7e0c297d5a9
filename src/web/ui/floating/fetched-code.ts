const fetchedAnew: Record<string, Promise<unknown>> = {};

/**
 * Imports a module with `load`. Browsers remember a failed import for as long as the page lives (the module map of HTML;
 * Chromium from 150 on), so it is retried by another address. Rejects as `import` does; calling again retries.
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
