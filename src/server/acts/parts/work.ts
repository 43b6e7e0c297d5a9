import { timeText } from '../../../contract/moment-text.ts';
import type { ApiWork } from '../../../contract/server-answers.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import type { WorkTold } from '../../audit/long-work.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';

/** Work as it is told, its players by number. */
type Told = Omit<ApiWork, 'players'> & { readonly players: readonly number[] };

/** What takes long: what is under way here or, of what the store knows of, in another process, and then what ended here of late. */
export async function workAnswer({ work, imports, store }: LiveBoards): Promise<readonly ApiWork[]> {
  const here = work.list().map(toldHere);
  const underWay = here.filter(({ state }) => state === 'under-way');
  const importing = imports
    .list()
    .map(({ id, file, board, startedAt }) => toldInStore({ id, what: 'import', players: [], subject: file, board, startedAt }));
  const all = [
    ...[...underWay, ...importing].toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
    ...here.filter(({ state }) => state !== 'under-way'),
  ];
  const numbers = [...new Set(all.flatMap(({ players }) => players))];
  const names = new Map((await store.players(numbers)).map((player) => [player.number, namesAnswer(player)]));
  return all.map((told) => withNames(told, names));
}

function withNames(told: Told, names: ReadonlyMap<number, ApiWork['players'][number]>): ApiWork {
  return { ...told, players: told.players.map((number) => names.get(number)!) };
}

/** Work that the store knows of: whoever does it knows how far it is. */
function toldInStore({
  startedAt,
  ...known
}: Pick<Told, 'id' | 'what' | 'players' | 'subject' | 'board'> & { readonly startedAt: number }): Told {
  const unknown = { by: null, done: null, total: null, endedAt: null, failure: null } as const;
  return { ...known, ...unknown, startedAt: timeText(startedAt), state: 'under-way' };
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
