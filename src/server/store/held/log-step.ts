import type { Score } from '../../../domain/scoring.ts';
import type { LoggedChange } from './logged-change.ts';
import type { PlayerFold, RecordedStep } from './state.ts';
import type { StandingColumns } from '../stored-values.ts';

/** A commit of events, with its totals as numbers: a thread copies those faster than objects. */
type PackedStep = Omit<RecordedStep, 'folds'> & {
  /** Per player: number, latest event (0 if unknown), how many totals; per total: period, points, when reached and when last moved. */
  readonly folds: readonly number[];
};

/** Positions of boards by name, as of when a feed began. */
export type BoardPositions = ReadonlyMap<string, number>;

/** A step of the log for states on other threads, with the position after it. */
export type LogStep = { readonly position: number } & (
  | ({ readonly kind: 'recorded' } & PackedStep)
  | {
      readonly kind: 'changed';
      readonly change: LoggedChange;
      /** The totals of a reopened period. */
      readonly putBack: readonly StandingColumns[];
      /** The latest events of players that a revision gave events to. */
      readonly latest: readonly (readonly [player: number, seq: number])[];
    }
);

export function packedStep({ board, events, earliest, since, named, periods, folds }: RecordedStep): PackedStep {
  const packed: number[] = [];
  for (const { player, totals, latestEvent = 0 } of folds) {
    packed.push(player.number, latestEvent, totals.size);
    for (const [period, { now }] of totals) packed.push(period, now.points, now.reachedAt, now.movedAt);
  }
  return { board, events, earliest, since, named, periods, folds: packed };
}

/** The folds of a packed step. `scoreOf`: a player's total before it. */
export function* unpackedFolds(
  packed: readonly number[],
  scoreOf: (period: number, player: number) => Score | undefined,
): Iterable<PlayerFold> {
  for (let i = 0; i < packed.length;) {
    const [number, latestEvent, size] = [packed[i]!, packed[i + 1]!, packed[i + 2]!];
    i += 3;
    const totals = new Map<number, { readonly before: Score | undefined; readonly now: Score }>();
    for (const end = i + 4 * size; i < end; i += 4) {
      const period = packed[i]!;
      const now = { points: packed[i + 1]!, reachedAt: packed[i + 2]!, movedAt: packed[i + 3]! };
      totals.set(period, { before: scoreOf(period, number), now });
    }
    yield { player: { number }, totals, latestEvent };
  }
}
