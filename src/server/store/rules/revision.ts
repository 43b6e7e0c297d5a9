import { exactScore, type Score } from '../../../domain/scoring.ts';
import { eventFrom, type EventRow } from '../held/columns.ts';
import type { Ledger } from '../points-store.ts';
import type { PeriodKey, Revised, RevisedPeriod } from '../stored-values.ts';
import { boardNamed, type BoardState, type Log, type PeriodState, recordsOf, type RevisedTotal, type State } from './entry.ts';

type Refused = Revised & { readonly outcome: 'refused' };

/**
 * The rule of what voiding or restoring an event does, for every database: a period that is final stays, and so does one that the
 * event came too late for. The player's totals in the others are folded anew from all their events there.
 */
export function revisionsIn(log: Log): Pick<Ledger, 'revise'> {
  return {
    revise: (boardName, id, revision, isFinal, records) =>
      log.append<Revised>(async (state) => {
        const refused = (reason: Refused['reason']) => ({ result: { outcome: 'refused', reason } }) as const;
        const board = boardNamed(state, boardName);
        const found = await state.event(board, id);
        if (found === undefined) return refused('unknown event');
        const { row, latest } = found;
        const isVoided = latest?.does === 'void';
        const counts = latest?.counted ?? row.counted;
        const spans = state.spansAt(board, row.at);
        const changed: Changed[] = [];
        const periods = spans.map((span, bit): RevisedPeriod => {
          const key = { board: boardName, kind: span.kind, start: span.start };
          if (!hasBit(row.counted, bit)) return { period: key, state: 'late' };
          const period = state.period(key)!;
          if (period.closed !== undefined || period.sealed || isFinal(span, period.reopenedAt)) return { period: key, state: 'final' };
          if (hasBit(counts, bit) !== (revision.does === 'void')) return { period: key, state: 'same' };
          changed.push({ bit, key, period });
          return { period: key, state: 'changed' };
        });
        const flips = isVoided !== (revision.does === 'void');
        if (changed.length === 0 && !flips) return refused(isVoided ? 'voided already' : 'not voided');
        const counted = changed.reduce((bits, { bit }) => bits ^ (1 << bit), counts);
        const totals = await refolded(state, board, { ...row, counted }, changed);
        if (totals === undefined) return refused('total out of range');
        const now = { ...revision, counted };
        const before = eventFrom(row, latest).voided;
        const result = { outcome: 'revised', player: state.player(row.player), event: eventFrom(row, now), before, periods } as const;
        return {
          result,
          entries: [{ kind: 'revised', board, event: row, revision: now, day: flips ? spans[0]!.start : undefined, totals }],
          records: recordsOf(records, result),
        };
      }),
  };
}

/** A period that a revision changes; `bit` is its place in the order of `PERIOD_KINDS`. */
interface Changed {
  readonly bit: number;
  readonly key: PeriodKey;
  readonly period: PeriodState;
}

/**
 * The totals of an event's player in the periods that change; `undefined` if one leaves the numbers that are exact. The event counts
 * as it says itself, and not as the ledger has it.
 */
async function refolded(
  state: Pick<State, 'chain' | 'scoreOf'>,
  board: BoardState,
  event: EventRow,
  changed: readonly Changed[],
): Promise<readonly RevisedTotal[] | undefined> {
  if (changed.length === 0) return [];
  const from = Math.min(...changed.map(({ period }) => period.start));
  const to = Math.max(...changed.map(({ period }) => period.end));
  const chain = await state.chain(board, event.player, from, to);
  const { scoring, direction } = board.settings;
  const totals: RevisedTotal[] = [];
  for (const { bit, key, period } of changed) {
    const { start, end } = period;
    let total: Score | undefined;
    for (const [seq, points, at, now] of chain) {
      if (at < start || at >= end || !hasBit(seq === event.seq ? event.counted : now, bit)) continue;
      total = exactScore(scoring, direction, total, { points, at });
      if (total === undefined) return undefined;
    }
    totals.push({ key, period, before: state.scoreOf(board, event.player, period), total });
  }
  return totals;
}

function hasBit(bits: number, bit: number): boolean {
  return (bits & (1 << bit)) !== 0;
}
