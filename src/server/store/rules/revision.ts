import type { PeriodSpan } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Asking } from '../held/asking.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from '../held/boards.ts';
import { countedNow, EVENT, eventFrom, type EventRow, timeToColumn } from '../held/columns.ts';
import { type LoggedChange, loggedTotal } from '../held/logged-change.ts';
import type { HeldTotals, State } from '../held/state.ts';
import type { Ledger } from '../points-store.ts';
import type { BoardSettings, Revised, RevisedPeriod, Revision } from '../stored-values.ts';

/** A revision as `revisions` has it, as far as it says how an event is now. */
type RevisionRow = Revision & { readonly counted: number };

/** What a revision of an event changes. */
interface Revising {
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
function revising(
  event: EventRow,
  latest: RevisionRow | undefined,
  { does }: Revision,
  board: HeldBoard,
  spans: readonly PeriodSpan[],
  isFinal: Parameters<Ledger['revise']>[3],
): Revising | (Revised & { readonly outcome: 'refused' }) {
  const isVoided = latest?.does === 'void';
  const flips = isVoided !== (does === 'void');
  const counts = latest?.counted ?? event.counted;
  const periods = spans.map((span, bit): RevisedPeriod => {
    const period = { board: board.settings.name, kind: span.kind, start: span.start };
    if ((event.counted & (1 << bit)) === 0) return { period, state: 'late' };
    const held = periodOf(board, span)!;
    if (isFixed(held) || isFinal(span, held.reopenedAt)) return { period, state: 'final' };
    const isIn = (counts & (1 << bit)) !== 0;
    return { period, state: isIn === (does === 'void') ? 'changed' : 'same' };
  });
  const changed = periods.flatMap(({ state }, bit) => (state === 'changed' ? [bit] : []));
  if (changed.length === 0 && !flips) return { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' };
  return { flips, periods, changed, counted: changed.reduce((bits, bit) => bits ^ (1 << bit), counts) };
}

/** An event of a player; `counted` is what it counts for now. */
type ChainedEvent = readonly [seq: number, points: number, at: number, counted: number];

/**
 * A player's totals in the periods that a revision changes, all folded in one walk over their events on the board, oldest first;
 * `undefined` if one leaves the numbers that are exact.
 */
function refolded(
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

/** What a revision writes, if it is not refused. */
export interface DecidedRevision {
  readonly result: Revised & { readonly outcome: 'revised' };
  readonly board: HeldBoard;
  readonly event: EventRow;
  /** The start of the event's day. */
  readonly day: number;
  /** Whether the event counts among those of its day then and did not, or the other way round. */
  readonly flips: boolean;
  readonly counted: number;
  /** The totals that change, with those before; none is left of one that is `undefined`. */
  readonly totals: readonly { readonly period: HeldPeriod; readonly before: Score | undefined; readonly total: Score | undefined }[];
  readonly logged: LoggedChange;
}

/** Decides a revision, for every database: reads the event and, where totals change, all events of its player along their chain. */
export async function decidedRevision(
  asking: Asking,
  state: State,
  held: HeldTotals,
  [boardName, id, revision, isFinal]: Parameters<Ledger['revise']>,
): Promise<(Revised & { readonly outcome: 'refused' }) | DecidedRevision> {
  const board = state.board(boardName);
  const [event] = await asking.rows<EventRow>(`SELECT ${EVENT} FROM events WHERE board = $1 AND id = $2`, [board.number, id]);
  if (event === undefined) return { outcome: 'refused', reason: 'unknown event' };
  const [latest] = await asking.rows<RevisionRow>(
    'SELECT does, at, reason, counted FROM revisions WHERE event = $1 ORDER BY number DESC LIMIT 1',
    [event.seq],
  );
  const spans = board.spans.containing(event.at);
  const found = revising(event, latest, revision, board, spans, isFinal);
  if ('outcome' in found) return found;
  const { changed, counted, flips, periods } = found;
  const chain =
    changed.length === 0
      ? []
      : await asking.columns<ChainedEvent>(CHAIN, [
          held.latestEvent(board, event.player),
          Math.min(...changed.map((place) => timeToColumn(spans[place]!.start))),
          Math.max(...changed.map((place) => timeToColumn(spans[place]!.end))),
        ]);
  const folds = refolded(board.settings, spans, found, event, chain);
  if (folds === undefined) return { outcome: 'refused', reason: 'total out of range' };
  const totals = folds.map(({ place, total }) => {
    const period = periodOf(board, spans[place]!)!;
    return { period, before: held.scoreOf(period, event.player), total };
  });
  const player = state.players.numbered(event.player);
  const now = eventFrom(event, { ...revision, counted });
  const result = { outcome: 'revised', player, event: now, before: eventFrom(event, latest).voided, periods } as const;
  const logged: LoggedChange = {
    kind: 'revised',
    board: board.number,
    totals: totals.map(({ period, total }) => loggedTotal(period.number, event.player, total)),
  };
  return { result, board, event, day: spans[0]!.start, flips, counted, totals, logged };
}

// Each event is read once, with the one that names it: 200,000 of them take 0.2 s.
const CHAIN = `
  WITH RECURSIVE chain (seq, points, at, counted, previous) AS (
    SELECT seq, points, at, counted, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.points, events.at, events.counted, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, points, at, ${countedNow('chain')} FROM chain WHERE at >= $2 AND at < $3 ORDER BY seq`;
