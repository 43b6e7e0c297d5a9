import { timeText } from '../../../contract/moment-text.ts';
import type { ApiWork } from '../../../contract/running-server.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import type { WorkTold } from '../../audit/long-work.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';

/** A job, with players by number. */
type Told = Omit<ApiWork, 'players'> & { readonly players: readonly number[] };

/** Running jobs, here or (merges and imports) in other processes, then jobs that ended here recently. */
export async function workAnswer({ work, imports, store }: LiveBoards): Promise<readonly ApiWork[]> {
  const here = work.list().map(toldHere);
  const underWay = here.filter(({ state }) => state === 'under-way');
  // Only the process that runs it knows the progress.
  const unknown = { players: [], by: null, done: null, total: null, endedAt: null, failure: null };
  const importing = imports.list().map(({ id, file: subject, board, startedAt: at }): Told => {
    return Object.assign({ id, what: 'import', subject, board, startedAt: timeText(at), state: 'under-way' } as const, unknown);
  });
  const all = [
    ...[...underWay, ...importing].toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
    ...here.filter(({ state }) => state !== 'under-way'),
  ];
  const numbers = [...new Set(all.flatMap(({ players }) => players))];
  const names = new Map((await store.players(numbers)).map((player) => [player.number, namesAnswer(player)]));
  return all.map(({ players, ...told }): ApiWork => Object.assign(told, { players: players.map((number) => names.get(number)!) }));
}

function toldHere({ id, what, players = [], subject, by, startedAt, progress, ended }: WorkTold): Told {
  return {
    id,
    what,
    players,
    subject: subject ?? null,
    board: null,
    by,
    startedAt: timeText(startedAt),
    done: progress?.done ?? null,
    total: progress?.total ?? null,
    state: ended === undefined ? 'under-way' : ended.failure === undefined ? 'done' : 'failed',
    endedAt: ended === undefined ? null : timeText(ended.at),
    failure: ended?.failure ?? null,
  };
}
