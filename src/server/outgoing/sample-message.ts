import type { TEST_EVENT, WebhookEvent } from '../../contract/operation/webhooks.ts';
import { periodContaining, type PeriodKind } from '../../domain/calendar.ts';
import { PODIUM_PLACES } from '../../domain/podium.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { keptPlace, ofPeriod } from './announcing.ts';
import type { Message } from './webhooks/message.ts';
import type { Webhook } from './webhooks/webhook-list.ts';

/**
 * A message as the webhook would receive it, with the current standings of its first board and period kind. Its id differs from those of
 * real messages. `now`: epoch milliseconds.
 */
export async function sampleMessage(
  boards: LiveBoards,
  { id, boards: named, periods }: Pick<Webhook, 'id' | 'boards' | 'periods'>,
  type: WebhookEvent | typeof TEST_EVENT,
  now: number,
): Promise<Message> {
  const told = { at: now, subject: `sample ${id} ${now}`, sample: true } as const;
  if (type === 'webhook.test') return { type, at: now, subject: `${id} ${now}` };
  if (type === 'backup.failed') return { type, ...told, reason: 'The disk is full.' };
  // Private boards only for webhooks that name them.
  const board = boards.listed().find(({ name }) => named?.includes(name) ?? boards.visibility.of(name) === 'public');
  const name = board?.name ?? 'sample';
  if (type === 'points.held') return { type, ...told, board: name, held: 'sample', reason: 'More points than the limit for an event.' };
  const kinds: readonly PeriodKind[] = periods ?? ['weekly'];
  const kind = kinds.find((each) => each !== 'all-time' || type === 'podium.changed') ?? 'weekly';
  const period = periodContaining(kind, now, board?.calendar ?? { timeZone: 'UTC', weekStart: 1 });
  const { standings, total } =
    board === undefined ? { standings: [], total: 0 } : await boards.reading.page(board, kind, now, { after: 0 }, PODIUM_PLACES);
  const data = { ...told, ...ofPeriod({ name }, period), podium: standings.map(keptPlace) };
  if (type === 'period.final') return { type, ...data, total };
  return type === 'period.closed' ? { type, ...data, total, finalAt: period.end } : { type, ...data };
}
