import { Problem } from '../http/problem.ts';
import type { SharedWindows, Window } from './shared-windows.ts';

/** How often something may be done: `quota` times in `seconds`. `name` appears in the headers. */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** How many callers are counted at once; beyond that, those who have not called for longest are forgotten. */
const MOST_CALLERS = 50_000;

/** How many parts of a limit all processes together may let through before they tell each other. */
const UNTOLD_PARTS = 20;

/** The headers that tell a caller what is left (draft-ietf-httpapi-ratelimit-headers, structured fields). */
type LeftHeaders = Readonly<Record<string, string>>;

type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * Counts what callers do. The first request of a caller opens a window; exactly `quota` requests pass until it
 * ends. Memory is bounded by {@link MOST_CALLERS}. `clock` gives milliseconds.
 *
 * Where several processes share a limit (`shared`), each tells the others of a caller who takes more than a small part, ahead of need:
 * what no other can know is at most {@link untoldAtMost}. So all of N processes let through at most the quota and 2 N
 * times that in a window, a tenth more, and whoever calls seldom costs no question. While nobody can be told, each lets
 * through its Nth part.
 */
export function createRateLimit({ name, quota, seconds }: RatePolicy, clock: () => number, shared?: SharedWindows) {
  // Two generations, of which the older is dropped whole: taking the oldest out of one map, one by one, is slow.
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();

  function take(caller: string): LeftHeaders | Promise<LeftHeaders> {
    const now = clock();
    let window = windowOf(caller);
    if (window === undefined || window.ends <= now) {
      window = { taken: 0, untold: 0, told: 0, ends: now + seconds * 1000, shared: undefined };
      recent.set(caller, window);
    }
    let passes = window.told + window.untold < quota;
    if (shared !== undefined && passes) {
      const most = untoldAtMost(quota, shared.processes());
      if (2 * (window.untold + 1) > most) {
        const told = shared.tell(window, { policy: name, caller, seconds });
        if (window.untold >= most && !shared.isAway()) return told.then(() => take(caller));
      }
      if (shared.isAway()) passes = window.untold < most || window.taken < quota / shared.processes();
    }
    const wait = Math.ceil((window.ends - now) / 1000);
    if (passes) {
      window.taken += 1;
      window.untold += 1;
    }
    const headers = {
      'ratelimit-policy': `"${name}";q=${quota};w=${seconds}`,
      ratelimit: `"${name}";r=${Math.max(0, quota - window.told - window.untold)};t=${wait}`,
    };
    if (passes) return headers;
    throw new Problem('too-many-requests', `At most ${quota} ${name} are allowed in ${seconds} seconds. Try again in ${wait} s.`, [], {
      ...headers,
      'retry-after': String(wait),
    });
  }

  function windowOf(caller: string): Window | undefined {
    const window = recent.get(caller);
    if (window !== undefined) return window;
    if (recent.size >= MOST_CALLERS / 2) {
      older = recent;
      recent = new Map();
    }
    const known = older.get(caller);
    if (known !== undefined) {
      older.delete(caller);
      recent.set(caller, known);
    }
    return known;
  }

  return {
    /**
     * Counts one request and gives the headers that tell the caller what is left: at once, or when it is known what other
     * processes let through.
     * @throws {Problem} too-many-requests, with Retry-After, once the quota is used up.
     */
    take,
    /** How many callers are being counted. */
    callers: () => recent.size + older.size,
  };
}

/** How many requests of a caller a process may let through that no other knows of, of so many processes. */
export function untoldAtMost(quota: number, processes: number): number {
  return processes === 1 ? quota : Math.max(1, Math.floor(quota / (UNTOLD_PARTS * processes)));
}

/** The limits of the API. `undefined`: nobody is counted. */
export interface RateLimits {
  /** By key. */
  readonly writes: RateLimit | undefined;
  /** By client address. */
  readonly reads: RateLimit | undefined;
  /** Wrong and missing keys, by client address. Counted always: who tries keys is nobody's guest. */
  readonly failures: RateLimit;
}

/** How many wrong keys an address may try in a minute, whatever the other limits are. */
const FAILURES = 60;

/** Limits of `perMinute` requests for each key that writes and each address that reads; `shared` as {@link createRateLimit} has it. */
export function createRateLimits(perMinute: number | 'off', clock: () => number, shared?: SharedWindows): RateLimits {
  const limit = (name: string, quota: number) => createRateLimit({ name, quota, seconds: 60 }, clock, shared);
  if (perMinute === 'off') return { writes: undefined, reads: undefined, failures: limit('failed keys', FAILURES) };
  return {
    writes: limit('writes', perMinute),
    reads: limit('reads', perMinute),
    failures: limit('failed keys', Math.min(FAILURES, perMinute)),
  };
}
