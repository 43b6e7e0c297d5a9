import type { ApiDelivery, ApiWebhook, WebhookEvent } from '../../../contract/operation/webhooks.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '../../../contract/operation/webhooks.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { kindWords } from '../parts/words/period-words.ts';

/** How often what waits and fails is looked at again, in milliseconds. */
export const LOOKED_EVERY_MS = 5000;

const EVENT_NAMES: Readonly<Record<WebhookEvent, string>> = {
  'period.closing_soon': 'A period ends soon',
  'period.closed': 'A period is closed',
  'period.final': 'Results are final',
  'podium.changed': 'The podium changed',
  'points.held': 'Points are held',
  'backup.failed': 'A backup failed',
};

export const STATE_WORDS: Readonly<Record<ApiDelivery['state'], string>> = {
  waiting: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
  superseded: 'replaced by newer news',
};

/** What a webhook can be told, each with when it is. */
export const EVENT_CHOICES = WEBHOOK_EVENT_TYPES.map((type) => ({
  value: type as string,
  text: EVENT_NAMES[type],
  hint: WEBHOOK_EVENTS[type],
}));

export const PERIOD_CHOICES = PERIOD_KINDS.map((kind) => ({ value: kind as string, text: periodsOf(kind) }));

function periodsOf(kind: PeriodKind): string {
  return kindWords(kind, (noun) => `${noun}s`);
}

/** The type of a message in words; of one that no webhook asks for, as it is called. */
export function messageWords(type: string): string {
  return type === 'webhook.test' ? 'A test' : (EVENT_CHOICES.find(({ value }) => value === type)?.text ?? type);
}

/** What a webhook is told of, in words. */
export function toldOfWords({ events, boards, periods }: Pick<ApiWebhook, 'events' | 'boards' | 'periods'>): string {
  const what = events.length === WEBHOOK_EVENT_TYPES.length ? 'Everything' : events.map((event) => EVENT_NAMES[event]).join(', ');
  const where = boards === null ? '' : `; boards: ${boards.join(', ')}`;
  const when = periods === null ? '' : `; periods: ${periods.map((kind) => periodsOf(kind).toLowerCase()).join(', ')}`;
  return `${what}${where}${when}`;
}
