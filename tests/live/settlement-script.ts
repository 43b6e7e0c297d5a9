// A board with prizes, day after day, and the winners it must have in the end: computed plainly, without a store.
import { seeded } from '../seeded.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST = Date.parse('2026-11-02T00:00:00Z');

/** How long after its end a day accepts points, in milliseconds. */
export const GRACE_MS = MINUTE;

const PLAYERS = 8;

/** Alternating reviews and prizes. */
const REVIEW_MINUTES = [0, 120, 360];
const PRIZES = [
  [{ period: 'daily', from: 1, to: 3, prize: 'Coins' }],
  [
    { period: 'daily', from: 1, prize: 'Cup' },
    { period: 'daily', from: 2, to: 4, prize: 'Coins' },
  ],
] as const;

type Prizes = (typeof PRIZES)[number];

/** A step at a time (epoch milliseconds). Idempotent. */
export type Step = { readonly now: number } & (
  | { readonly does: 'points'; readonly id: string; readonly username: string; readonly points: number; readonly at: number }
  | { readonly does: 'void'; readonly id: string }
  | { readonly does: 'hide' | 'show'; readonly username: string }
  | { readonly does: 'review'; readonly minutes: number }
  | { readonly does: 'prizes'; readonly prizes: Prizes }
  /** Closes ended periods, as a server does every second. */
  | { readonly does: 'look' }
);

/** The steps of some days. The last day is over and settled. */
export function settlementScript(days: number, seed: number): readonly Step[] {
  const chance = seeded(seed);
  const upTo = (limit: number) => Math.floor(chance() * limit);
  const username = () => `player ${upTo(PLAYERS)}`;
  const steps: Step[] = [
    { now: FIRST, does: 'prizes', prizes: PRIZES[0] },
    { now: FIRST, does: 'review', minutes: REVIEW_MINUTES[1]! },
    { now: FIRST, does: 'look' },
  ];
  // The first player is never hidden, and has unvoided points each day, so each day is settled.
  for (let day = 0; day < days; day += 1) {
    const start = FIRST + day * DAY;
    const ids: string[] = [];
    const points = (now: number, at: number, who = username()) => {
      const id = `${day}-${ids.length}`;
      ids.push(id);
      steps.push({ now, does: 'points', id, username: who, points: 1 + upTo(9), at });
    };
    points(start + 8 * HOUR, start + 8 * HOUR, 'player 0');
    for (let i = 0; i < 9; i += 1) points(start + (9 + i) * HOUR, start + (9 + i) * HOUR - upTo(HOUR));
    steps.push({ now: start + 20 * HOUR, does: chance() < 0.5 ? 'hide' : 'show', username: `player ${1 + upTo(PLAYERS - 1)}` });
    const end = start + DAY;
    points(end + GRACE_MS - 1, end - 1);
    steps.push({ now: end + GRACE_MS, does: 'look' });
    // Events too late for the day, and an operator's actions during its review and after it.
    points(end + GRACE_MS + 1, end - 1);
    for (let hour = 1; hour < 8; hour += 1) {
      const now = end + hour * HOUR;
      const kind = chance();
      if (kind < 0.4) steps.push({ now, does: 'void', id: ids[1 + upTo(ids.length - 1)]! });
      else if (kind < 0.7) steps.push({ now, does: chance() < 0.5 ? 'hide' : 'show', username: `player ${1 + upTo(PLAYERS - 1)}` });
      else if (kind < 0.8) steps.push({ now, does: 'review', minutes: REVIEW_MINUTES[upTo(REVIEW_MINUTES.length)]! });
      else if (kind < 0.9) steps.push({ now, does: 'prizes', prizes: PRIZES[upTo(PRIZES.length)]! });
      steps.push({ now: now + 2 * MINUTE, does: 'look' });
    }
  }
  return steps;
}

/**
 * The outcome: the prizes due at the end, by day and rank: "2026-11-02 1 player 3 Cup"; and the numbers of the steps that review or settle
 * a day.
 */
export function settlementModel(steps: readonly Step[]): { readonly due: readonly string[]; readonly busy: ReadonlySet<number> } {
  const events: Extract<Step, { does: 'points' }>[] = [];
  const voided = new Map<string, number>();
  const hidden = new Set<string>();
  const joined: string[] = [];
  const days = new Map<number, { readonly finalAt: number; readonly prizes: Prizes }>();
  let reviewMs = 0;
  let prizes: Prizes = PRIZES[0];
  const due: string[] = [];
  const busy = new Set<number>();
  const settled = new Set<number>();
  for (const [i, step] of steps.entries()) {
    switch (step.does) {
      case 'points':
        events.push(step);
        if (!joined.includes(step.username)) joined.push(step.username);
        break;
      case 'void':
        if (!voided.has(step.id)) voided.set(step.id, step.now);
        break;
      case 'hide':
        // A player without points is unknown.
        if (joined.includes(step.username)) hidden.add(step.username);
        break;
      case 'show':
        hidden.delete(step.username);
        break;
      case 'review':
        reviewMs = step.minutes * MINUTE;
        break;
      case 'prizes':
        prizes = step.prizes;
        break;
      case 'look':
        for (const { at } of events) {
          const start = at - (at % DAY);
          const until = start + DAY + GRACE_MS;
          if (until > step.now || settled.has(start)) continue;
          const review = days.get(start) ?? { finalAt: until + reviewMs, prizes };
          if (!days.has(start)) busy.add(i);
          days.set(start, review);
          if (review.finalAt > step.now) continue;
          settled.add(start);
          busy.add(i);
          const counted = events.filter(
            (event) => event.at - (event.at % DAY) === start && event.now < until && !((voided.get(event.id) ?? Infinity) < review.finalAt),
          );
          const totals = new Map<string, { points: number; reachedAt: number }>();
          for (const event of counted) {
            const total = totals.get(event.username) ?? { points: 0, reachedAt: -Infinity };
            totals.set(event.username, { points: total.points + event.points, reachedAt: Math.max(total.reachedAt, event.at) });
          }
          const order = [...totals]
            .filter(([who]) => !hidden.has(who))
            .toSorted(
              ([a, one], [b, other]) =>
                other.points - one.points || one.reachedAt - other.reachedAt || joined.indexOf(a) - joined.indexOf(b),
            );
          for (const rule of review.prizes) {
            const to = 'to' in rule ? rule.to : rule.from;
            for (let rank = rule.from; rank <= to && rank <= order.length; rank += 1)
              due.push(`${new Date(start).toISOString().slice(0, 10)} ${rank} ${order[rank - 1]![0]} ${rule.prize}`);
          }
        }
        break;
    }
  }
  return { due, busy };
}
