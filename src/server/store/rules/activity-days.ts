/** An event as the activities of its day count it: that comes or, with the sign -1, that goes. */
export interface ActivityOfDay {
  /** The start of the day, in epoch milliseconds. */
  readonly day: number;
  readonly activity: string;
  readonly points: number;
  readonly sign: 1 | -1;
}

/** What events add to an activity of a day: the sum is exact, and bounded by nothing. */
export interface ActivitySum {
  readonly day: number;
  readonly activity: string;
  readonly events: number;
  readonly points: bigint;
}

/** What some events add to their days and activities, each once. */
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
