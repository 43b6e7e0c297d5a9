import { KEY_BUDGETS, type WriteBounds } from '../../contract/api-key.ts';
import { Problem } from '../http/problem.ts';
import type { SharedWindows, Window } from './shared-windows.ts';
import { WindowTable } from './window-table.ts';

/** `quota` calls per `seconds`. `name` appears in the headers. `isByClock`: windows end with the clock's, such as its hours (UTC). */
export interface RatePolicy {
  readonly name: string;
  readonly quota: number;
  readonly seconds: number;
  readonly isByClock?: boolean;
}

/** The most tracked callers; beyond that, the least recent are dropped. */
const MOST_CALLERS = 50_000;

/** The unsynchronised share of a quota: a 20th across all processes. */
const UNTOLD_PARTS = 20;

/** RateLimit headers (draft-ietf-httpapi-ratelimit-headers, structured fields). */
type LeftHeaders = Readonly<Record<string, string>>;

type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * A fixed-window rate limit. A caller's first request opens a window in which exactly `quota` requests pass, or as many as the caller's own
 * quota. Memory is bounded by {@link MOST_CALLERS}. `clock` gives milliseconds.
 *
 * With several processes (`shared`), each reports callers that exceed {@link untoldAtMost} ahead of need, so that all together let
 * through at most a tenth more than the quota, and rare callers cost no query. If reporting fails, each enforces its Nth part.
 */
