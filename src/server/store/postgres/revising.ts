import { countedNow, type EventRow } from '../held/columns.ts';
import type { Ledger } from '../points-store.ts';
import { type ChainedEvent, refolded, revised, revising, type RevisionRow } from '../rules/revision.ts';
import type { Revised, Revision } from '../stored-values.ts';
import { type Commit, type Commits, keepChange, type Written } from './commits.ts';
import { type HeldBoard, isFixed, periodOf } from './memory/held-boards.ts';
import { type LoggedChange, loggedTotal, type Memory } from './memory/memory.ts';
import { recordStatements } from './records.ts';

type IsFinal = Parameters<Ledger['revise']>[3];
type ToKeep = Parameters<Ledger['revise']>[4];

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
  const spans = board.spans.containing(row.at);
  const asked = spans.map((span) => {
    const key = { board: board.settings.name, kind: span.kind, start: span.start };
    const held = () => periodOf(board, span)!;
    return { key, span, state: () => ({ closed: isFixed(held()), reopenedAt: held().reopenedAt }) };
  });
  const found = revising(row, latest, revision, asked, isFinal);
  if ('outcome' in found) return { result: found };
  const { flips, counted } = found;
  const chain = found.changed.length === 0 ? [] : await commit.columns<ChainedEvent>(CHAIN, [memory.latestEvent(board, row.player)]);
  const folds = refolded(board.settings, spans, found, row, chain);
  if (folds === undefined) return { result: { outcome: 'refused', reason: 'total out of range' } };

  const totals = folds.map(({ place, total }) => loggedTotal(periodOf(board, spans[place]!)!.number, row.player, total));
  const logged: LoggedChange = { kind: 'revised', board: board.number, totals };
  const sign = does === 'void' ? -1 : 1;
  const day = spans[0]!.start;
  const result = revised(row, latest, revision, found, memory.players.numbered(row.player));
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

const CHAIN = `
  WITH RECURSIVE chain (seq, points, at, counted, previous) AS (
    SELECT seq, points, at, counted, previous FROM events WHERE seq = $1
    UNION ALL
    SELECT events.seq, events.points, events.at, events.counted, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, points, at, ${countedNow('chain')} FROM chain ORDER BY seq`;
