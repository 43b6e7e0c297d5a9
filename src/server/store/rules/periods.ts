import type { Archive } from '../points-store.ts';
import type { PeriodKey } from '../stored-values.ts';
import { type HeldPeriod, isFixed, latestClosed, periodOf } from '../held/boards.ts';
import { timeToColumn } from '../held/columns.ts';
import type { State } from '../held/state.ts';
import type { Decision, Log } from './entry.ts';

/** The rules of sealing and reopening periods, for every database. */
export function periodsIn(log: Log): Pick<Archive, 'seal' | 'reopen'> {
  return {
    async seal(key, isFinal = () => true, records?) {
      if (key.kind === 'all-time') throw new RangeError('The all-time period never ends');
      return log.append((): Decision<boolean> => {
        const period = periodOf(log.state.board(key.board), key);
        if (period === undefined || period.standings === 0 || period.closed !== undefined) return { result: false };
        const { start, end, sealed, reopenedAt } = period;
        if (!isFinal({ kind: key.kind, start, end }, reopenedAt)) return { result: false };
        return sealed ? { result: true } : { result: true, entries: [{ kind: 'sealed', period }], records };
      });
    },

    reopen: (key, { at, reason }, check = () => {}, records?) =>
      log.append(() => {
        const period = reopenable(log.state, key);
        check();
        return { result: undefined, entries: [{ kind: 'reopened', period, at, reason }], records };
      }),
  };
}

/** The period to reopen: the latest closed one of its kind, or a sealed one. @throws {RangeError} if it is neither. */
export function reopenable(state: State, key: PeriodKey): HeldPeriod {
  const board = state.board(key.board);
  const period = key.kind === 'all-time' ? undefined : periodOf(board, key);
  if (period === undefined || period.standings === 0) throw new RangeError(`The ${inWords(key)} has no standings`);
  if (!isFixed(period)) throw new RangeError(`The ${inWords(key)} is open`);
  if (period.closed !== undefined && latestClosed(board, key.kind) !== period)
    throw new RangeError(`The ${inWords(key)} is not the latest closed one of its kind`);
  return period;
}

/**
 * Whether a period can be closed: it is sealed and not closed. {@link finalRanks} checks the players.
 * @throws {RangeError} unless `order` is as long as the period's standings and `unshown` is within it.
 */
export function isClosable({ sealed, closed, standings }: HeldPeriod, order: readonly number[], unshown: number): boolean {
  if (!sealed || closed !== undefined) return false;
  if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);
  if (!Number.isInteger(unshown) || unshown < 0 || unshown > standings)
    throw new RangeError(`${unshown} of ${standings} players cannot be hidden`);
  return true;
}

/** A row of final ranks; the last time is as in columns. */
export type FinalColumns = readonly [rank: number, player: number, points: number, reachedAt: number, movedAt: number];

/** The final ranks of `players` after `before` others; adds them to `seen`. @throws {RangeError} for one without a total, or seen. */
export function finalRanks(
  state: State,
  period: HeldPeriod,
  players: readonly number[],
  before: number,
  seen: Set<number>,
): readonly FinalColumns[] {
  return players.map((player, place) => {
    const total = seen.has(player) ? undefined : state.scoreOf(period, player);
    if (total === undefined) throw new RangeError(`The order names player ${player}, who has no standing or was named before`);
    seen.add(player);
    return [before + place + 1, player, total.points, total.reachedAt, timeToColumn(total.movedAt)];
  });
}

export function inWords({ kind, start }: PeriodKey): string {
  return `${kind} period from ${start}`;
}
