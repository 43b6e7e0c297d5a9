const fetchedAnew: Record<string, Promise<unknown>> = {};

/**
 * Imports a module with `load`. Browsers cache a failed import for the lifetime of the page (HTML's module map; Chromium from version 150),
 * so it is retried under another URL. Rejects like `import`; calling it again retries.
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
