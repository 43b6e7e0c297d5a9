/** The variable that tells every process of a test run how far its clock is ahead, in milliseconds. */
export const CLOCK_SHIFT = 'LAURELS_CLOCK_SHIFT_MS';

/** How far the clock of this process is ahead of the system's, in milliseconds. Browsers have the system's. */
export const CLOCK_SHIFT_MS = Number(process.env[CLOCK_SHIFT] ?? 0);

/**
 * Makes `Date` go so many milliseconds ahead of the system's clock, for good. Uses nothing from outside, because
 * browsers are given it as text, to run before the scripts of a page.
 */
export function shiftDate(aheadMs: number): void {
  const System = Date;
  const now = () => System.now() + aheadMs;
  globalThis.Date = new Proxy(System, {
    construct: (_, args: unknown[], target) => Reflect.construct(System, args.length === 0 ? [now()] : args, target) as object,
    apply: () => new System(now()).toString(),
    get: (_, name) => (name === 'now' ? now : (Reflect.get(System, name) as unknown)),
  });
  System.prototype.constructor = globalThis.Date;
}
