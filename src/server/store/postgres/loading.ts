import { countStandings, foldAsRead, loadState, loadTotals, type Through } from '../held/loading.ts';
import { Players } from '../held/players.ts';
import { blockOf } from '../held/totals-block.ts';
import type { Queryable } from './database/connections.ts';
import { setLogged } from '../held/following.ts';
import { entryAt, logAfter, Memory, stepsOf } from './following.ts';

type PlayerColumns = readonly [username: string, displayName: string, avatar: string, knownSince: string];

/** Players per query. */
const PLAYERS_AT_ONCE = 50_000;

/** Separators of a player's columns and of players in one text. Names from outside never contain them; those of a moved database may. */
const BETWEEN_PARTS = '\x1f';
const BETWEEN_PLAYERS = '\x1e';

/** Loads memory from a transaction with one snapshot. */
export async function loadMemory(db: Queryable): Promise<Memory> {
  const [state] = await db.rows<{ readonly position: number }>('SELECT position FROM laurels');
  const memory = new Memory(new Players(), state!.position);
  await loadState(db, { boards: 'boards', periods: 'periods', documents: 'documents' }, memory);
  await loadPlayers(db, memory);
  await catchUpBlocks(db, memory, await loadTotals(db, memory));
  countStandings(memory);
  memory.last = await entryAt(db, memory.position);
  return memory;
}

/** Loads each batch of players as one text: a row for each of a million players would take several times as long. */
async function loadPlayers(db: Queryable, memory: Memory): Promise<void> {
  for (let after = 0, more = true; more; after += PLAYERS_AT_ONCE) {
    const [found] = await db.rows<{ readonly players: string | null; readonly count: number }>(
      `SELECT string_agg(concat_ws(chr(31), username, display_name, avatar, known_since::text), chr(30) ORDER BY number) AS players, count(*)
       FROM players WHERE number > $1 AND number <= $2`,
      [after, after + PLAYERS_AT_ONCE],
    );
    more = typeof found?.players === 'string';
    if (!more) return;
    const parts = found!.players!.split(BETWEEN_PLAYERS).map((text) => text.split(BETWEEN_PARTS));
    const isWhole = parts.length === found!.count && parts.every(({ length }) => length === 4);
    const rows = isWhole ? (parts as unknown as readonly PlayerColumns[]) : await playersAfter(db, after);
    for (const [username, displayName, avatar, knownSince] of rows)
      memory.players.add({ number: memory.players.count + 1, username, displayName, avatar }, Number(knownSince));
  }
}

/** The same players, as rows. */
function playersAfter(db: Queryable, after: number): Promise<readonly PlayerColumns[]> {
  return db.columns<PlayerColumns>(
    'SELECT username, display_name, avatar, known_since::text FROM players WHERE number > $1 AND number <= $2 ORDER BY number',
    [after, after + PLAYERS_AT_ONCE],
  );
}

/** Applies the events and revisions that each block lacks. */
async function catchUpBlocks(db: Queryable, memory: Memory, through: Through): Promise<void> {
  const [folded] = await db.rows<{ readonly through: number }>('SELECT through FROM folded');
  let after = folded!.through;
  while (after < memory.position) {
    const stretch = await logAfter(db, { position: after, newestPeriod: memory.newestPeriod });
    for (const step of stepsOf(stretch)) {
      if ('events' in step) for (const event of step.events) foldAsRead(memory, event, through);
      else if (step.change.kind === 'revised')
        for (const total of step.change.totals)
          if (through(step.change.board, blockOf(total[1])) < step.position && memory.period(total[0]).closed === undefined)
            setLogged(memory, total, step.position);
    }
    after = stretch.reached;
  }
}
