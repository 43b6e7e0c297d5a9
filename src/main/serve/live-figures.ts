// What the figures of a live server are read from.
import type { Push } from '../../server/api/push.ts';
import { HELD } from '../../server/boards/points/kept-held.ts';
import { PAYOUT } from '../../server/boards/settling/payouts.ts';
import type { LiveBoards } from '../../server/boards/live-boards.ts';
import type { ScheduledBackups } from '../../server/data/backups/scheduled-backups.ts';
import type { DataPlace } from '../../server/operation/data-place.ts';
import { folderBytes } from '../../server/operation/disk-room.ts';
import { counter, type Figure, gauge, summary } from '../../server/watching/exposition.ts';

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
  const { counts } = boards.commits;
  return [
    gauge('laurels_ready', '1 if points can be stored, 0 if not, as /readyz says.', () =>
      readiness().then(
        () => 1,
        () => 0,
      ),
    ),
    gauge(
      'laurels_troubles',
      'What an operator should look at although points are taken, such as a clock that was set: how many such things.',
      async () => (await readiness()).length,
    ),
    counter('laurels_events_total', 'Events that this process was sent, by what came of them.', () =>
      (['recorded', 'repeated', 'held', 'refused', 'failed'] as const).map((outcome) => ({ labels: { outcome }, value: counts[outcome] })),
    ),
    summary('laurels_commit_duration_seconds', 'How long commits of events took, from their turn until they were durable.', () => ({
      sum: counts.seconds,
      count: counts.commits,
    })),
    gauge('laurels_commit_queue', 'Requests and other work that wait for a commit.', () => boards.commits.waiting),
    summary('laurels_push_lag_seconds', 'From a change until the open pages were told of it.', () => ({
      sum: push.figures.lagSeconds,
      count: push.figures.told,
    })),
    gauge('laurels_listeners', 'Browsers that listen for changes.', () => push.listeners),
    counter('laurels_listeners_refused_total', 'Browsers that could not listen because too many do.', () => push.figures.refused),
    gauge('laurels_following_lag_seconds', 'For how long nothing was heard of the database that processes share; 0 if it is heard.', () =>
      boards.changes.heardUntil === undefined ? 0 : Math.max(0, (clock() - boards.changes.heardUntil) / 1000),
    ),
    gauge('laurels_ranked_players', 'How many players the orders of the present periods have.', () =>
      boards.orderSizes().map(({ board, kind, size }) => ({ labels: { board, period: kind }, value: size })),
    ),
    gauge('laurels_boards', 'Boards, archived ones too.', () => boards.boards().length),
    gauge('laurels_imports', 'Imports that hold periods open.', () => boards.imports.list().length),
    gauge(
      'laurels_held',
      'Events that are held until an operator accepts or rejects them.',
      async () => (await boards.store.recordCounts(HELD)).get('waiting') ?? 0,
    ),
    gauge('laurels_payouts', 'Prizes that were won, by what became of them.', async () =>
      Array.from(await boards.store.recordCounts(PAYOUT), ([state, value]) => ({ labels: { state }, value })),
    ),
    gauge(
      'laurels_backup_age_seconds',
      'How old the newest backup is. Of a server that makes none by schedule there is nothing to tell.',
      () => (backups?.state.newestAt === undefined ? undefined : Math.max(0, (clock() - backups.state.newestAt) / 1000)),
    ),
    gauge(
      'laurels_backup_trouble',
      '1 if the newest backup failed or is late, 0 if all is well.',
      () => backups && (backups.state.trouble === undefined ? 0 : 1),
    ),
    gauge('laurels_database_bytes', 'How large the files in the data folder are.', () =>
      place.kind === 'folder' ? folderBytes(place.folder) : undefined,
    ),
  ];
}
