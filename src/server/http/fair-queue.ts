import { passingProblem, Problem } from './problem.ts';

/**
 * How many turns the event loop takes before a work begins: it lets in one connection a turn, and a post takes several
 * from its first byte to its answer. Turns in which nothing happens take microseconds.
 */
const TURNS = 32;

/**
 * A work begins although the loop has not taken all its turns after as long as the work before it took, and after so
 * many milliseconds at the latest: when all is busy, what is costly gets half of the time, too.
 */
const LONGEST_TURNS_MS = 10;

/** How much may be done and may wait. What waits is a request with its connection, and some 500 bytes here. */
export interface QueueBounds {
  /** How many works are under way at once; of one caller at most half of them, so that slow ones leave a place to the others. */
  readonly atOnce: number;
  /** How many requests of one caller wait at most. */
  readonly perCaller: number;
  /** How many requests wait at most, of however many callers. */
  readonly inAll: number;
}

/** A request for a work. */
export interface Wanted<T> {
  /** Whose it is: see `callerOf`. */
  readonly caller: string;
  /** A name for the work: all who wait for one name are given what is made once. */
  readonly what: string;
  readonly work: () => Promise<T>;
  /** Whether nobody waits for the answer any more. */
  readonly isGone?: (() => boolean) | undefined;
}

interface Waiting<T> extends Wanted<T> {
  readonly resolve: (made: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does costly work for one caller after the other, in turn, however much one of them asks for. Before each the
 * event loop goes round, so that what is quick is answered first. Memory is bounded by `inAll`:
 * a caller is known only while something of theirs waits.
 */
export function createFairQueue<T>({ atOnce, perCaller, inAll }: QueueBounds) {
  /** By caller, each in the order in which it came; whose turn is next comes first. None is empty. */
  const lines = new Map<string, Waiting<T>[]>();
  let count = 0;
  /** Whose works are under way. */
  const underWay: string[] = [];
  let isTurning = false;
  /** How long the last work took, in milliseconds. */
  let tookMs = 0;

  function makeRoomFor(caller: string): void {
    if (lengthOf(caller) < perCaller && count < inAll) return;
    dropGone();
    const own = lengthOf(caller);
    if (own >= perCaller) {
      throw passingProblem('too-many-requests', `${perCaller} of your requests are waiting already. Try again in a moment.`, 1);
    }
    if (count < inAll) return;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (longest.length <= own + 1) throw tooMuchWaits();
    // A line of two at least, so none is left empty.
    longest.pop()!.reject(tooMuchWaits());
    count -= 1;
  }

  function lengthOf(caller: string): number {
    return lines.get(caller)?.length ?? 0;
  }

  /** Takes out of all lines what `isMeant`. */
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
    // Also before the first: those whose requests are read in one turn would each be the first otherwise.
    setImmediate(turn);
  }

  /** Whose turn it is, if anything may begin. */
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
    // Whoever has had a turn goes to the end.
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

  /** The requests of those who left wait for nothing, and take no room. */
  function dropGone(): void {
    const gone = taken(({ isGone }) => isGone?.() === true);
    for (const { reject } of gone) reject(new Problem('unavailable', 'Nobody waits for this any more.'));
  }

  return {
    /** How many requests wait. */
    waiting: () => count,
    /**
     * What `work` makes, once it is the caller's turn; rejects with what it rejects with.
     * @throws {Problem} too-many-requests where too much of the caller's waits already; unavailable where too much waits
     *   in all. The room of all goes to those who have little waiting: whoever has most loses what came last.
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
  return passingProblem('unavailable', 'Too many requests are waiting right now. Try again in a moment.', 1);
}
