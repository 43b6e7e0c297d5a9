import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Asking } from '../held/asking.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from '../held/boards.ts';
import { countedNow, EVENT, eventFrom, type EventRow, hasBit, timeToColumn } from '../held/columns.ts';
import type { HeldTotals } from '../held/state.ts';
import type { Ledger } from '../points-store.ts';
import type { Revised, RevisedPeriod, Revision } from '../stored-values.ts';
import { type Log, recordsOf, type RevisedTotal } from './entry.ts';

/** A revision as `revisions` has it, as far as it says how an event is now. */
type RevisionRow = Revision & { readonly counted: number };

type Refused = Revised & { readonly outcome: 'refused' };

/**
 * The rule of what voiding or restoring an event does, for every database: a period that is final stays, and so does one that the
 * event came too late for. The player's totals in the others are folded anew from all their events there.
 */
export function revisionsIn(log: Log, held: HeldTotals): Pick<Ledger, 'revise'> {
  const { state } = log;
  return {
    revise: (boardName, id, revision, isFinal, records) =>
      log.append<Revised>(async (asking) => {
        const refused = (reason: Refused['reason']) => ({ result: { outcome: 'refused', reason } }) as const;
        const board = state.board(boardName);
        const [event] = await asking.rows<EventRow>(`SELECT ${EVENT} FROM events WHERE board = $1 AND id = $2`, [board.number, id]);
        if (event === undefined) return refused('unknown event');
        const [latest] = await asking.rows<RevisionRow>(LATEST, [event.seq]);
        const isVoided = latest?.does === 'void';
        const counts = latest?.counted ?? event.counted;
        const spans = board.spans.containing(event.at);
        const changed: Changed[] = [];
        const periods = spans.map((span, bit): RevisedPeriod => {
          const key = { board: boardName, kind: span.kind, start: span.start };
          if (!hasBit(event.counted, bit)) return { period: key, state: 'late' };
          const period = periodOf(board, span)!;
          if (isFixed(period) || isFinal(span, period.reopenedAt)) return { period: key, state: 'final' };
          if (hasBit(counts, bit) !== (revision.does === 'void')) return { period: key, state: 'same' };
          changed.push({ bit, period });
          return { period: key, state: 'changed' };
        });
        const flips = isVoided !== (revision.does === 'void');
        if (changed.length === 0 && !flips) return refused(isVoided ? 'voided already' : 'not voided');
        const counted = changed.reduce((bits, { bit }) => bits ^ (1 << bit), counts);
        const totals = await refolded(asking, held, board, { ...event, counted }, changed);
        if (totals === undefined) return refused('total out of range');
        const now = { ...revision, counted };
        const result = {
          outcome: 'revised',
          player: state.players.numbered(event.player),
          event: eventFrom(event, now),
          before: eventFrom(event, latest).voided,
          periods,
        } as const;
        const day = flips ? spans[0]!.start : undefined;
        return { result, entries: [{ kind: 'revised', board, event, revision: now, day, totals }], records: recordsOf(records, result) };
      }),
  };
}

/** A period that a revision changes; `bit` is its place in the order of `PERIOD_KINDS`. */
interface Changed {
  readonly bit: number;
  readonly period: HeldPeriod;
}

/** An event of a player; `counted` is what it counts for now. */
type ChainedEvent = readonly [seq: number, points: number, at: number, counted: number];

/**
 * The totals of an event's player in the periods that change; `undefined` if one leaves the numbers that are exact. The event counts
 * as it says itself, and not as the ledger has it.
 */
async function refolded(
  asking: Asking,
  held: HeldTotals,
  board: HeldBoard,
  event: EventRow,
  changed: readonly Changed[],
): Promise<readonly RevisedTotal[] | undefined> {
  if (changed.length === 0) return [];
  const { scoring, direction } = board.settings;
  const chain = await asking.columns<ChainedEvent>(CHAIN, [
    held.latestEvent(board, event.player),
    Math.min(...changed.map(({ period }) => timeToColumn(period.start))),
    Math.max(...changed.map(({ period }) => timeToColumn(period.end))),
  ]);
  const totals: RevisedTotal[] = [];
  for (const { bit, period } of changed) {
    const { start, end } = period;
    let total: Score | undefined;
    for (const [seq, points, at, now] of chain) {
      if (at < start || at >= end || !hasBit(seq === event.seq ? event.counted : now, bit)) continue;
      total = exactScore(scoring, direction, total, { points, at });
      if (total === undefined) return undefined;
    }
    totals.push({ period, before: held.scoreOf(period, event.player), total });
  }
  return totals;
}

const LATEST = 'SELECT does, at, reason, counted FROM revisions WHERE event = $1 ORDER BY number DESC LIMIT 1';

// Each event is read once, with the one that names it: 200,000 of them take 0.2 s.
const CHAIN = `
  WITH RECURSIVE chain (seq, points, at, counted, previous) AS (
    SELECT seq, points, at, counted, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.points, events.at, events.counted, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, points, at, ${countedNow('chain')} FROM chain WHERE at >= $2 AND at < $3 ORDER BY seq`;
