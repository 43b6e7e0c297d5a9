import { exactScore, type Score } from '../../../domain/scoring.ts';
import { countedNow, eventFrom, type EventRow } from '../held/columns.ts';
import type { Ledger } from '../points-store.ts';
import type { Revised, RevisedPeriod, Revision } from '../stored-values.ts';
import { type Commit, type Commits, keepChange, type Written } from './commits.ts';
import { type HeldBoard, isFixed, periodOf } from './memory/held-boards.ts';
import { type LoggedChange, loggedTotal, type Memory } from './memory/memory.ts';
import { recordStatements } from './records.ts';

type IsFinal = Parameters<Ledger['revise']>[3];
type ToKeep = Parameters<Ledger['revise']>[4];

type RevisionRow = Revision & { readonly counted: number };

/** An event of a chain; `counted` is what it counts for now. */
type ChainedEvent = readonly [seq: number, points: number, at: number, counted: number];

/** Events taken out and put back: a row of their own, and the totals that change folded anew from all the player's events there. */
export function postgresRevising(commits: Commits, memory: Memory): Pick<Ledger, 'revise'> {
  return {
    revise: (boardName, id, revision, isFinal, records) =>
      commits.run((commit) => revise(commits, memory, commit, memory.board(boardName), id, revision, isFinal, records)),
  };
}

async function revise(
  commits: Commits,
  memory: Memory,
  commit: Commit,
  board: HeldBoard,
  id: string,
  revision: Revision,
  isFinal: IsFinal,
  records: ToKeep,
): Promise<Written<Revised>> {
  const [row] = await commit.rows<EventRow>(
    'SELECT seq, board, player, id, points, at, activity, received_at, counted, previous FROM events WHERE board = $1 AND id = $2',
    [board.number, id],
  );
  if (row === undefined) return { result: { outcome: 'refused', reason: 'unknown event' } };
  const [latest] = await commit.rows<RevisionRow>(
    'SELECT does, at, reason, counted FROM revisions WHERE event = $1 ORDER BY number DESC LIMIT 1',
    [row.seq],
  );
  const { does, at, reason } = revision;
  const isVoided = latest?.does === 'void';
  const flips = isVoided !== (does === 'void');

  const counts = latest?.counted ?? row.counted;
  const spans = board.spans.containing(row.at);
  const periods = spans.map(({ kind, start, end }, bit): RevisedPeriod => {
    const period = { board: board.settings.name, kind, start };
    if ((row.counted & (1 << bit)) === 0) return { period, state: 'late' };
    const held = periodOf(board, period)!;
    if (isFixed(held) || isFinal({ kind, start, end }, held.reopenedAt)) return { period, state: 'final' };
    const isIn = (counts & (1 << bit)) !== 0;
    return { period, state: isIn === (does === 'void') ? 'changed' : 'same' };
  });
  const changed = periods.flatMap(({ state }, bit) => (state === 'changed' ? [bit] : []));
  if (changed.length === 0 && !flips) return { result: { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' } };
  const counted = changed.reduce((bits, bit) => bits ^ (1 << bit), counts);
  const refolded = await refold(memory, commit, board, row, counted, changed);
  if (refolded === undefined) return { result: { outcome: 'refused', reason: 'total out of range' } };

  const totals = refolded.map(({ bit, total }) => loggedTotal(periodOf(board, spans[bit]!)!.number, row.player, total));
  const logged: LoggedChange = { kind: 'revised', board: board.number, totals };
  const sign = does === 'void' ? -1 : 1;
  const day = spans[0]!.start;
  const result = {
    outcome: 'revised',
    player: memory.players.numbered(row.player),
    event: eventFrom(row, { ...revision, counted }),
    before: eventFrom(row, latest).voided,
    periods,
  } as const;
  const kept = await recordStatements(commit, records, result);
  return {
    result,
    write: () =>
      keepChange(
        commit,
        logged,
        [
          [
            'INSERT INTO revisions (number, event, does, at, reason, counted) VALUES ($1, $2, $3, $4, $5, $6)',
            commit.position + 1,
            row.seq,
            does,
            at,
            reason,
            counted,
          ],
          ...kept,
          ...(flips ? activityChange(board.number, day, row, sign) : []),
        ],
        board.number,
      ),
    follow: () => commits.changed(commit, logged),
  };
}

function activityChange(board: number, day: number, { activity, points }: EventRow, sign: number) {
  return [
    [
      `INSERT INTO activity_days AS day (board, day, activity, events, points) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (board, day, activity) DO UPDATE SET events = day.events + excluded.events, points = day.points + excluded.points`,
      board,
      day,
      activity,
      sign,
      String(sign * points),
    ],
    ['DELETE FROM activity_days WHERE board = $1 AND day = $2 AND activity = $3 AND events = 0', board, day, activity],
  ] as const;
}

/**
 * The totals in the periods of `bits` once the event counts for what `counted` says, folded from all the player's events
 * there in the order of recording; `undefined` if one leaves the numbers that are exact.
 */
async function refold(
  memory: Memory,
  commit: Commit,
  board: HeldBoard,
  event: EventRow,
  counted: number,
  bits: readonly number[],
): Promise<readonly { readonly bit: number; readonly total: Score | undefined }[] | undefined> {
  if (bits.length === 0) return [];
  const { scoring, direction } = board.settings;
  const spans = board.spans.containing(event.at);
  const folds = bits.map((bit) => ({ bit, span: spans[bit]!, total: undefined as Score | undefined }));
  const events = await commit.columns<ChainedEvent>(CHAIN, [memory.latestEvent(board, event.player)]);
  for (const [seq, points, at, now] of events) {
    const countsFor = seq === event.seq ? counted : now;
    for (const fold of folds) {
      if ((countsFor & (1 << fold.bit)) === 0 || at < fold.span.start || at >= fold.span.end) continue;
      fold.total = exactScore(scoring, direction, fold.total, { points, at });
      if (fold.total === undefined) return undefined;
    }
  }
  return folds;
}

const CHAIN = `
  WITH RECURSIVE chain (seq, points, at, counted, previous) AS (
    SELECT seq, points, at, counted, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.points, events.at, events.counted, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, points, at, ${countedNow('chain')} FROM chain ORDER BY seq`;
