import type { ApiReport } from '../../src/contract/game-answers.ts';

/** An event as stored in the ledger. */
export interface LedgerEvent {
  readonly id: string;
  readonly username: string;
  readonly points: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Standing {
  readonly username: string;
  /** The order of arrival. */
  readonly number: number;
  points: number;
  /** When these points were reached, in epoch milliseconds. */
  reachedAt: number;
}

type PeriodReport = ApiReport['periods'][number];

/**
 * A minimal board that adds points: it is given the ledger event by event, and knows the right answer to each. Uses no product code. Events
 * must not have zero points.
 */
export class PlainModel {
  readonly #numbers = new Map<string, number>();
  /** By kind and start of a period, then by player. */
  readonly #periods = new Map<string, Map<string, Standing>>();

  /** Adds the next event, and returns the fault in its report; `undefined` if there is none. */
  fault(event: LedgerEvent, report: ApiReport): string | undefined {
    const { id, username, points, at } = event;
    if (!this.#numbers.has(username)) this.#numbers.set(username, this.#numbers.size + 1);
    const expected = {
      id,
      board: 'main',
      player: report.player,
      at: new Date(at).toISOString(),
      points,
      periods: report.periods.map((period) => this.#reported(period, event)),
    };
    if (report.player.username !== username || !report.periods.every((period) => isAt(period, at)))
      return `${id} of ${username} was answered with ${JSON.stringify(report)}`;
    const [found, right] = [JSON.stringify(report), JSON.stringify(expected)];
    return found === right ? undefined : `${id} was answered with ${found}, and is ${right}`;
  }

  /** The all-time points of each player. */
  totals(): Map<string, number> {
    const standings = [...(this.#periods.get(keyOf('all-time', null))?.values() ?? [])];
    return new Map(standings.map(({ username, points }) => [username, points]));
  }

  /** The expected report of one period, with kind and bounds taken from the answer. */
  #reported({ kind, start, end }: PeriodReport, { username, points, at }: LedgerEvent): PeriodReport {
    const key = keyOf(kind, start);
    let standings = this.#periods.get(key);
    if (standings === undefined) this.#periods.set(key, (standings = new Map()));
    const known = standings.get(username);
    const rankBefore = known === undefined ? undefined : ahead(standings, known).length + 1;
    const standing = known ?? { username, number: this.#numbers.get(username)!, points: 0, reachedAt: at };
    standing.points += points;
    standing.reachedAt = Math.max(standing.reachedAt, at);
    standings.set(username, standing);
    const others = ahead(standings, standing);
    const rank = others.length + 1;
    // The next player above is the one ahead with the fewest points.
    const above = Math.min(...others.map((other) => other.points));
    return {
      kind,
      start,
      end,
      state: 'counted',
      points: standing.points,
      rank,
      change: { points, ranks: rankBefore === undefined ? null : rankBefore - rank },
      improved: rankBefore === undefined || points > 0,
      next: rank === 1 ? null : { rank: rank - 1, points: above - standing.points + 1 },
    };
  }
}

function keyOf(kind: string, start: string | null): string {
  return `${kind} ${start}`;
}

function isAt({ start, end }: PeriodReport, at: number): boolean {
  return (start === null || Date.parse(start) <= at) && (end === null || at < Date.parse(end));
}

/** The players ahead: with more points; with equal points reached earlier; or reached at the same time by an earlier player. */
function ahead(standings: ReadonlyMap<string, Standing>, mine: Standing): readonly Standing[] {
  return [...standings.values()].filter(
    ({ points, reachedAt, number }) =>
      points > mine.points ||
      (points === mine.points && (reachedAt < mine.reachedAt || (reachedAt === mine.reachedAt && number < mine.number))),
  );
}
