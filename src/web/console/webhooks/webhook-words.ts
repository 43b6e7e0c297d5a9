// Texts of the webhooks pages.
import type { ApiDelivery, ApiWebhook, WebhookEvent } from '../../../contract/operation/webhooks.ts';
import { TEST_EVENT, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '../../../contract/operation/webhooks.ts';
import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { kindWords } from '../parts/words/period-words.ts';

/** How often deliveries are refetched, in milliseconds. */
export const LOOKED_EVERY_MS = 5000;

export const WEBHOOKS = {
  page: { title: 'Webhooks', lead: 'Notify your servers and Discord channels as things happen.' },
  none: 'No webhooks yet. Add one to notify a server or a Discord channel.',
  heads: { webhook: 'Webhook', status: 'Status', events: 'Events', url: 'URL' },
  one: { lead: 'The events this webhook receives, and its deliveries.', all: 'All webhooks', about: 'Details' },
  publicKey: (i: number, keys: number) => (keys === 1 ? 'Public key' : i === 0 ? 'New public key' : 'Old public key (valid for a day)'),
  copy: 'Copy',
  health: {
    off: ({ why }: { readonly why: string | null }) => (why === null ? 'Off' : `Off: ${why}`),
    failing: ({ result }: { readonly result: string }) => `Failing: ${result}`,
    sending: () => 'Delivering',
    idle: () => 'On, nothing sent yet',
    waiting: (count: string) => `${count} waiting`,
    failed: (count: string) => `${count} failed`,
  },
} as const;

export const STATE_WORDS: Readonly<Record<ApiDelivery['state'], string>> = {
  waiting: 'Queued',
  delivered: 'Delivered',
  failed: 'Failed',
  superseded: 'Superseded',
};

export const DELIVERIES = {
  title: 'Deliveries',
  filters: { state: { label: 'Status', options: { '': 'All', ...STATE_WORDS } } },
  retryAll: { opens: 'Retry all failed', title: 'Retry all failed deliveries', label: 'Retry deliveries' },
  retryAllTold: 'They keep their IDs, so that the receiver can recognise duplicates.',
  retried: ({ again }: { readonly again: number }) => `${again} ${again === 1 ? 'delivery' : 'deliveries'} queued again.`,
  retry: (message: string) => ({ opens: 'Send again', title: `Send again: ${message}`, done: 'Delivery queued again.' }),
  retryTold: 'Sends it again even if it already arrived, with the same ID so that the receiver can recognise it.',
  none: 'No deliveries yet. Send a test to see whether it arrives.',
  noMatch: 'No matching deliveries.',
  heads: { event: 'Event', when: 'When', status: 'Status', attempts: 'Attempts', id: 'ID' },
  next: 'next try ',
  noAttempts: 'none yet',
  attempts: (count: number, result: string) => `${count} attempts, latest: ${result}`,
} as const;

/** The actions on a webhook, by name. */
export const WEBHOOK_ACTIONS = {
  test: (name: string) => ({ opens: 'Send test', title: `Send a test to ${name}`, done: 'Test queued.' }),
  testTold: (url: string) => `Sent to ${url} immediately. It is marked as a sample and changes nothing.`,
  message: { label: 'Message' },
  sample: 'Message as sent',
  edit: (name: string) => ({ opens: 'Edit', title: `Edit ${name}`, label: 'Save', done: `Webhook ${name} saved.` }),
  keepUrl: (url: string) => `Leave empty to keep ${url}`,
  off: (name: string) => ({ opens: 'Turn off', title: `Turn off ${name}`, done: `Webhook ${name} turned off.` }),
  offTold: 'While it is off, events are not queued for it and nothing is sent.',
  on: (name: string) => ({ opens: 'Turn on', title: `Turn on ${name}`, done: `Webhook ${name} turned on.` }),
  onTold: 'It receives events from now on. Deliveries still queued are sent, unless they are older than four days.',
  newKey: (name: string) => ({ opens: 'Rotate key', title: `Rotate the signing key of ${name}`, done: 'Key rotated.' }),
  newKeyTold: 'For a day, messages are signed with both keys. Give the receiver the new public key by then.',
  remove: (name: string) => ({ opens: 'Remove', title: `Remove ${name}`, label: 'Remove webhook', done: `Webhook ${name} removed.` }),
  removeTold: 'Queued deliveries are dropped, and its delivery history is deleted for good.',
  add: { opens: 'New webhook', label: 'Add webhook' },
  added: (name: string) => `Webhook ${name} added.`,
  fields: {
    name: { label: 'Name', hint: 'Lowercase letters, digits and hyphens. Can’t be changed later.' },
    form: { label: 'Destination' },
    url: { label: 'URL' },
    events: { label: 'Events' },
    boards: { label: 'Boards', hint: 'Leave all unticked for every board.' },
    periods: { label: 'Periods', hint: 'Leave all unticked for every period.' },
  },
  forms: { standard: 'Your server (JSON, signed as in Standard Webhooks)', discord: 'A Discord channel' },
  urlHints: {
    standard: 'Starts with https://. Addresses inside your own network are refused.',
    discord: 'In Discord: channel settings, Integrations, Webhooks. Only part of it is shown here later.',
  },
} as const;

const EVENT_NAMES: Readonly<Record<WebhookEvent, string>> = {
  'period.closing_soon': 'Period ending soon',
  'period.closed': 'Period ended',
  'period.final': 'Results final',
  'podium.changed': 'Podium changed',
  'points.held': 'Points held',
  'backup.failed': 'Backup failed',
};

/** The events a webhook can receive, each with when it is sent. */
export const EVENT_CHOICES = WEBHOOK_EVENT_TYPES.map((type) => ({
  value: type as string,
  text: EVENT_NAMES[type],
  hint: WEBHOOK_EVENTS[type],
}));

/** The messages available as a test. */
export const MESSAGE_CHOICES = [
  { value: TEST_EVENT as string, text: 'Test' },
  ...EVENT_CHOICES.map(({ value, text }) => ({ value, text: `Sample: ${text}` })),
];

export const PERIOD_CHOICES = PERIOD_KINDS.map((kind) => ({ value: kind as string, text: periodsOf(kind) }));

function periodsOf(kind: PeriodKind): string {
  return kindWords(kind, (noun) => `${noun}s`);
}

/** The type of a message in words. */
export function messageWords(type: string): string {
  return type === 'webhook.test' ? 'Test' : (EVENT_CHOICES.find(({ value }) => value === type)?.text ?? type);
}

/** A webhook's events and scope, in words. */
export function toldOfWords({ events, boards, periods }: Pick<ApiWebhook, 'events' | 'boards' | 'periods'>): string {
  const what = events.length === WEBHOOK_EVENT_TYPES.length ? 'All events' : events.map((event) => EVENT_NAMES[event]).join(', ');
  const where = boards === null ? '' : `; boards: ${boards.join(', ')}`;
  const when = periods === null ? '' : `; periods: ${periods.map((kind) => periodsOf(kind).toLowerCase()).join(', ')}`;
  return `${what}${where}${when}`;
}
