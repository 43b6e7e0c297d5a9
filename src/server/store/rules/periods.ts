import type { Archive } from '../points-store.ts';
import type { PeriodKey } from '../stored-values.ts';
import { type Decision, type Log, type PeriodState, type State } from './entry.ts';

/** The rules of sealing and reopening periods, for every database. */
export function periodsIn(log: Log): Pick<Archive, 'seal' | 'reopen'> {
  return {
    async seal(key, isFinal = () => true, records?) {
      if (key.kind === 'all-time') throw new RangeError('All time never ends');
      return log.append((state): Decision<boolean> => {
        const period = state.period(key);
        if (period === undefined || period.standings === 0 || period.closed !== undefined) return { result: false };
        const { start, end, sealed, reopenedAt } = period;
        if (!isFinal({ kind: key.kind, start, end }, reopenedAt)) return { result: false };
        return sealed ? { result: true } : { result: true, entries: [{ kind: 'sealed', key, period }], records };
      });
    },

    reopen: (key, { at, reason }, check = () => {}, records?) =>
      log.append((state) => {
        const period = reopenable(state, key);
        check();
        return { result: undefined, entries: [{ kind: 'reopened', key, period, at, reason }], records };
      }),
  };
}

/** A period that can be reopened: the latest closed one of its kind, or one that is sealed. @throws {RangeError} if it is neither. */
export function reopenable(state: Pick<State, 'period' | 'latestClosed'>, key: PeriodKey): PeriodState {
  const period = key.kind === 'all-time' ? undefined : state.period(key);
  if (period === undefined || period.standings === 0) throw new RangeError(`The ${inWords(key)} has no standings`);
  if (period.closed === undefined && !period.sealed) throw new RangeError(`The ${inWords(key)} is open`);
  if (period.closed !== undefined && state.latestClosed(key.board, key.kind) !== key.start)
    throw new RangeError(`The ${inWords(key)} is not the latest closed one of its kind`);
  return period;
}

/**
 * Whether a period can be closed: not if it is not sealed, or closed already.
 * @throws {RangeError} unless the order has as many players as the period, all of whom may be `unshown`. Who they are, the database looks at.
 */
export function isClosable({ sealed, closed, standings }: PeriodState, order: readonly number[], unshown: number): boolean {
  if (!sealed || closed !== undefined) return false;
  if (order.length !== standings) throw new RangeError(`The order has ${order.length} players, and the period has ${standings}`);
  if (!Number.isInteger(unshown) || unshown < 0 || unshown > standings)
    throw new RangeError(`Of ${standings} players, ${unshown} cannot be unshown`);
  return true;
}

/** The error for a player who must not be in an order. */
export function misplaced(player: number): RangeError {
  return new RangeError(`The order names player ${player}, who has no standing or was named before`);
}

export function inWords({ kind, start }: PeriodKey): string {
  return `${kind} period from ${start}`;
}
