import type { PeriodSpan } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { eventFrom, type EventRow } from '../held/columns.ts';
import type { Ledger } from '../points-store.ts';
import type { BoardSettings, PeriodKey, Revised, RevisedPeriod, Revision, StoredPlayer } from '../stored-values.ts';

type IsFinal = Parameters<Ledger['revise']>[3];

/** A revision as `revisions` has it, as far as it says how an event is now. */
export type RevisionRow = Revision & { readonly counted: number };

/** One of the periods of an event, and what the database knows of it; asked only of one that the event once counted for. */
export interface RevisedSpan {
  readonly key: PeriodKey;
  readonly span: PeriodSpan;
  readonly state: () => { readonly closed: boolean; readonly reopenedAt: number | undefined };
}

/** What a revision of an event changes. */
export interface Revising {
  /** Whether the event is voided then and was not, or the other way round. */
  readonly flips: boolean;
  readonly periods: readonly RevisedPeriod[];
  /** The places of those that change. */
  readonly changed: readonly number[];
  /** The bits of the periods that the event counts for then. */
  readonly counted: number;
}

/**
 * The rule of what voiding or restoring an event does, for every database: a period that is final stays, and so does one that the
 * event came too late for. `latest` is the latest revision before, `spans` are in the order of `PERIOD_KINDS`.
 */
export function revising(
  event: EventRow,
  latest: RevisionRow | undefined,
  { does }: Revision,
  spans: readonly RevisedSpan[],
  isFinal: IsFinal,
): Revising | (Revised & { readonly outcome: 'refused' }) {
  const isVoided = latest?.does === 'void';
  const flips = isVoided !== (does === 'void');
  const counts = latest?.counted ?? event.counted;
  const periods = spans.map(({ key: period, span, state }, bit): RevisedPeriod => {
    if ((event.counted & (1 << bit)) === 0) return { period, state: 'late' };
    const { closed, reopenedAt } = state();
    if (closed || isFinal(span, reopenedAt)) return { period, state: 'final' };
    const isIn = (counts & (1 << bit)) !== 0;
    return { period, state: isIn === (does === 'void') ? 'changed' : 'same' };
  });
  const changed = periods.flatMap(({ state }, bit) => (state === 'changed' ? [bit] : []));
  if (changed.length === 0 && !flips) return { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' };
  return { flips, periods, changed, counted: changed.reduce((bits, bit) => bits ^ (1 << bit), counts) };
}

/** An event of a player; `counted` is what it counts for now. */
export type ChainedEvent = readonly [seq: number, points: number, at: number, counted: number];

/**
 * A player's totals in the periods that a revision changes, all folded in one walk over their events on the board, oldest first;
 * `undefined` if one leaves the numbers that are exact.
 */
export function refolded(
  { scoring, direction }: BoardSettings,
  spans: readonly { readonly start: number; readonly end: number }[],
  { changed, counted }: Revising,
  event: Pick<EventRow, 'seq'>,
  chain: Iterable<ChainedEvent>,
): readonly { readonly place: number; readonly total: Score | undefined }[] | undefined {
  const folds = changed.map((place) => ({ place, span: spans[place]!, total: undefined as Score | undefined }));
  for (const [seq, points, at, now] of chain) {
    const countsFor = seq === event.seq ? counted : now;
    for (const fold of folds) {
      if ((countsFor & (1 << fold.place)) === 0 || at < fold.span.start || at >= fold.span.end) continue;
      fold.total = exactScore(scoring, direction, fold.total, { points, at });
      if (fold.total === undefined) return undefined;
    }
  }
  return folds;
}

/** What came of a revision. */
export function revised(
  event: EventRow,
  latest: RevisionRow | undefined,
  revision: Revision,
  { counted, periods }: Revising,
  player: StoredPlayer,
) {
  const now = eventFrom(event, { ...revision, counted });
  return { outcome: 'revised', player, event: now, before: eventFrom(event, latest).voided, periods } as const;
}
