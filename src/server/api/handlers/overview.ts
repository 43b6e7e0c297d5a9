import type { ApiListedKey } from '../../../contract/api-key.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { type ApiOverview, FIRST_TITLE, SETUP_STEPS, type SetupStep } from '../../../contract/running-server.ts';
import { ENDING_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { listedImports } from '../../acts/imports.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import type { Activity } from '../../boards/points/hourly-counts.ts';
import { HELD } from '../../boards/points/kept-held.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { Problem } from '../../http/problem.ts';
import { countRecords } from '../../store/records.ts';
import { type ApiParts, NO_BACKUPS, type SharingProcess } from './api-parts.ts';

/** Cache time in milliseconds, because every open console polls. */
const BELIEVED_MS = 1000;

/** The overview, refreshed at most once a second. Its cost does not grow with players or events. */
export function createOverview(parts: ApiParts): () => Promise<ApiOverview> {
  let lookedAt = -Infinity;
  let found: Promise<ApiOverview> | undefined;
  return () => {
    const now = parts.clock();
    if (found === undefined || Math.abs(now - lookedAt) >= BELIEVED_MS) {
      lookedAt = now;
      const looking = look(parts, now);
      found = looking;
      // Do not cache failures.
      looking.catch(() => (found === looking ? (found = undefined) : undefined));
    }
    return found;
  };
}

async function look(parts: ApiParts, now: number): Promise<ApiOverview> {
  const { boards, keyring, backups = 'no folder', disk, processes = async () => [] } = parts;
  const { rate, store } = boards;
  const { canStore, warnings } = await readinessTold(parts.readiness);
  const activity = await boards.hours.activity();
  const keys = keysInUse((await keyring?.list()) ?? [], activity.keys, now);
  const backup = typeof backups === 'string' ? undefined : backups.state;
  return {
    at: timeText(now),
    events: { perSecond: rate.perSecond(), minutes: [...rate.minutes()], since: timeText(rate.since) },
    keys,
    activity: activityAnswer(activity, boards),
    endings: [...(await nextEndings(boards, now))],
    reviews: [...provisionalPeriods(boards)],
    held: await countRecords(store, HELD, 'waiting'),
    payoutsDue: await countRecords(store, PAYOUT, 'due'),
    imports: [...listedImports(boards)],
    // A missing folder is reported as trouble.
    disk: (await disk?.().catch(() => undefined)) ?? null,
    backups:
      typeof backups === 'string'
        ? { schedule: null, newestAt: null, trouble: NO_BACKUPS[backups] }
        : {
            schedule: { everySeconds: backups.schedule.everyMs / 1000, keep: backups.schedule.keep },
            newestAt: backup?.newestAt === undefined ? null : timeText(backup.newestAt),
            trouble: backup?.trouble ?? null,
          },
    webhooks: await Promise.all(boards.webhooks.list().map((webhook) => webhookAnswer(boards, webhook))),
    processes: (await processes()).map((each) => processAnswer(each, now)),
    setup: [...(await stepsLeft(parts, keys, backup?.newestAt))],
    canStore,
    troubles: [...warnings, ...(backup?.trouble === undefined ? [] : [backup.trouble])],
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

function keysInUse(keys: readonly ApiListedKey[], events: Activity['keys'], now: number): ApiOverview['keys'] {
  const inUse = keys.filter(({ revoked, expires }) => revoked === null && (expires === null || Date.parse(expires) > now));
  return inUse
    .map(({ id, name, role, lastUsedAt, lastEventAt }) => ({ id, name, role, lastUsedAt, lastEventAt, events: events.get(id) ?? 0 }))
    .toSorted((a, b) => b.events - a.events || (b.lastEventAt ?? '').localeCompare(a.lastEventAt ?? ''));
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

const MOST_NAMED = 5;

function activityAnswer({ since, hours, days, boards: byBoard }: Activity, boards: LiveBoards): ApiOverview['activity'] {
  const kept = boards.boards().map(({ name, title }) => ({ name, title, events: byBoard.get(name) ?? 0 }));
  return {
    since: timeText(since),
    hours: hours.map(({ start, ...counted }) => ({ start: timeText(start), ...counted })),
    days: days.map(({ start, ...counted }) => ({ day: timeText(start).slice(0, 10), ...counted })),
    boards: kept
      .filter(({ events }) => events > 0)
      .toSorted((a, b) => b.events - a.events)
      .slice(0, MOST_NAMED),
  };
}

/** Setup steps that the operator of a new site has not done yet. PostgreSQL has backups of its own. */
async function stepsLeft(
  { boards, appearance, backups }: ApiParts,
  keys: ApiOverview['keys'],
  newestBackupAt: number | undefined,
): Promise<readonly SetupStep[]> {
  const listed = boards.listed();
  const isDone: Record<SetupStep, boolean> = {
    'write-key': keys.some(({ role }) => role === 'write'),
    'first-point': (await boards.store.newestReceivedAt()) !== undefined,
    'board-title': listed.some(({ title }) => title !== FIRST_TITLE),
    prizes: listed.some(({ name }) => ENDING_KINDS.some((kind) => boards.catalogue.prizes(name, kind).length > 0)),
    logo: appearance.value.logo !== undefined,
    // Listing opens each file.
    backup: backups === 'postgres' || newestBackupAt !== undefined || (typeof backups === 'object' && backups.list().length > 0),
  };
  return SETUP_STEPS.filter((step) => !isDone[step]);
}

const MOST_ENDINGS = 10;

type ApiClosing = ApiOverview['reviews'][number];

type OpenPeriod = Pick<ReturnType<LiveBoards['reviews']['list']>[number], 'board' | 'kind' | 'start' | 'end' | 'finalAt'> & {
  readonly prizes: readonly unknown[];
};

/** Ended periods that are not closed, then the next to end, across all listed boards, at `now` in epoch milliseconds. Excludes reviews. */
async function nextEndings(boards: LiveBoards, now: number): Promise<readonly ApiOverview['endings'][number][]> {
  const { catalogue, closing, store } = boards;
  const ended = (await store.endedPeriods(now)).flatMap((period): readonly OpenPeriod[] => {
    const { board, kind, start, end, reopenedAt } = period;
    if (kind === 'all-time' || closing.stateOf(board, period, false) === 'provisional') return [];
    const finalAt = closing.finalTime(board, period, reopenedAt);
    return [{ board, kind, start, end, finalAt, prizes: catalogue.prizes(board, kind) }];
  });
  const going = boards.listed().flatMap(({ name, calendar }) =>
    ENDING_KINDS.map((kind): OpenPeriod => {
      const span = periodContaining(kind, now, calendar);
      const { start, end } = span;
      return { board: name, kind, start, end, finalAt: closing.finalTime(name, span), prizes: catalogue.prizes(name, kind) };
    }),
  );
  const byEnd = Map.groupBy([...ended, ...going], ({ end }) => end);
  const next = [...byEnd].toSorted(([a], [b]) => a - b).slice(0, MOST_ENDINGS);
  return next.map(([end, periods]) => {
    const won = periods.filter(({ prizes }) => prizes.length > 0);
    const { name, title } = boards.board((won[0] ?? periods[0]!).board);
    return {
      endsAt: timeText(end),
      finalAt: timeText(Math.max(...periods.map(({ finalAt }) => finalAt))),
      kinds: ENDING_KINDS.filter((kind) => periods.some((period) => period.kind === kind)),
      boards: new Set(periods.map(({ board }) => board)).size,
      boardsWithPrizes: new Set(won.map(({ board }) => board)).size,
      board: { name, title },
    };
  });
}

/** Provisional periods, in the order they become final. */
function provisionalPeriods(boards: LiveBoards): readonly ApiClosing[] {
  return boards.reviews
    .list()
    .filter((review) => boards.closing.stateOf(review.board, review, false) === 'provisional')
    .toSorted((a, b) => a.finalAt - b.finalAt)
    .map((review) => closingAnswer(boards, review));
}

function closingAnswer(boards: LiveBoards, { board, kind, start, end, finalAt, prizes }: OpenPeriod): ApiClosing {
  const { title, calendar } = boards.board(board);
  const hasPrizes = prizes.length > 0;
  return { board, title, kind, from: dayOf(start, calendar), endsAt: timeText(end), finalAt: timeText(finalAt), hasPrizes };
}
