import { oncePerBurst, type OneOffLog } from '../http/once-per-burst.ts';
import { passingProblem } from '../http/problem.ts';

/** Retry-After of refusals, in seconds. */
export const REFUSED_FOR_S = 5;

/**
 * The most streams, in total and per caller (see `callerOf`). Each costs a descriptor and some 20 kB. Half of the descriptors stay
 * free; a caller, which may be a school, gets at most a quarter of the streams.
 */
export function listenerBounds(openFiles: number) {
  const inAll = Math.min(30_000, Math.floor(openFiles / 2));
  return { inAll, perCaller: Math.min(500, Math.ceil(inAll / 4)) };
}

/** Room for the change streams of all threads. */
export interface StreamRoom {
  /** Takes room for a stream. @throws {Problem} too-many-requests over the caller's limit; unavailable over the total limit. */
  take(caller: string): void | Promise<void>;
  leave(caller: string): void;
}

/** `clock` gives epoch milliseconds. `log` gets a line per burst of refusals. */
export function createStreamRoom(
  bounds: Readonly<ReturnType<typeof listenerBounds>>,
  clock: () => number,
  log: OneOffLog,
): StreamRoom & { readonly figures: { readonly open: number; readonly refused: number } } {
  /** Open streams per caller. */
  const byCaller = new Map<string, number>();
  const oneLineForCallers = oncePerBurst('streams of a caller', clock, log);
  const oneLineForAll = oncePerBurst('streams', clock, log);
  const figures = { open: 0, refused: 0 };
  return {
    figures,
    take(caller) {
      const own = byCaller.get(caller) ?? 0;
      if (own >= bounds.perCaller) {
        figures.refused += 1;
        oneLineForCallers(`${caller} has ${bounds.perCaller} open change streams. Further ones are refused.`);
        throw passingProblem('too-many-requests', `Your address already has ${bounds.perCaller} open streams.`, REFUSED_FOR_S);
      }
      if (figures.open >= bounds.inAll) {
        figures.refused += 1;
        oneLineForAll(
          `${bounds.inAll} change streams are open. Further ones are refused. Raise the limit of open files (ulimit -n) to allow more.`,
        );
        throw passingProblem('unavailable', 'Too many streams are open.', REFUSED_FOR_S);
      }
      byCaller.set(caller, own + 1);
      figures.open += 1;
    },
    leave(caller) {
      const left = byCaller.get(caller)! - 1;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
      figures.open -= 1;
    },
  };
}
