import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, periodContaining, type PeriodKind } from '../../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../../domain/scoring.ts';
import { SpanCache } from '../../../../domain/span-cache.ts';
import type { BoardSettings } from '../../stored-values.ts';
import { ActivityTally } from '../rows/activity-tally.ts';
import { areSameTotals, type EventRow, hasBit, type PeriodRow, scoreFrom, type ScoreRow, timeToColumn } from '../../held/columns.ts';
import { inPlayers } from '../rows/in-players.ts';
import { newestSeq } from '../rows/newest-seq.ts';
import { preparing } from '../rows/query.ts';
import { blockOf, MOST_BEHIND, TotalsBlock } from '../../held/totals-block.ts';
import { ActivityAudit } from './activity-audit.ts';
import type { Differences } from './differences.ts';
import { periodInWords, totalInWords } from './words.ts';

/** Rows of a tally that are held in memory. */
const TALLIED_AT_ONCE = 10_000;

/** Players between two turns of the event loop. */
const PLAYERS_PER_TURN = 1000;

type LedgerRow = Pick<EventRow, 'seq' | 'player' | 'points' | 'at' | 'activity' | 'counted' | 'previous'>;

interface AuditedPeriod {
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
  readonly row: PeriodRow | undefined;
}

interface BoardAudit {
  readonly events: number;
  readonly standings: number;
  /** How many players the ledger has in each period, by the number of the period. */
  readonly standingsByPeriod: ReadonlyMap<number, number>;
}

/**
 * Folds a board's ledger anew with `domain`'s rule and compares the totals with all standings, open and final. Events are
 * read player by player, each player's in the order they were recorded, so that memory does not grow with the board. An
 * event counts for what its latest revision, or its own row, says. `reached` is told now and then how many events were read.
 */
