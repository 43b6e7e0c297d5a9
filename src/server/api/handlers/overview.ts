import type { ApiListedKey } from '../../../contract/api-key.ts';
import { timeText } from '../../../contract/moment-text.ts';
import type { ApiOverview } from '../../../contract/running-server.ts';
import { listedImports } from '../../acts/imports.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { HELD } from '../../boards/points/kept-held.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { Problem } from '../../http/problem.ts';
import { type ApiParts, NO_BACKUPS, type SharingProcess } from './api-parts.ts';
import { nextClosings, provisionalPeriods } from './next-closings.ts';

/** For how long what was found is believed, in milliseconds: every open console asks. */
const BELIEVED_MS = 1000;

/** All that an operator looks at first, found out at most once a second. Costs nothing that grows with players or events. */
export function createOverview(parts: ApiParts): () => Promise<ApiOverview> {
  let lookedAt = -Infinity;
  let found: Promise<ApiOverview> | undefined;
  return () => {
    const now = parts.clock();
    if (found === undefined || Math.abs(now - lookedAt) >= BELIEVED_MS) {
      lookedAt = now;
      const looking = look(parts, now);
      found = looking;
      // What failed is looked for again by whoever asks next.
      looking.catch(() => (found === looking ? (found = undefined) : undefined));
    }
    return found;
  };
}

async function look(parts: ApiParts, now: number): Promise<ApiOverview> {
  const { boards, keyring, backups = 'no folder', disk, processes = async () => [] } = parts;
  const { rate, store } = boards;
  const { canStore, warnings } = await readinessTold(parts.readiness);
  return {
    at: timeText(now),
    events: { perSecond: rate.perSecond(), minutes: [...rate.minutes()], since: timeText(rate.since) },
    keys: keysInUse((await keyring?.list()) ?? [], now),
    closings: [...(await nextClosings(boards, now))],
    reviews: [...provisionalPeriods(boards)],
    held: (await store.recordCounts(HELD)).get('waiting') ?? 0,
    payoutsDue: (await store.recordCounts(PAYOUT)).get('due') ?? 0,
    imports: [...listedImports(boards)],
    // A folder that is gone is told as a trouble.
    disk: (await disk?.().catch(() => undefined)) ?? null,
    backups:
      typeof backups === 'string'
        ? { schedule: null, newestAt: null, trouble: NO_BACKUPS[backups] }
        : {
            schedule: { everySeconds: backups.schedule.everyMs / 1000, keep: backups.schedule.keep },
            newestAt: backups.state.newestAt === undefined ? null : timeText(backups.state.newestAt),
            trouble: backups.state.trouble ?? null,
          },
    webhooks: await Promise.all(boards.webhooks.list().map((webhook) => webhookAnswer(boards, webhook))),
    processes: (await processes()).map((each) => processAnswer(each, now)),
    canStore,
    troubles: [...warnings, ...(typeof backups === 'object' && backups.state.trouble !== undefined ? [backups.state.trouble] : [])],
  };
}

async function readinessTold(readiness: ApiParts['readiness']): Promise<{ canStore: boolean; warnings: readonly string[] }> {
  try {
    return { canStore: true, warnings: await readiness() };
  } catch (error) {
    if (error instanceof Problem) return { canStore: false, warnings: [error.message] };
    throw error;
  }
}

function keysInUse(keys: readonly ApiListedKey[], now: number): ApiOverview['keys'] {
  const inUse = keys.filter(({ revoked, expires }) => revoked === null && (expires === null || Date.parse(expires) > now));
  return inUse
    .map(({ id, name, role, lastUsedAt, lastEventAt }) => ({ id, name, role, lastUsedAt, lastEventAt }))
    .toSorted((a, b) => (b.lastEventAt ?? '').localeCompare(a.lastEventAt ?? ''));
}

async function webhookAnswer(
  { webhooks }: LiveBoards,
  webhook: ReturnType<LiveBoards['webhooks']['list']>[number],
): Promise<ApiOverview['webhooks'][number]> {
  const counts = await webhooks.deliveryCounts(webhook);
  const { name, state, reason } = webhook;
  return { name, state, reason, waiting: counts.get('waiting') ?? 0, failed: counts.get('failed') ?? 0 };
}

function processAnswer({ id, isThis, silentMs, facts }: SharingProcess, now: number): ApiOverview['processes'][number] {
  const { startedAt = null, version = null, memoryBytes = null } = facts ?? {};
  return { id, isThis, heardAt: timeText(now - silentMs), startedAt, version, memoryBytes };
}
