/** An event to add to the activities of its day or, with sign -1, to remove from them. */
export interface ActivityOfDay {
  /** The start of the day, in epoch milliseconds. */
  readonly day: number;
  readonly activity: string;
  readonly points: number;
  readonly sign: 1 | -1;
}

/** The sum of an activity's events on a day. It is exact and unbounded. */
export interface ActivitySum {
  readonly day: number;
  readonly activity: string;
  readonly events: number;
  readonly points: bigint;
}

/** The sums of some events by day and activity. */
export function activitySums(events: Iterable<ActivityOfDay>): readonly ActivitySum[] {
  const sums = new Map<string, { readonly day: number; readonly activity: string; events: number; points: bigint }>();
  for (const { day, activity, points, sign } of events) {
    const key = `${day} ${activity}`;
    let sum = sums.get(key);
    if (sum === undefined) sums.set(key, (sum = { day, activity, events: 0, points: 0n }));
    sum.events += sign;
    sum.points += BigInt(sign * points);
  }
  return [...sums.values()];
}
