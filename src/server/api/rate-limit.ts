import { Problem } from '../http/problem.ts';

/** How often something may be done: `quota` times in `seconds`. `name` appears in the headers. */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** How many callers are counted at once; beyond that, those who have not called for longest are forgotten. */
const MOST_CALLERS = 50_000;

interface Window {
  taken: number;
  readonly ends: number;
}

/**
 * Counts what callers do. The first request of a caller opens a window; exactly `quota` requests pass until it
 * ends. Memory is bounded by {@link MOST_CALLERS}.
 */
export class RateLimit {
  readonly policy: RatePolicy;
  readonly #clock: () => number;
  // Two generations, of which the older is dropped whole: taking the oldest out of one map, one by one, is slow.
  #recent = new Map<string, Window>();
  #older = new Map<string, Window>();

  /** `clock` gives milliseconds. */
  constructor(policy: RatePolicy, clock: () => number) {
    this.policy = policy;
    this.#clock = clock;
  }

  /** How many callers are being counted. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /**
   * Counts one request and returns the headers that tell the caller what is left
   * (draft-ietf-httpapi-ratelimit-headers, structured fields).
   * @throws {Problem} too-many-requests, with Retry-After, once the quota is used up.
   */
  take(caller: string): Readonly<Record<string, string>> {
    const now = this.#clock();
    let window = this.#windowOf(caller);
    if (window === undefined || window.ends <= now) {
      window = { taken: 0, ends: now + this.policy.seconds * 1000 };
      this.#recent.set(caller, window);
    }
    const { name, quota, seconds } = this.policy;
    const wait = Math.ceil((window.ends - now) / 1000);
    const passes = window.taken < quota;
    if (passes) window.taken += 1;
    const headers = {
      'ratelimit-policy': `"${name}";q=${quota};w=${seconds}`,
      ratelimit: `"${name}";r=${quota - window.taken};t=${wait}`,
    };
    if (passes) return headers;
    throw new Problem('too-many-requests', `At most ${quota} ${name} are allowed in ${seconds} seconds. Try again in ${wait} s.`, [], {
      ...headers,
      'retry-after': String(wait),
    });
  }

  #windowOf(caller: string): Window | undefined {
    const recent = this.#recent.get(caller);
    if (recent !== undefined) return recent;
    if (this.#recent.size >= MOST_CALLERS / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    const older = this.#older.get(caller);
    if (older !== undefined) {
      this.#older.delete(caller);
      this.#recent.set(caller, older);
    }
    return older;
  }
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

/** Limits of `perMinute` requests for each key that writes and each address that reads. */
export function createRateLimits(perMinute: number | 'off', clock: () => number): RateLimits {
  const limit = (name: string, quota: number) => new RateLimit({ name, quota, seconds: 60 }, clock);
  if (perMinute === 'off') return { writes: undefined, reads: undefined, failures: limit('failed keys', FAILURES) };
  return {
    writes: limit('writes', perMinute),
    reads: limit('reads', perMinute),
    failures: limit('failed keys', Math.min(FAILURES, perMinute)),
  };
}
