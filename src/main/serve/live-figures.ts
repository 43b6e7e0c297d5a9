// What the figures of a live server are read from.
import type { Push } from '../../server/api/push.ts';
import { HELD } from '../../server/boards/points/kept-held.ts';
import { PAYOUT } from '../../server/boards/settling/payouts.ts';
import type { LiveBoards } from '../../server/boards/live-boards.ts';
import type { ScheduledBackups } from '../../server/data/backups/scheduled-backups.ts';
import type { DataPlace } from '../../server/operation/data-place.ts';
import { folderBytes } from '../../server/operation/disk-room.ts';
import type { Figure } from '../../server/watching/exposition.ts';

export interface FigureParts {
  readonly boards: Pick<LiveBoards, 'store' | 'boards' | 'commits' | 'changes' | 'imports' | 'orderSizes'>;
  readonly push: Push;
  readonly readiness: () => Promise<readonly string[]>;
  readonly place: DataPlace;
  /** Of a folder that is backed up by schedule. */
  readonly backups?: Pick<ScheduledBackups, 'state'> | undefined;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The figures of what a live server does, beside those of requests and of the process. */
export function liveFigures({ boards, push, readiness, place, clock, backups }: FigureParts): readonly Figure[] {
  const { commits } = boards;
  const gauge = (name: string, help: string, read: () => number): Figure => ({
    name,
    help,
    type: 'gauge',
    read: () => [{ value: read() }],
  });
  const counter = (name: string, help: string, read: () => number): Figure => ({
    name,
    help,
    type: 'counter',
    read: () => [{ value: read() }],
  });
  /** How long something took in all, in seconds, and how often. */
  const summary = (name: string, help: string, read: () => { readonly sum: number; readonly count: number }): Figure => ({
    name,
    help,
    type: 'summary',
    read() {
      const { sum, count } = read();
      return [
        { suffix: '_sum', value: sum },
        { suffix: '_count', value: count },
      ];
    },
  });
  return [
    {
      name: 'laurels_ready',
      help: '1 if points can be stored, 0 if not, as /readyz says.',
      type: 'gauge',
      read: async () => [{ value: await isReady(readiness) }],
    },
    {
      name: 'laurels_troubles',
      help: 'What an operator should look at although points are taken, such as a clock that was set: how many such things.',
      type: 'gauge',
      read: async () => [{ value: (await readiness()).length }],
    },
    {
      name: 'laurels_events_total',
      help: 'Events that this process was sent, by what came of them.',
      type: 'counter',
      read: () => [
        { labels: { outcome: 'recorded' }, value: commits.counts.recorded },
        { labels: { outcome: 'repeated' }, value: commits.counts.repeated },
        { labels: { outcome: 'held' }, value: commits.counts.held },
        { labels: { outcome: 'refused' }, value: commits.counts.refused },
        { labels: { outcome: 'failed' }, value: commits.counts.failed },
      ],
    },
    summary('laurels_commit_duration_seconds', 'How long commits of events took, from their turn until they were durable.', () => ({
      sum: commits.counts.seconds,
      count: commits.counts.commits,
    })),
    gauge('laurels_commit_queue', 'Requests and other work that wait for a commit.', () => commits.waiting),
    summary('laurels_push_lag_seconds', 'From a change until the open pages were told of it.', () => ({
      sum: push.figures.lagSeconds,
      count: push.figures.told,
    })),
    gauge('laurels_listeners', 'Browsers that listen for changes.', () => push.listeners),
    counter('laurels_listeners_refused_total', 'Browsers that could not listen because too many do.', () => push.figures.refused),
    gauge('laurels_following_lag_seconds', 'For how long nothing was heard of the database that processes share; 0 if it is heard.', () =>
      boards.changes.heardUntil === undefined ? 0 : Math.max(0, (clock() - boards.changes.heardUntil) / 1000),
    ),
    {
      name: 'laurels_ranked_players',
      help: 'How many players the orders of the present periods have.',
      type: 'gauge',
      read: () => boards.orderSizes().map(({ board, kind, size }) => ({ labels: { board, period: kind }, value: size })),
    },
    gauge('laurels_boards', 'Boards, archived ones too.', () => boards.boards().length),
    gauge('laurels_imports', 'Imports that hold periods open.', () => boards.imports.list().length),
    {
      name: 'laurels_held',
      help: 'Events that are held until an operator accepts or rejects them.',
      type: 'gauge',
      read: async () => [{ value: (await boards.store.recordCounts(HELD)).get('waiting') ?? 0 }],
    },
    {
      name: 'laurels_payouts',
      help: 'Prizes that were won, by what became of them.',
      type: 'gauge',
      read: async () => Array.from(await boards.store.recordCounts(PAYOUT), ([state, value]) => ({ labels: { state }, value })),
    },
    {
      name: 'laurels_backup_age_seconds',
      help: 'How old the newest backup is. Of a server that makes none by schedule there is nothing to tell.',
      type: 'gauge',
      read: () => (backups?.state.newestAt === undefined ? [] : [{ value: Math.max(0, (clock() - backups.state.newestAt) / 1000) }]),
    },
    {
      name: 'laurels_backup_trouble',
      help: '1 if the newest backup failed or is late, 0 if all is well.',
      type: 'gauge',
      read: () => (backups === undefined ? [] : [{ value: backups.state.trouble === undefined ? 0 : 1 }]),
    },
    {
      name: 'laurels_database_bytes',
      help: 'How large the files in the data folder are.',
      type: 'gauge',
      read: () => (place.kind === 'folder' ? [{ value: folderBytes(place.folder) }] : []),
    },
  ];
}

async function isReady(readiness: () => Promise<unknown>): Promise<0 | 1> {
  try {
    await readiness();
    return 1;
  } catch {
    return 0;
  }
}
