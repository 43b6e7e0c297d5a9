import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { DATA_CACHE, retryDelay } from '../site/data-cache.ts';

/** A promise that says what it resolved with, where React's `use` looks for it: then it is read at once. */
type Readable = Promise<unknown> & { status?: 'fulfilled'; value?: unknown };

interface Kept {
  readonly answer: Readable;
  /** Epoch milliseconds. */
  readonly askedAt: number;
}

/**
 * A source with the data cache of the specification: one question has one answer, the same promise for everybody, until nobody
 * has asked it for five minutes. What fails is asked again three times, and is not kept.
 */
export function cachedSource(source: LeaderboardSource): LeaderboardSource {
  const kept = new Map<string, Kept>();
  const ask = <Answer>(question: readonly unknown[], answerNow: () => Promise<Answer>): Promise<Answer> => {
    const now = Date.now();
    for (const [key, { askedAt }] of kept) if (now - askedAt >= DATA_CACHE.unusedForMs) kept.delete(key);
    const key = JSON.stringify(question);
    const answer: Readable = kept.get(key)?.answer ?? withRetries(answerNow);
    if (!kept.has(key))
      answer.then(
        (value) => Object.assign(answer, { status: 'fulfilled', value }),
        () => kept.delete(key),
      );
    kept.set(key, { answer, askedAt: now });
    return answer as Promise<Answer>;
  };
  return {
    rankings: (question) => ask(['rankings', question], () => source.rankings(question)),
    activities: () => ask(['activities'], () => source.activities()),
    search: (question) => ask(['search', question], () => source.search(question)),
    statCards: () => ask(['stat-cards'], () => source.statCards()),
  };
}

async function withRetries<Answer>(answerNow: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; failures < DATA_CACHE.retries; failures += 1) {
    try {
      return await answerNow();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
    }
  }
  return answerNow();
}
