import type { Ledger } from '../points-store.ts';
import { decidedRecords } from '../reading/records.ts';
import { type DecidedRevision, decidedRevision } from '../rules/revision.ts';
import type { Revised } from '../stored-values.ts';
import { type Commits, keepChange, type Statement, type Written } from './commits.ts';
import type { Memory } from './memory/memory.ts';
import { writingRecords } from './records.ts';

/** Events taken out and put back: a row of their own, and the totals that change folded anew from all the player's events there. */
export function postgresRevising(commits: Commits, memory: Memory): Pick<Ledger, 'revise'> {
  return {
    revise: (...asked) =>
      commits.run(async (commit): Promise<Written<Revised>> => {
        const decided = await decidedRevision(commit, memory, memory, asked);
        if ('outcome' in decided) return { result: decided };
        const { result, board, event, flips, counted, logged } = decided;
        const [, , { does, at, reason }, , records] = asked;
        const statements: readonly Statement[] = [
          [ADD_REVISION, commit.position + 1, event.seq, does, at, reason, counted],
          ...writingRecords(await decidedRecords(commit, records, result)),
          ...(flips ? activityChange(decided, does === 'void' ? -1 : 1) : []),
        ];
        return {
          result,
          write: () => keepChange(commit, logged, statements, board.number),
          follow: () => commits.changed(commit, logged),
        };
      }),
  };
}

const ADD_REVISION = 'INSERT INTO revisions (number, event, does, at, reason, counted) VALUES ($1, $2, $3, $4, $5, $6)';

function activityChange(
  { board: { number: board }, day, event: { activity, points } }: DecidedRevision,
  sign: number,
): readonly Statement[] {
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
  ];
}
