import { Problem } from '../http/problem.ts';
import type { SharedWindows, Window } from './shared-windows.ts';
import { WindowTable } from './window-table.ts';

/** `quota` calls per `seconds`. `name` appears in the headers. */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
}

/** The most tracked callers; beyond that, the least recent are dropped. */
const MOST_CALLERS = 50_000;

/** The unsynchronised share of a quota: a 20th across all processes. */
const UNTOLD_PARTS = 20;

/** RateLimit headers (draft-ietf-httpapi-ratelimit-headers, structured fields). */
type LeftHeaders = Readonly<Record<string, string>>;

type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * A fixed-window rate limit. A caller's first request opens a window in which exactly `quota` requests pass. Memory is bounded by
 * {@link MOST_CALLERS}. `clock` gives milliseconds.
 *
 * With several processes (`shared`), each reports callers that exceed {@link untoldAtMost} ahead of need, so that all together let
 * through at most a tenth more than the quota, and rare callers cost no query. If reporting fails, each enforces its Nth part.
 */
export function createRateLimit({ name, quota, seconds }: RatePolicy, clock: () => number, shared?: SharedWindows) {
  // Two generations, because evicting from one map entry by entry is slow.
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
    return outcome({ name, quota, seconds }, passes, Math.max(0, quota - window.told - window.untold), wait);
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
    /** Counts a request and returns rate limit headers. @throws {Problem} too-many-requests, with Retry-After, over the quota. */
    take,
    /** The number of tracked callers. */
    callers: () => recent.size + older.size,
  };
}

/** The headers of a request that passes. @throws {Problem} too-many-requests, with Retry-After. `wait` is in seconds. */
function outcome({ name, quota, seconds }: RatePolicy, passes: boolean, left: number, wait: number): LeftHeaders {
  const headers = {
    'ratelimit-policy': `"${name}";q=${quota};w=${seconds}`,
    ratelimit: `"${name}";r=${left};t=${wait}`,
  };
  if (passes) return headers;
  throw new Problem('too-many-requests', `The limit is ${quota} ${name} per ${seconds} seconds. Try again in ${wait} s.`, [], {
    ...headers,
    'retry-after': String(wait),
  });
}

/** The same limit for several threads of a process, which share a table. */
function createThreadsLimit(policy: RatePolicy, clock: () => number, table: WindowTable): RateLimit {
  const { name, quota, seconds } = policy;
  return {
    take(caller) {
      const { passes, left, waitMs } = table.take(`${name} ${caller}`, quota, seconds, clock());
      return outcome(policy, passes, left, Math.ceil(waitMs / 1000));
    },
    callers: () => 0,
  };
}

/** The most unreported requests of a caller in one of `processes`. */
export function untoldAtMost(quota: number, processes: number): number {
  return processes === 1 ? quota : Math.max(1, Math.floor(quota / (UNTOLD_PARTS * processes)));
}

/** The limits of the API; `undefined` for unlimited. */
export interface RateLimits {
  /** By key. */
  readonly writes: RateLimit | undefined;
  /** By client address. */
  readonly reads: RateLimit | undefined;
  /** Invalid and missing keys, by client address. Always limited. */
  readonly failures: RateLimit;
  /** Guests: new ones, attempts to recover one, changes by themselves, and erasures. */
  readonly guests: Readonly<Record<'created' | 'recovered' | 'changed' | 'erased', TwofoldLimit>>;
}

interface TwofoldLimit {
  /** Counts a request of an address, and of `all` together: those with one key, or everybody. @throws {Problem} too-many-requests. */
  readonly take: (caller: string, all?: string) => Promise<void>;
}

/** Per hour, by address and together. */
const GUEST_QUOTAS = {
  created: ['new guests', 60, 5000],
  recovered: ['recovery attempts', 20, 10_000],
  changed: ['requests of guests', 240, 100_000],
  erased: ['erasures of guests', 10, 120],
} as const;

/** Invalid keys per address and minute. */
const FAILURES = 60;

/**
 * Limits of `perMinute` requests per writing key and per reading address. `shared`: windows of several processes, as in {@link
 * createRateLimit}, or the table of several threads.
 */
export function createRateLimits(perMinute: number | 'off', clock: () => number, shared?: SharedWindows | WindowTable): RateLimits {
  const limit = (name: string, quota: number, seconds = 60) => {
    const policy = { name, quota, seconds };
    return shared instanceof WindowTable ? createThreadsLimit(policy, clock, shared) : createRateLimit(policy, clock, shared);
  };
  const twofold = ([name, quota, all]: (typeof GUEST_QUOTAS)[keyof typeof GUEST_QUOTAS]): TwofoldLimit => {
    const [own, together] = [limit(name, quota, 3600), limit(`${name} in total`, all, 3600)];
    return {
      async take(caller, everybody = 'everybody') {
        await own.take(caller);
        await together.take(everybody);
      },
    };
  };
  const guests = {
    created: perMinute === 'off' ? UNLIMITED : twofold(GUEST_QUOTAS.created),
    changed: perMinute === 'off' ? UNLIMITED : twofold(GUEST_QUOTAS.changed),
    recovered: twofold(GUEST_QUOTAS.recovered),
    erased: twofold(GUEST_QUOTAS.erased),
  };
  if (perMinute === 'off') return { writes: undefined, reads: undefined, failures: limit('failed keys', FAILURES), guests };
  return {
    writes: limit('writes', perMinute),
    reads: limit('reads', perMinute),
    failures: limit('failed keys', Math.min(FAILURES, perMinute)),
    guests,
  };
}

const UNLIMITED: TwofoldLimit = { take: async () => {} };
