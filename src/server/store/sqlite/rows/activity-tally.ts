/**
 * Points are summed in two parts, points = high * 2^26 + low. Each event of exact points adds at most 2^27 to either,
 * so that neither leaves SQLite's whole numbers before there are 2^36 events, whatever they add up to: the sum of a
 * day is of all players together, and bounded by nothing.
 */
const LOW_PART = 2 ** 26;

/** Points in SQL, from the columns of `activity_days` or sums of them; a double, exact as far as doubles are. */
export function pointsInSql(high: string, low: string): string {
  return `CAST(${high} AS REAL) * ${LOW_PART} + ${low}`;
}

/** Adds to a row of `activity_days`, whose table may be a copy of another name; its columns in the order of an {@link ActivityRow} after the board. */
export function addActivitySql(table: string): string {
  return `
    INSERT INTO ${table} (board, day, activity, events, points_high, points_low) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      events = events + excluded.events,
      points_high = points_high + excluded.points_high,
      points_low = points_low + excluded.points_low`;
}

export type ActivityRow = readonly [day: number, activity: string, events: number, high: number, low: number];

interface Sums {
  events: number;
  high: number;
  low: number;
}

/** What a stretch of events of one board adds to its days and activities: one row for each of them that it touches. */
export class ActivityTally {
  readonly #days = new Map<number, Map<string, Sums>>();
  #size = 0;

  /** How many rows there are. */
  get size(): number {
    return this.#size;
  }

  /** Counts an event that comes, or goes; `day` is the start of its day in epoch milliseconds. */
  add(day: number, activity: string, points: number, sign: 1 | -1 = 1): void {
    let activities = this.#days.get(day);
    if (activities === undefined) this.#days.set(day, (activities = new Map<string, Sums>()));
    let sums = activities.get(activity);
    if (sums === undefined) {
      activities.set(activity, (sums = { events: 0, high: 0, low: 0 }));
      this.#size += 1;
    }
    const high = Math.floor(points / LOW_PART);
    sums.events += sign;
    sums.high += sign * high;
    sums.low += sign * (points - high * LOW_PART);
  }

  /** The rows counted since the last time, which are forgotten. */
  *take(): Iterable<ActivityRow> {
    for (const [day, activities] of this.#days) {
      for (const [activity, { events, high, low }] of activities) yield [day, activity, events, high, low];
    }
    this.#days.clear();
    this.#size = 0;
  }
}
