import type { Page } from '@playwright/test';

/** The URLs of all files that a page requested after a performance mark, which it must have set. */
export function requestedAfter(page: Page, mark: string): Promise<readonly string[]> {
  return page.evaluate((name) => {
    const [marked] = performance.getEntriesByName(name);
    return performance.getEntriesByType('resource').flatMap(({ name: file, startTime }) => (startTime > marked!.startTime ? [file] : []));
  }, mark);
}
