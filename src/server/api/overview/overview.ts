import type { ApiListedKey } from '../../../contract/api-key.ts';
import { timeText } from '../../../contract/moment-text.ts';
import type { ApiOverview } from '../../../contract/server-answers.ts';
import { listedImports } from '../../acts/imports.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { HELD } from '../../boards/points/kept-held.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { Problem } from '../../http/problem.ts';
import type { DiskRoom } from '../../operation/disk-room.ts';
import type { ProcessFacts } from '../../operation/this-process.ts';
import { nextClosings, provisionalPeriods } from './next-closings.ts';

/** For how long what was found is believed, in milliseconds: every open console asks. */
const BELIEVED_MS = 1000;

/** A process that shares the data, `silentMs` after it was heard last. */
export interface SharingProcess {
  readonly id: string;
  readonly isThis: boolean;
  readonly silentMs: number;
  /** What it said of itself, if it did. */
  readonly facts: ProcessFacts | undefined;
}

/** What the overview is found out from. */
export interface OverviewParts {
  readonly boards: LiveBoards;
  readonly catalogue: CurrentCatalogue;
  /** The API keys; none where there is no list of them. */
  readonly listKeys: () => Promise<readonly ApiListedKey[]>;
  /** How backups are, or why none are made. Times are epoch milliseconds. */
  readonly backups: () =>
    | {
        readonly schedule: { readonly everyMs: number; readonly keep: number };
        readonly newestAt: number | undefined;
        readonly trouble: string | undefined;
      }
    | string;
  /** As `createReadiness` makes it. @throws {Problem} unavailable. */
  readonly readiness: () => Promise<readonly string[]>;
  /** Of the data folder; `undefined` of a database. */
  readonly disk: (() => Promise<DiskRoom>) | undefined;
  readonly processes: () => Promise<readonly SharingProcess[]>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** All that an operator looks at first, found out at most once a second. Costs nothing that grows with players or events. */
export function createOverview(parts: OverviewParts): () => Promise<ApiOverview> {
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

async function look(parts: OverviewParts, now: number): Promise<ApiOverview> {
  const { boards, catalogue, disk } = parts;
  const { rate, store } = boards;
  const backups = parts.backups();
  const { canStore, warnings } = await readinessTold(parts.readiness);
  return {
    at: timeText(now),
    events: { perSecond: rate.perSecond(), minutes: [...rate.minutes()], since: timeText(rate.since) },
    keys: keysInUse(await parts.listKeys(), now),
    closings: [...(await nextClosings(boards, catalogue, now))],
    reviews: [...provisionalPeriods(boards)],
    held: (await store.recordCounts(HELD)).get('waiting') ?? 0,
    payoutsDue: (await store.recordCounts(PAYOUT)).get('due') ?? 0,
    imports: [...listedImports(boards)],
    // A folder that is gone is told as a trouble.
    disk: (await disk?.().catch(() => undefined)) ?? null,
    backups:
      typeof backups === 'string'
        ? { schedule: null, newestAt: null, trouble: backups }
        : {
            schedule: { everySeconds: backups.schedule.everyMs / 1000, keep: backups.schedule.keep },
            newestAt: backups.newestAt === undefined ? null : timeText(backups.newestAt),
            trouble: backups.trouble ?? null,
          },
    webhooks: await Promise.all(boards.webhooks.list().map((webhook) => webhookAnswer(boards, webhook))),
    processes: (await parts.processes()).map((each) => processAnswer(each, now)),
    canStore,
    troubles: [...warnings, ...(typeof backups === 'object' && backups.trouble !== undefined ? [backups.trouble] : [])],
  };
}

async function readinessTold(readiness: OverviewParts['readiness']): Promise<{ canStore: boolean; warnings: readonly string[] }> {
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