export async function auditBoard(
  snapshot: DatabaseSync,
  number: number,
  settings: BoardSettings,
  differences: Differences,
  reached: (events: number) => void,
): Promise<BoardAudit> {
  const prepare = preparing(snapshot);
  const spans = new SpanCache((kind, at): AuditedPeriod => {
    const { start, end } = periodContaining(kind, at, settings.calendar);
    return { kind, start, end, row: periodRow.get(number, kind, timeToColumn(start)) };
  });
  const periodRow = prepare<PeriodRow, [board: number, kind: string, start: number]>(
    'SELECT * FROM periods WHERE board = ? AND kind = ? AND start = ?',
  );
  const finalOf = prepare<ScoreRow, [period: number, player: number]>(
    'SELECT points, reached_at, moved_at FROM final_standings WHERE period = ? AND player = ?',
  );
  const revisions = new Map(
    prepare<{ readonly event: number; readonly does: string; readonly counted: number }>(
      'SELECT event, does, counted FROM revisions ORDER BY number',
    )
      .all()
      .map((revision) => [revision.event, revision]),
  );
  const throughOf = prepare<{ readonly through: number }, [board: number, block: number]>(
    'SELECT through FROM totals WHERE board = ? AND block = ?',
  );
  const newest = newestSeq(snapshot)();
  const of = (player: number) => `board ${settings.name}, player ${player}`;
  const standings = keptTotals(snapshot, number);
  let open = standings.next();
  const skipTo = (player: number) => {
    for (; open.done !== true && open.value.player < player; open = standings.next())
      differences.add(`${of(open.value.player)}: has totals and no events`);
  };

  let events = 0;
  let compared = 0;
  let players = 0;
  const standingsByPeriod = new Map<number, number>();
  const tally = new ActivityTally();
  const activities = new ActivityAudit(snapshot);
  const keepTally = () => activities.add(number, tally.take());
  const ledger = prepare<LedgerRow, [board: number]>(
    'SELECT seq, player, points, at, activity, counted, previous FROM events WHERE board = ? ORDER BY player, seq',
  );
  for (const { player, rows } of inPlayers(ledger.iterate(number))) {
    skipTo(player);
    const kept = open.done !== true && open.value.player === player ? open.value : undefined;
    if (kept !== undefined) open = standings.next();
    const through = kept?.through ?? throughOf.get(number, blockOf(player))?.through ?? 0;
    if (through > newest) differences.add(`${of(player)}: has totals of event ${through}, and the last one is ${newest}`);
    const folded = new Map<string, { readonly period: AuditedPeriod; total: Score; asKept: Score | undefined }>();
    let latest: number | undefined;
    for (const { seq, points, at, activity, counted } of rows) {
      const revision = revisions.get(seq);
      const periods = spans.containing(at);
      // What came after is folded when the database is opened.
      const isKept = seq <= through;
      if (isKept) latest = seq;
      else if (seq <= newest - MOST_BEHIND) differences.add(`${of(player)}, event ${seq}: is missing in the totals`);
      if (revision?.does !== 'void') tally.add(periods[0]!.start, activity, points);
      for (const [bit, kind] of PERIOD_KINDS.entries()) {
        if (!hasBit(revision?.counted ?? counted, bit)) continue;
        const period = periods[bit]!;
        const key = `${kind} ${period.start}`;
        const before = folded.get(key);
        const total = exactScore(settings.scoring, settings.direction, before?.total, { points, at });
        if (total === undefined)
          differences.add(`${periodInWords(settings.name, kind, period.start)}, event ${seq}: the total is not exact`);
        else folded.set(key, { period, total, asKept: isKept ? total : before?.asKept });
      }
    }
    events += rows.length;
    if (tally.size >= TALLIED_AT_ONCE) keepTally();

    followChain(of(player), rows, latest, kept?.latestEvent, differences);
    const stored = new Map(kept?.totals.map((total) => [total.period, total]));
    for (const { period, total, asKept } of folded.values()) {
      const { row } = period;
      const isOpen = row?.closed_at === null;
      const final = row === undefined || isOpen ? undefined : finalOf.get(row.number, player);
      const found = isOpen ? stored.get(row.number) : final && scoreFrom(final);
      const expected = isOpen ? asKept : total;
      compared += 1;
      if (row === undefined || !areSameTotals(found, expected)) {
        const where = `${periodInWords(settings.name, period.kind, period.start)}, player ${player}`;
        differences.add(`${where}: the ledger makes ${totalInWords(expected)}, the standings have ${totalInWords(found)}`);
      }
      if (row === undefined) continue;
      standingsByPeriod.set(row.number, (standingsByPeriod.get(row.number) ?? 0) + 1);
      // Of a closed one it may have what there was when the block was written last, which nobody is told.
      stored.delete(row.number);
    }
    for (const period of stored.keys()) differences.add(`${of(player)}, period ${period}: has a total and no events`);
    players += 1;
    if (players % PLAYERS_PER_TURN === 0) {
      reached(events);
      await nextTurn();
    }
  }
  reached(events);
  skipTo(Infinity);
  keepTally();
  activities.compare(number, settings.name, differences);
  return { events, standings: compared, standingsByPeriod };
}

/** Each event names the one before of the same player, and the totals name the last one that they have. */
function followChain(
  of: string,
  rows: readonly LedgerRow[],
  latest: number | undefined,
  named: number | undefined,
  differences: Differences,
): void {
  let before: number | null = null;
  for (const { seq, previous } of rows) {
    if (previous !== before)
      differences.add(`${of}, event ${seq}: follows ${previous ?? 'none'}, and the ledger has ${before ?? 'none'} before it`);
    before = seq;
  }
  if (named !== latest) differences.add(`${of}: the latest event is ${latest ?? 'none'}, the totals name ${named ?? 'none'}`);
}

/** What the file has of players, in the order of their numbers, and up to which `seq`. */
function* keptTotals(snapshot: DatabaseSync, board: number) {
  const blocks = preparing(snapshot)<{ readonly block: number; readonly through: number; readonly totals: Uint8Array }, [board: number]>(
    'SELECT block, through, totals FROM totals WHERE board = ? ORDER BY block',
  );
  for (const { block, through, totals } of blocks.iterate(board))
    for (const player of new TotalsBlock(block, totals).players()) yield { ...player, through };
}
