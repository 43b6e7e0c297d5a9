import { HELD } from '../../server/boards/points/kept-held.ts';
import { PAYOUT } from '../../server/boards/settling/payouts.ts';
import type { LiveBoards } from '../../server/boards/live-boards.ts';
import type { ScheduledBackups } from '../../server/data/backups/scheduled-backups.ts';
import type { DataPlace } from '../../server/operation/data-place.ts';
import { folderBytes, freeBytes } from '../../server/operation/disk-room.ts';
import { programVersion } from '../../server/operation/this-process.ts';
import { countRecords } from '../../server/store/records.ts';
import { counter, type Figure, gauge, summary } from '../../server/watching/exposition.ts';

export interface FigureParts {
  readonly boards: Pick<LiveBoards, 'store' | 'boards' | 'commits' | 'changes' | 'imports' | 'orderSizes'>;
  /** Open change streams of all threads, and how many were refused. */
  readonly streams: { readonly open: number; readonly refused: number };
  /** How often change listeners were notified, and the total delay. */
  readonly told: { readonly times: number; readonly lagSeconds: number };
  readonly readiness: () => Promise<readonly string[]>;
  readonly place: DataPlace;
  /** For a folder with scheduled backups. */
  readonly backups?: Pick<ScheduledBackups, 'state'> | undefined;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Metrics of a live server, besides those about requests and the process. */
export function liveFigures({ boards, streams, told, readiness, place, clock, backups }: FigureParts): readonly Figure[] {
  const { counts } = boards.commits;
  return [
    gauge('laurels_build_info', 'Always 1. The label is the version of Laurels.', () => [
      { labels: { version: programVersion() }, value: 1 },
    ]),
    gauge('laurels_ready', '1 if points can be stored, otherwise 0, as in /readyz.', () =>
      readiness().then(
        () => 1,
        () => 0,
      ),
    ),
    gauge('laurels_troubles', 'The number of warnings in /readyz.', async () => (await readiness()).length),
    counter('laurels_events_total', 'Events received by this process, by outcome.', () =>
      (['recorded', 'repeated', 'held', 'refused', 'failed'] as const).map((outcome) => ({ labels: { outcome }, value: counts[outcome] })),
    ),
    summary('laurels_commit_duration_seconds', 'Duration of event commits until durable.', () => ({
      sum: counts.seconds,
      count: counts.commits,
    })),
    gauge('laurels_commit_queue', 'Requests and other jobs queued for a commit.', () => boards.commits.waiting),
    summary('laurels_push_lag_seconds', 'Time from a change until open pages are notified.', () => ({
      sum: told.lagSeconds,
      count: told.times,
    })),
    gauge('laurels_listeners', 'Open change streams.', () => streams.open),
    counter('laurels_listeners_refused_total', 'Change streams refused because too many were open.', () => streams.refused),
    gauge('laurels_following_lag_seconds', 'How long the shared database has been unreachable; 0 if it is reachable.', () =>
      boards.changes.heardUntil === undefined ? 0 : Math.max(0, (clock() - boards.changes.heardUntil) / 1000),
    ),
    gauge('laurels_ranked_players', 'Players ranked in current periods.', () =>
      boards.orderSizes().map(({ board, kind, size }) => ({ labels: { board, period: kind }, value: size })),
    ),
    gauge('laurels_boards', 'Boards, including archived ones.', () => boards.boards().length),
    gauge('laurels_imports', 'Imports that hold periods open.', () => boards.imports.list().length),
    gauge('laurels_held', 'Events on hold until an operator accepts or rejects them.', () => countRecords(boards.store, HELD, 'waiting')),
    gauge('laurels_payouts', 'Payouts, by state.', async () =>
      Array.from(await boards.store.recordCounts(PAYOUT), ([state, value]) => ({ labels: { state }, value })),
    ),
    gauge('laurels_backup_age_seconds', 'Age of the newest scheduled backup. Absent without scheduled backups.', () =>
      backups?.state.newestAt === undefined ? undefined : Math.max(0, (clock() - backups.state.newestAt) / 1000),
    ),
    gauge(
      'laurels_backup_trouble',
      '1 if the newest backup failed or is late, otherwise 0.',
      () => backups && (backups.state.trouble === undefined ? 0 : 1),
    ),
    gauge('laurels_disk_free_bytes', 'Free space on the disk of the data folder.', () =>
      place.kind === 'folder' ? freeBytes(place.folder) : undefined,
    ),
    gauge('laurels_database_bytes', 'Size of the files in the data folder.', () =>
      place.kind === 'folder' ? folderBytes(place.folder) : undefined,
    ),
  ];
}
