/** The variable that tells every process of a test run how far its clock is ahead, in milliseconds. */
export const CLOCK_SHIFT = 'LAURELS_CLOCK_SHIFT_MS';

/** How far this process's clock is ahead of the system's, in milliseconds. Browsers use the system's. */
export const CLOCK_SHIFT_MS = Number(process.env[CLOCK_SHIFT] ?? 0);

/** Permanently shifts `Date` ahead of the system's clock. Self-contained, because browsers get it as text, before a page's scripts. */
export function shiftDate(aheadMs: number): void {
  const System = Date;
  const systemNow = System.now.bind(System);
  const now = () => systemNow() + aheadMs;
  System.now = now;
  globalThis.Date = new Proxy(System, {
    construct: (_, args: unknown[], target) => Reflect.construct(System, args.length === 0 ? [now()] : args, target) as object,
    apply: () => new System(now()).toString(),
  });
  System.prototype.constructor = globalThis.Date;
}
