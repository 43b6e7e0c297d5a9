import { DAY_MS } from '../../../domain/durations.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { EndedPeriod } from '../../store/stored-values.ts';
import type { Message } from '../../outgoing/webhooks/message.ts';

/** Closings overdue by more than this, in milliseconds, are not reported, as when a past season is imported. */
const OLD_NEWS_MS = 7 * DAY_MS;

/** The message that a period accepts nothing more. Sent when its review begins; without a review, when it is final. */
export function closedMessage(
  { board, kind, start, reopenedAt }: Omit<EndedPeriod, 'end'>,
  now: Pick<Message & { type: 'period.closed' }, 'at' | 'podium' | 'total' | 'finalAt'>,
): Message {
  return { type: 'period.closed', subject: JSON.stringify([board, kind, start, reopenedAt ?? null]), board, kind, start, ...now };
}

/**
 * The messages when a period becomes final, due at `dueAt` and done at `at` (epoch milliseconds); `shown` are the ranked players, first to
 * last, by number. None for long past periods, unless reopened.
 */
export async function finalNews(
  store: Pick<PointsStore, 'scoreOf'>,
  period: EndedPeriod,
  { shown, dueAt, at }: { readonly shown: readonly number[]; readonly dueAt: number; readonly at: number },
): Promise<readonly Message[]> {
  if (period.reopenedAt === undefined && dueAt + OLD_NEWS_MS < at) return [];
  const first = shown.slice(0, PODIUM_PLACES);
  const scores = await Promise.all(first.map((player) => store.scoreOf(period, player)));
  const podium = first.flatMap((player, i) => (scores[i] === undefined ? [] : [{ rank: i + 1, player, points: scores[i].points }]));
  const { board, kind, start } = period;
  const subject = JSON.stringify([board, kind, start, at]);
  return [
    closedMessage(period, { at, podium, total: shown.length, finalAt: null }),
    { type: 'period.final', at, subject, board, kind, start, podium, total: shown.length },
  ];
}
