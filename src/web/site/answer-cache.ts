import { MINUTE_MS } from '../../domain/durations.ts';

export interface Question<Answer> {
  /** Questions with equal keys are the same. The first part of a key is the kind. */
  readonly key: readonly unknown[];
  readonly ask: () => Promise<Answer>;
  readonly retries?: number;
}

/** The state of a question; a new object after each change. */
export interface Known<Answer> {
  readonly data: Answer | undefined;
  readonly answeredAt: number;
  readonly error: Error | null;
}

/** An answer as serialised from a server to a browser. */
export interface KeptAnswer {
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly answeredAt: number;
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** A promise that exposes its result where React's `use` looks for it, so that it does not suspend. */
type Readable = Promise<unknown> & { status?: 'fulfilled'; value?: unknown };

interface Asking {
  readonly asked: number;
  /** Epoch milliseconds of the last attempt; `-Infinity` while it waits for the next one. */
  since: number;
  answer: Readable;
}

interface Entry {
  question: Question<unknown>;
  known: Known<unknown>;
  answer: Readable | undefined;
  asking: Asking | undefined;
  /** The counters of the request that was answered, and of the last invalidation. */
  answered: number;
  outdated: number;
  readonly followers: Set<() => void>;
  asked: number;
  usedAt: number;
}

const NOTHING: Known<never> = { data: undefined, answeredAt: 0, error: null };

/** The data cache of the specification, section 9. */
export const DATA_CACHE = { unusedForMs: 5 * MINUTE_MS, retries: 3, retryDelayCapMs: 30_000 } as const;

/** The longest time a refresh waits for a pending request, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * The data cache of the specification, pre-filled with some answers. A question has one pending request and one answer at a time, which is
 * dropped after five minutes without use. An answer never replaces one that was requested later. Failures are retried `retries` times,
 * unless the question has its own number.
 */
export function createAnswerCache(first: readonly KeptAnswer[] = [], retries: number = DATA_CACHE.retries) {
  const entries = new Map<string, Entry>();
  let count = 0;

  const entryOf = (question: Question<unknown>): Entry => {
    const usedAt = Date.now();
    for (const [name, { followers, asking, usedAt: before }] of entries)
      if (followers.size === 0 && asking === undefined && usedAt - before >= DATA_CACHE.unusedForMs) entries.delete(name);
    const name = nameOf(question);
    const entry = entries.get(name) ?? {
      question,
      known: NOTHING,
      answer: undefined,
      asking: undefined,
      answered: 0,
      outdated: 0,
      followers: new Set(),
      asked: 0,
      usedAt,
    };
    entries.set(name, entry);
    return Object.assign(entry, { question, usedAt });
  };

  const show = (entry: Entry, known: Known<unknown>) => {
    entry.known = known;
    for (const listener of entry.followers) listener();
  };

  const isWanted = ({ known, answered, outdated }: Entry) => known.data === undefined || answered < outdated;

  const start = (entry: Entry): Readable => {
    const asking: Asking = { asked: ++count, since: Date.now(), answer: Promise.resolve() };
    const isLast = () => entry.asking === asking;
    entry.asking = asking;
    const answer = (asking.answer = tryAgain(entry.question, retries, asking, isLast).then(
      (answered) => {
        if (isLast()) entry.asking = undefined;
        if (asking.asked < entry.answered) return answered;
        const data = shared(entry.known.data, answered);
        entry.answered = asking.asked;
        entry.answer = Object.assign(answer, { status: 'fulfilled', value: data } as const);
        show(entry, { data, answeredAt: Date.now(), error: null });
        if (entry.asked > 0 && isWanted(entry)) void begin(entry);
        return data;
      },
      (error: unknown) => {
        if (isLast()) {
          entry.asking = undefined;
          show(entry, { ...entry.known, error: error instanceof Error ? error : new Error(String(error)) });
        }
        throw error;
      },
    ));
    answer.catch(() => undefined);
    // Without an answer, the failure is cleared while a new request is pending.
    if (entry.known.data === undefined && entry.known.error !== null) show(entry, NOTHING);
    return answer;
  };

  const begin = (entry: Entry): Readable => entry.asking?.answer ?? start(entry);

  const again = (entry: Entry) => {
    if (entry.asking === undefined || Date.now() - entry.asking.since >= PATIENCE_MS) void start(entry);
  };

  for (const { key, data, answeredAt } of first) {
    const answer: Readable = Object.assign(Promise.resolve(data), { status: 'fulfilled', value: data } as const);
    Object.assign(entryOf({ key, ask: () => answer }), { known: { data, answeredAt, error: null }, answer });
  }

  return {
    known: <Answer>(question: Question<Answer>) => entryOf(question).known as Known<Answer>,
    /** Resolves with the cached answer, however old; without one, sends a request. All callers get the same promise. */
    ensure<Answer>(question: Question<Answer>) {
      const entry = entryOf(question);
      return (entry.answer ?? begin(entry)) as Promise<Answer>;
    },
    /** The same, but sends a request if the answer is stale. */
    fresh<Answer>(question: Question<Answer>) {
      const entry = entryOf(question);
      return (isWanted(entry) ? begin(entry) : entry.answer!) as Promise<Answer>;
    },
    refresh: (question: Question<unknown>) => again(entryOf(question)),
    /** Calls `listener` whenever the state changes; with `isAsked`, also requests a missing or stale answer. Returns an unsubscriber. */
    follow(question: Question<unknown>, isAsked: boolean, listener: () => void) {
      const entry = entryOf(question);
      entry.followers.add(listener);
      if (isAsked) {
        entry.asked += 1;
        if (isWanted(entry)) void begin(entry);
      }
      return () => {
        entry.followers.delete(listener);
        if (isAsked) entry.asked -= 1;
        entry.usedAt = Date.now();
      };
    },
    /** Marks all answers of a kind as stale; followed ones are requested again, now or after the pending request. */
    outdate(kind: string) {
      count += 1;
      for (const entry of entries.values()) {
        if (entry.question.key[0] !== kind) continue;
        entry.outdated = count;
        if (entry.asked > 0) again(entry);
      }
    },
    kept: (): KeptAnswer[] =>
      [...entries.values()].flatMap(({ question: { key }, known: { data, answeredAt } }) =>
        data === undefined ? [] : [{ key, data, answeredAt }],
      ),
  };
}

/** The key of a question as text, regardless of the order of property names. */
export function nameOf({ key }: Question<unknown>): string {
  return JSON.stringify(key, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The delay before retry number `failures` (0 for the first) in milliseconds: 1 s, doubling, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, DATA_CACHE.retryDelayCapMs);
}

async function tryAgain(
  { ask, retries: own }: Question<unknown>,
  retries: number,
  asking: Asking,
  isLast: () => boolean,
): Promise<unknown> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (failures >= (own ?? retries)) throw error;
      asking.since = -Infinity;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
      if (!isLast()) throw error;
      asking.since = Date.now();
    }
  }
}

/** A JSON value that shares all equal parts with the previous one, so that unchanged parts do not re-render. */
function shared(before: unknown, now: unknown): unknown {
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const old = before as Record<string, unknown>;
  const parts = Object.entries(now).map(([name, part]) => [name, shared(Object.hasOwn(old, name) ? old[name] : undefined, part)] as const);
  const isSame =
    parts.length === Object.keys(old).length && parts.every(([name, part]) => Object.hasOwn(old, name) && Object.is(part, old[name]));
  // A property may be called "__proto__", which cannot be assigned.
  const value = Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  return isSame ? before : value;
}
