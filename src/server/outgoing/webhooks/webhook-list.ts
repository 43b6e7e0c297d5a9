// The webhooks that an operator set up, as a text that is kept, and what each of them is told.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { TEST_EVENT, webhookSchema as toldWebhookSchema } from '../../../contract/operation/webhooks.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { maskedUrl } from '../../http/masked-url.ts';
import type { DocumentOf } from '../../store/kept-document.ts';
import type { Message } from './message.ts';
import { newSigningKey } from './webhook-signature.ts';

/** How long an old key still signs beside the new one, in milliseconds: time for the receiver to learn the new one. */
const OLD_KEY_MS = DAY_MS;

const { createdAt: _, publicKeys: __, deliveries: ___, ...asTold } = toldWebhookSchema.shape;

const webhookSchema = z.object({
  /** Another for each, also for one with the name of an earlier one: its deliveries are kept by it. */
  id: z.string(),
  ...asTold,
  createdAt: z.int(),
  /** Newest first. `until`: when one ceases to sign, in epoch milliseconds; null for the newest. */
  keys: z.array(z.object({ key: z.string(), until: z.nullable(z.int()) })),
});

/** A webhook as it is kept, with the keys that sign. Times are epoch milliseconds. */
export type Webhook = z.infer<typeof webhookSchema>;

const listSchema = z.array(webhookSchema);

/** The webhooks, in the order they were created. */
export const WEBHOOKS: DocumentOf<readonly Webhook[]> = {
  name: 'webhooks',
  read: (text = '[]') => listSchema.parse(JSON.parse(text)),
};

/** What a Discord webhook's address looks like: its last part is the secret of the channel. */
export const DISCORD_PATH = /^(\/api(?:\/v\d+)?\/webhooks\/\d+\/)[\w-]+$/;

/** The address of a webhook as those are told it who may change webhooks: without the secret of a channel. */
export function urlForOperators({ url, form }: Pick<Webhook, 'url' | 'form'>): string {
  if (form === 'standard') return url;
  const told = new URL(url);
  told.pathname = told.pathname.replace(DISCORD_PATH, '$1…');
  return decodeURI(told.href);
}

/** The address of a webhook as everybody else is told it, and the audit log. */
export function urlForOthers(webhook: Pick<Webhook, 'url' | 'form'>): string {
  return webhook.form === 'standard' ? maskedUrl(webhook.url) : urlForOperators(webhook);
}

/** The same with a fingerprint, by which another address of the same host is told apart. */
export function fingerprintedUrl(webhook: Pick<Webhook, 'url' | 'form'>): string {
  const masked = urlForOthers(webhook);
  return masked === webhook.url ? masked : `${masked} (SHA-256 ${hash('sha256', webhook.url).slice(0, 10)})`;
}

/** What decides who is told of a message. */
export interface MessageAbout {
  readonly type: Message['type'];
  readonly board?: string;
  readonly kind?: PeriodKind;
}

/**
 * Whether a webhook is told of a message: of a private board only if it names that board. Of a test it is told by name alone.
 */
export function isTold(
  { state, events, boards, periods }: Webhook,
  { type, board, kind }: MessageAbout,
  isPrivate: (board: string) => boolean,
): boolean {
  if (state === 'off' || type === TEST_EVENT || !events.includes(type)) return false;
  if (board !== undefined && !(boards?.includes(board) ?? !isPrivate(board))) return false;
  return kind === undefined || periods === null || periods.includes(kind);
}

/** A webhook with a new key, beside which the one before still signs for {@link OLD_KEY_MS}. */
export function withNewKey(webhook: Webhook, now: number): Webhook {
  const [current] = webhook.keys;
  const old = current === undefined ? [] : [{ ...current, until: now + OLD_KEY_MS }];
  return { ...webhook, keys: [{ key: newSigningKey(), until: null }, ...old] };
}

/** The keys that sign at a time, newest first. */
export function signingKeys({ keys }: Webhook, now: number): readonly string[] {
  return keys.filter(({ until }) => until === null || until > now).map(({ key }) => key);
}
