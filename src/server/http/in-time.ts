/** Resolves like `work`, or rejects with `late()` after a timeout. */
export function inTime<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds).unref();
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
