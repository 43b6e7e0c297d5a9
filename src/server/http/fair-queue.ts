import { passingProblem, Problem } from './problem.ts';

/** How many turns of the event loop to yield before a job, so that posts, which take several turns, get through. */
const TURNS = 32;

/** The longest a job yields, in milliseconds. It also yields no longer than the previous job took, so jobs get half of a busy loop. */
const LONGEST_TURNS_MS = 10;

/** The limits of the queue. A waiting request costs its connection and about 500 bytes. */
export interface QueueBounds {
  /** Concurrent jobs; at most half of them for one caller. */
  readonly atOnce: number;
  /** The most waiting requests of one caller. */
  readonly perCaller: number;
  /** The most waiting requests in total. */
  readonly inAll: number;
}

export interface Wanted<T> {
  /** See `callerOf`. */
  readonly caller: string;
  /** Requests with the same name share one result. */
  readonly what: string;
  readonly work: () => Promise<T>;
  /** Whether the client disconnected. */
  readonly isGone?: (() => boolean) | undefined;
}

interface Waiting<T> extends Wanted<T> {
  readonly resolve: (made: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs expensive jobs round-robin by caller, and yields to the event loop before each, so that cheap requests come first. */
export function createFairQueue<T>({ atOnce, perCaller, inAll }: QueueBounds) {
  /** Non-empty queues by caller, the next caller first. */
  const lines = new Map<string, Waiting<T>[]>();
  let count = 0;
  /** Callers of running jobs. */
  const underWay: string[] = [];
  let isTurning = false;
  /** The duration of the last job, in milliseconds. */
  let tookMs = 0;

  function makeRoomFor(caller: string): void {
    if (lengthOf(caller) < perCaller && count < inAll) return;
    dropGone();
    const own = lengthOf(caller);
    if (own >= perCaller) {
      throw passingProblem('too-many-requests', `${perCaller} of your requests are already queued. Try again in a moment.`, 1);
    }
    if (count < inAll) return;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= own + 1) throw tooMuchWaits();
    // It has at least two, so it does not become empty.
    longest.pop()!.reject(tooMuchWaits());
    count -= 1;
  }

  function lengthOf(caller: string): number {
    return lines.get(caller)?.length ?? 0;
  }

  /** Removes matching requests from all queues. */
  function taken(isMeant: (waiting: Waiting<T>) => boolean): readonly Waiting<T>[] {
    const found: Waiting<T>[] = [];
    for (const [caller, line] of lines) {
      const left = line.filter((waiting) => !isMeant(waiting));
      if (left.length === line.length) continue;
      found.push(...line.filter(isMeant));
      if (left.length === 0) lines.delete(caller);
      else lines.set(caller, left);
    }
    count -= found.length;
    return found;
  }

  function goOn(): void {
    if (isTurning || next() === undefined) return;
    isTurning = true;
    const until = performance.now() + Math.min(tookMs, LONGEST_TURNS_MS);
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (turns < TURNS && performance.now() < until) {
        setImmediate(turn);
        return;
      }
      isTurning = false;
      begin();
      goOn();
    };
    // Also before the first job: requests read in the same turn would otherwise each be first.
    setImmediate(turn);
  }

  /** The next caller, if a job may start. */
  function next(): string | undefined {
    if (underWay.length >= atOnce) return undefined;
    for (const caller of lines.keys()) {
      if (underWay.filter((each) => each === caller).length < Math.ceil(atOnce / 2)) return caller;
    }
    return undefined;
  }

  function begin(): void {
    dropGone();
    const caller = next();
    if (caller === undefined) return;
    const line = lines.get(caller)!;
    lines.delete(caller);
    lines.set(caller, line);
    const { what: made, work } = line[0]!;
    const together = taken(({ what }) => what === made);
    underWay.push(caller);
    void doWork(caller, work, together);
  }

  async function doWork(caller: string, work: () => Promise<T>, together: readonly Waiting<T>[]): Promise<void> {
    const began = performance.now();
    try {
      const made = await work();
      for (const { resolve } of together) resolve(made);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
    tookMs = performance.now() - began;
    underWay.splice(underWay.indexOf(caller), 1);
    goOn();
  }

  /** Drops requests of disconnected clients. */
  function dropGone(): void {
    const gone = taken(({ isGone }) => isGone?.() === true);
    for (const { reject } of gone) reject(new Problem('unavailable', 'The client disconnected.'));
  }

  return {
    waiting: () => count,
    /**
     * Runs the job when it is the caller's turn.
     * @throws {Problem} too-many-requests over `perCaller`; unavailable over `inAll`, for the latest request of the caller with the
     *   longest queue.
     */
    async get(wanted: Wanted<T>): Promise<T> {
      makeRoomFor(wanted.caller);
      return new Promise((resolve, reject) => {
        const waiting = { ...wanted, resolve, reject };
        const line = lines.get(wanted.caller);
        if (line === undefined) lines.set(wanted.caller, [waiting]);
        else line.push(waiting);
        count += 1;
        goOn();
      });
    },
  };
}

function tooMuchWaits(): Problem {
  return passingProblem('unavailable', 'The server is busy. Try again in a moment.', 1);
}
