import { DAY_MS } from '../../../domain/durations.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { EndedPeriod } from '../../store/stored-values.ts';
import type { Message } from '../../outgoing/webhooks/message.ts';

/** What was due longer before is no news, in milliseconds: as when a file of last season is imported. */
const OLD_NEWS_MS = 7 * DAY_MS;

/** That a period takes nothing more. Told when its review begins; where there is none, or nobody looked, when it is final. */
export function closedMessage(
  { board, kind, start, reopenedAt }: Omit<EndedPeriod, 'end'>,
  now: Pick<Message & { type: 'period.closed' }, 'at' | 'podium' | 'total' | 'finalAt'>,
): Message {
  return { type: 'period.closed', subject: JSON.stringify([board, kind, start, reopenedAt ?? null]), board, kind, start, ...now };
}

/**
 * What receivers are told when a period becomes final; `shown` are those who are ranked, first to last, by number. It was due at
 * `dueAt` and is done at `at` (epoch milliseconds). Nobody waits for what was over long ago, unless somebody opened it again.
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
