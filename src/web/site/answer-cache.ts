import { MINUTE_MS } from '../../domain/durations.ts';

/** Something that can be asked. */
export interface Question<Answer> {
  /** What it is known by: questions with equal keys are one. Its first part is its kind. */
  readonly key: readonly unknown[];
  readonly ask: () => Promise<Answer>;
  /** How often it is asked again when that fails; as often as the cache does if nothing is said. */
  readonly retries?: number;
}

/** What is known of a question: another value whenever that changes. */
export interface Known<Answer> {
  /** The last answer; `undefined` until there is one. */
  readonly data: Answer | undefined;
  /** When that came, epoch milliseconds; 0 until there is one. */
  readonly answeredAt: number;
  /** Why asking failed since; null if it did not. */
  readonly error: Error | null;
}

/** An answer as it goes from a server to a browser. */
export interface KeptAnswer {
  readonly key: readonly unknown[];
  readonly data: unknown;
  readonly answeredAt: number;
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** A promise that says what it resolved with, where React's `use` looks for it: then it is read at once. */
type Readable = Promise<unknown> & { status?: 'fulfilled'; value?: unknown };

/** An asking that goes on. */
interface Asking {
  /** Of the cache's count. */
  readonly asked: number;
  /** Epoch milliseconds of the last try; `-Infinity` while it waits for the next one. */
  since: number;
  answer: Readable;
}

interface Entry {
  /** As it was asked last. */
  question: Question<unknown>;
  known: Known<unknown>;
  answer: Readable | undefined;
  asking: Asking | undefined;
  /** The asking that the answer is from, and when it was outdated, of the cache's count. */
  answered: number;
  outdated: number;
  readonly followers: Set<() => void>;
  /** How many of them ask. */
  asked: number;
  /** Epoch milliseconds. */
  usedAt: number;
}

const NOTHING: Known<never> = { data: undefined, answeredAt: 0, error: null };

/** The data cache of the specification, section 9. */
export const DATA_CACHE = { unusedForMs: 5 * MINUTE_MS, retries: 3, retryDelayCapMs: 30_000 } as const;

/** For how long an answer is waited for before the same is asked again, where somebody wants to know what is true now; in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * The data cache of the specification. One question is asked once at a time, whoever wants to know, and has one answer until
 * nobody has used it for five minutes. An answer never takes the place of one that was asked for later. It begins with some
 * answers. What fails is asked again `retries` times, if the question does not say how often.
 */
export function createAnswerCache(first: readonly KeptAnswer[] = [], retries: number = DATA_CACHE.retries) {
  const entries = new Map<string, Entry>();
  /** Counts askings and outdatings, to know which was first. */
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
        // Somebody has asked again meanwhile, and will know better.
        if (isLast()) {
          entry.asking = undefined;
          show(entry, { ...entry.known, error: error instanceof Error ? error : new Error(String(error)) });
        }
        throw error;
      },
    ));
    // Whoever waits for it hears of a failure, and nobody else needs to.
    answer.catch(() => undefined);
    // A question without an answer has no failure while it is asked again.
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
    /** Resolves with the answer in hand, however old it is, and asks if there is none: the same promise for everybody. */
    ensure<Answer>(question: Question<Answer>) {
      const entry = entryOf(question);
      return (entry.answer ?? begin(entry)) as Promise<Answer>;
    },
    /** The same, but asks if the answer in hand is outdated too. */
    fresh<Answer>(question: Question<Answer>) {
      const entry = entryOf(question);
      return (isWanted(entry) ? begin(entry) : entry.answer!) as Promise<Answer>;
    },
    /** Asks now, whatever is in hand; what comes of it is known then. */
    refresh: (question: Question<unknown>) => again(entryOf(question)),
    /** Calls `listener` whenever what is known changes, and if `isAsked` asks as long as there is no answer, or only an outdated one. Returns how to end that. */
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
    /** Makes all answers of a kind outdated: those that are followed are asked for again, now or as soon as what is on its way is there. */
    outdate(kind: string) {
      count += 1;
      for (const entry of entries.values()) {
        if (entry.question.key[0] !== kind) continue;
        entry.outdated = count;
        if (entry.asked > 0) again(entry);
      }
    },
    /** All answers, for another cache to begin with. */
    kept: (): KeptAnswer[] =>
      [...entries.values()].flatMap(({ question: { key }, known: { data, answeredAt } }) =>
        data === undefined ? [] : [{ key, data, answeredAt }],
      ),
  };
}

/** What a question is kept under: keys are equal whatever the order of the names in them. */
export function nameOf({ key }: Question<unknown>): string {
  return JSON.stringify(key, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Milliseconds before retry number `failures` (0 for the first): 1 s, doubling, never more than 30 s. */
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

/** A JSON value, of which whatever equals a part of the one before is that part: what did not change is not shown anew. */
function shared(before: unknown, now: unknown): unknown {
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const old = before as Record<string, unknown>;
  const parts = Object.entries(now).map(([name, part]) => [name, shared(Object.hasOwn(old, name) ? old[name] : undefined, part)] as const);
  const isSame =
    parts.length === Object.keys(old).length && parts.every(([name, part]) => Object.hasOwn(old, name) && Object.is(part, old[name]));
  // A name may be "__proto__", to which nothing can be assigned.
  const value = Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  return isSame ? before : value;
}
