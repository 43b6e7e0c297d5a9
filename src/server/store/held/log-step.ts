import type { TotalNow } from '../stored-values.ts';
import { periodOf } from './boards.ts';
import type { LoggedChange } from './logged-change.ts';
import type { SharedPlayers, SharedSegment } from './player-directory.ts';
import type { Recording, State } from './state.ts';

/** Period numbers, each with its number of standings. */
type Counts = readonly (readonly [period: number, standings: number])[];

/** The data a state without totals needs from one with totals to start following it. */
export interface FeedStart {
  readonly position: number;
  /** Positions of boards by name. */
  readonly positions: ReadonlyMap<string, number>;
  /** Only periods that are not closed. */
  readonly standings: Counts;
  readonly players: SharedPlayers;
}

/** A message to a state without totals: a step of the log, or players that it can share from then on. */
export type FedStep = LogStep | PlayersStep;

interface PlayersStep {
  readonly kind: 'players';
  readonly segments: readonly SharedSegment[];
  /** Whether only the players after the last segment are still missing. */
  readonly areAll: boolean;
}

/** A step of the log, with the position after it. */
export type LogStep = {
  readonly position: number;
  /** The changed totals: period, player, and how many numbers follow (points, when reached, when last moved; none if the total is gone). */
  readonly totals: readonly number[];
  /** Only periods whose totals changed. */
  readonly standings: Counts;
} & (({ readonly kind: 'recorded' } & Recording) | { readonly kind: 'changed'; readonly change: LoggedChange });

/** The start of a feed, as of the state's position. */
export function feedStart(state: State): FeedStart {
  const open = [...state.periods()].filter(({ closed }) => closed === undefined);
  return {
    position: state.position,
    positions: state.positions(),
    standings: open.map(({ number, standings }) => [number, standings]),
    players: state.players.shared(),
  };
}

/** The changed totals of a step that a state has applied, as numbers, which are faster to copy between threads than objects. */
export function packedTotals(state: State, totals: readonly TotalNow[]): Pick<LogStep, 'totals' | 'standings'> {
  const periods = new Map<TotalNow['period'], number>();
  const packed: number[] = [];
  for (const { period: key, player, total } of totals) {
    let period = periods.get(key);
    if (period === undefined) periods.set(key, (period = periodOf(state.board(key.board), key)!.number));
    if (total === undefined) packed.push(period, player, 0);
    else packed.push(period, player, 3, total.points, total.reachedAt, total.movedAt);
  }
  return { totals: packed, standings: Array.from(periods.values(), (period) => [period, state.period(period).standings]) };
}

/** The inverse of {@link packedTotals}. */
export function unpackedTotals(state: State, packed: readonly number[]): readonly TotalNow[] {
  const totals: TotalNow[] = [];
  for (let i = 0; i < packed.length;) {
    const period = state.period(packed[i]!).key;
    const player = packed[i + 1]!;
    const size = packed[i + 2]!;
    i += 3;
    const total = size === 0 ? undefined : { points: packed[i]!, reachedAt: packed[i + 1]!, movedAt: packed[i + 2]! };
    totals.push({ period, player, total });
    i += size;
  }
  return totals;
}
