import { loadState } from '../../held/loading.ts';
import { blockOf, TotalsBlock } from '../../held/totals-block.ts';
import type { Asking } from '../database/connections.ts';
import { entryAt, logAfter, stepsOf } from './log.ts';
import type { LoggedChange } from '../../held/logged-change.ts';
import { Memory } from './memory.ts';

type PlayerColumns = readonly [username: string, displayName: string, avatar: string, knownSince: string];

/** Players, and blocks of totals, read at once. */
const PLAYERS_AT_ONCE = 50_000;
const BLOCKS_AT_ONCE = 1000;

/** Between the parts of a player, and between two players, in one text. No name that comes in has them; one that was moved here may. */
const BETWEEN_PARTS = '\x1f';
const BETWEEN_PLAYERS = '\x1e';

/** Reads everything that is remembered, in a transaction that sees one moment of the database. */
export async function loadMemory(asking: Asking): Promise<Memory> {
  const [state] = await asking.rows<{ readonly position: number }>('SELECT position FROM laurels');
  const memory = new Memory(state!.position);
  await loadState(asking, { boards: 'boards', periods: 'periods', documents: 'documents' }, memory);
  await loadPlayers(asking, memory);
  await loadTotals(asking, memory);
  memory.last = await entryAt(asking, memory.position);
  return memory;
}

/** Some thousand players come as one text each time: a row for each of a million would take several times as long. */
async function loadPlayers(asking: Asking, memory: Memory): Promise<void> {
  for (let after = 0, more = true; more; after += PLAYERS_AT_ONCE) {
    const [found] = await asking.rows<{ readonly players: string | null; readonly count: number }>(
      `SELECT string_agg(concat_ws(chr(31), username, display_name, avatar, known_since::text), chr(30) ORDER BY number) AS players, count(*)
       FROM players WHERE number > $1 AND number <= $2`,
      [after, after + PLAYERS_AT_ONCE],
    );
    more = typeof found?.players === 'string';
    if (!more) return;
    const parts = found!.players!.split(BETWEEN_PLAYERS).map((text) => text.split(BETWEEN_PARTS));
    const isWhole = parts.length === found!.count && parts.every(({ length }) => length === 4);
    const rows = isWhole ? (parts as unknown as readonly PlayerColumns[]) : await playersAfter(asking, after);
    for (const [username, displayName, avatar, knownSince] of rows)
      memory.players.add({ number: memory.players.count + 1, username, displayName, avatar }, Number(knownSince));
  }
}

/** The same, one by one. */
function playersAfter(asking: Asking, after: number): Promise<readonly PlayerColumns[]> {
  return asking.columns<PlayerColumns>(
    'SELECT username, display_name, avatar, known_since::text FROM players WHERE number > $1 AND number <= $2 ORDER BY number',
    [after, after + PLAYERS_AT_ONCE],
  );
}

async function loadTotals(asking: Asking, memory: Memory): Promise<void> {
  /** By board and block. */
  const throughs = new Map<number, Map<number, number>>();
  const through = (board: number, block: number) => throughs.get(board)?.get(block) ?? 0;
  for (const board of memory.boards()) {
    const ofBoard = new Map<number, number>();
    const blocks = memory.blocksOf(board.number);
    throughs.set(board.number, ofBoard);
    for (let after = -1, more = true; more;) {
      const rows = await asking.columns<readonly [block: number, through: number, totals: Buffer]>(
        `SELECT block, through, totals FROM totals WHERE board = $1 AND block > $2 ORDER BY block LIMIT ${BLOCKS_AT_ONCE}`,
        [board.number, after],
      );
      for (const [number, reached, bytes] of rows) {
        // What is read shares its memory with the rest of the answer.
        const block = new TotalsBlock(number, new Uint8Array(bytes));
        blocks[number] = block;
        ofBoard.set(number, reached);
      }
      more = rows.length === BLOCKS_AT_ONCE;
      after = rows.at(-1)?.[0] ?? after;
    }
  }
  await foldWhatIsBehind(asking, memory, through);
  countStandings(memory);
}

/** Of open periods nobody keeps how many there are. What closed ones had while they were open is dropped. */
function countStandings(memory: Memory): void {
  const counts = new Uint32Array(memory.newestPeriod + 1);
  for (const board of memory.boards()) for (const block of memory.blocksOf(board.number)) block?.countTotals(counts);
  for (const period of memory.periods()) {
    if (period.closed === undefined) period.standings = counts[period.number]!;
    else if (counts[period.number]! > 0) for (const block of memory.blocksOf(period.board.number)) block?.dropPeriod(period.number);
  }
}

/** What blocks lack: of each the events and the revisions after the position up to which it has all. */
async function foldWhatIsBehind(asking: Asking, memory: Memory, through: (board: number, block: number) => number): Promise<void> {
  const [folded] = await asking.rows<{ readonly through: number }>('SELECT through FROM folded');
  let after = folded!.through;
  while (after < memory.position) {
    const stretch = await logAfter(asking, { position: after, newestPeriod: memory.newestPeriod });
    for (const step of stepsOf(stretch)) {
      if ('events' in step) for (const event of step.events) memory.recordAsRead(event, through);
      else if (step.change.kind === 'revised') reviseAsRead(memory, step.position, step.change, through);
    }
    after = stretch.reached;
  }
}

function reviseAsRead(
  memory: Memory,
  position: number,
  { board, totals }: LoggedChange & { readonly kind: 'revised' },
  through: (board: number, block: number) => number,
): void {
  for (const total of totals)
    if (through(board, blockOf(total[1])) < position && memory.period(total[0]).closed === undefined) memory.setLogged(total, position);
}