export function createRateLimit(policy: RatePolicy, clock: () => number, shared?: SharedWindows) {
  const { name } = policy;
  // Two generations, because evicting from one map entry by entry is slow.
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();

  function take(caller: string, quota = policy.quota): LeftHeaders | Promise<LeftHeaders> {
    const now = clock();
    const seconds = secondsLeft(policy, now);
    let window = windowOf(caller);
    if (window === undefined || window.ends <= now) {
      window = { taken: 0, untold: 0, told: 0, ends: now + seconds * 1000, shared: undefined };
      recent.set(caller, window);
    }
    let passes = window.told + window.untold < quota;
    if (shared !== undefined && passes) {
      const most = untoldAtMost(quota, shared.processes());
      if (2 * (window.untold + 1) > most) {
        const told = shared.tell(window, { policy: name, caller, seconds: Math.ceil(seconds) });
        if (window.untold >= most && !shared.isAway()) return told.then(() => take(caller, quota));
      }
      if (shared.isAway()) passes = window.untold < most || window.taken < quota / shared.processes();
    }
    const wait = Math.ceil((window.ends - now) / 1000);
    if (passes) {
      window.taken += 1;
      window.untold += 1;
    }
    return outcome({ ...policy, quota }, passes, Math.max(0, quota - window.told - window.untold), wait);
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

/** How long a window is that begins at `now` (epoch milliseconds), in seconds. */
function secondsLeft({ seconds, isByClock = false }: RatePolicy, now: number): number {
  return isByClock ? seconds - ((now / 1000) % seconds) : seconds;
}

/** The headers of a request that passes. @throws {Problem} too-many-requests, with Retry-After. `wait` is in seconds. */
function outcome({ name, quota, seconds }: RatePolicy, passes: boolean, left: number, wait: number): LeftHeaders {
  const headers = {
    'ratelimit-policy': `"${name}";q=${quota};w=${seconds}`,
    ratelimit: `"${name}";r=${left};t=${wait}`,
  };
  if (passes) return headers;
  throw new Problem(
    'too-many-requests',
    `The limit is ${quota} ${name} per ${seconds === 3600 ? 'hour' : `${seconds} seconds`}. Try again in ${wait} s.`,
    [],
    {
      ...headers,
      'retry-after': String(wait),
    },
  );
}

/** The same limit for several threads of a process, which share a table. */
function createThreadsLimit(policy: RatePolicy, clock: () => number, table: WindowTable): Pick<RateLimit, 'take'> {
  const { name, quota, seconds } = policy;
  return {
    take(caller) {
      const { passes, left, waitMs } = table.take(`${name} ${caller}`, quota, seconds, clock());
      return outcome(policy, passes, left, Math.ceil(waitMs / 1000));
    },
  };
}

/** The most unreported requests of a caller in one of `processes`. */
export function untoldAtMost(quota: number, processes: number): number {
  return processes === 1 ? quota : Math.max(1, Math.floor(quota / (UNTOLD_PARTS * processes)));
}

/** What public keys spend: guests, and plays begun and finished. */
type Spending = 'guests' | 'begun plays' | 'finished plays';

/** The limits of the API; `undefined` for unlimited. */
export interface RateLimits {
  /** By key; for a public key, by client address, too. */
  readonly writes: Pick<RateLimit, 'take'> | undefined;
  /** By client address. */
  readonly reads: Pick<RateLimit, 'take'> | undefined;
  /** Invalid and missing keys, by client address. Always limited. */
  readonly failures: Pick<RateLimit, 'take'>;
  /** Guests: attempts to recover one, changes by themselves, and erasures. */
  readonly guests: Readonly<Record<'recovered' | 'changed' | 'erased', TwofoldLimit>>;
  /**
   * Spends from what a public key, by its id, has for this clock hour. No address spends more than a tenth, so that a single one cannot use
   * it up. @throws {Problem} too-many-requests, with Retry-After, beyond that.
   */
  readonly spend: (what: Spending, key: string, bounds: WriteBounds, address: string) => Promise<void>;
}

interface TwofoldLimit {
  /** Counts a request of an address, and of `all` together: those with one key, or all of them. @throws {Problem} too-many-requests. */
  readonly take: (caller: string, all?: string) => Promise<void>;
}

/** Per hour, by address and in total; for erasures, the total is per key, so that a few addresses cannot block the others. */
const GUEST_QUOTAS = {
  recovered: ['recovery attempts', 20, 10_000],
  changed: ['requests of guests', 240, 100_000],
  erased: ['erasures of guests', 10, 1000],
} as const;

/** Invalid keys per address and minute. */
const FAILURES = 60;

/** The part of a public key's budget that one address may spend. */
const ADDRESS_PARTS = 10;

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
  const always = {
    failures: limit('failed keys', perMinute === 'off' ? FAILURES : Math.min(FAILURES, perMinute)),
    guests: {
      changed: perMinute === 'off' ? UNLIMITED : twofold(GUEST_QUOTAS.changed),
      recovered: twofold(GUEST_QUOTAS.recovered),
      erased: twofold(GUEST_QUOTAS.erased),
    },
    spend: createSpending(clock, shared instanceof WindowTable ? undefined : shared),
  };
  if (perMinute === 'off') return { writes: undefined, reads: undefined, ...always };
  return { writes: limit('writes', perMinute), reads: limit('reads', perMinute), ...always };
}

/** The writing thread handles all requests that spend a budget, so other threads need not share the windows. */
function createSpending(clock: () => number, shared: SharedWindows | undefined): RateLimits['spend'] {
  const hourly = (name: Spending) => createRateLimit({ name, quota: 0, seconds: 3600, isByClock: true }, clock, shared);
  // Separate, because many addresses would push out the windows of keys.
  const [ofKeys, ofAddresses] = [0, 1].map(() => ({
    guests: hourly('guests'),
    'begun plays': hourly('begun plays'),
    'finished plays': hourly('finished plays'),
  })) as [Readonly<Record<Spending, RateLimit>>, Readonly<Record<Spending, RateLimit>>];
  return async (what, key, { guests, plays }, address) => {
    const quota = what === 'guests' ? (guests ?? KEY_BUDGETS.guests) : (plays ?? KEY_BUDGETS.plays);
    await ofAddresses[what].take(`${key} ${address}`, Math.ceil(quota / ADDRESS_PARTS));
    await ofKeys[what].take(key, quota);
  };
}

const UNLIMITED: TwofoldLimit = { take: async () => {} };
