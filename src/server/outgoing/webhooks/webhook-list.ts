// Webhooks as stored, and which messages each receives.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { TEST_EVENT, webhookSchema as toldWebhookSchema } from '../../../contract/operation/webhooks.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { maskedUrl } from '../../http/masked-url.ts';
import type { DocumentOf } from '../../store/kept-document.ts';
import type { Message } from './message.ts';
import { newSigningKey } from './webhook-signature.ts';

/** How long an old key keeps signing after a rotation, in milliseconds. */
const OLD_KEY_MS = DAY_MS;

const { createdAt: _, publicKeys: __, deliveries: ___, ...asTold } = toldWebhookSchema.shape;

const webhookSchema = z.object({
  /** Unique, even among webhooks that reuse a name; the key of its deliveries. */
  id: z.string(),
  ...asTold,
  createdAt: z.int(),
  /** Newest first. `until`: when it stops signing, in epoch milliseconds; null for the newest. */
  keys: z.array(z.object({ key: z.string(), until: z.nullable(z.int()) })),
});

/** A stored webhook, with its signing keys. Times are epoch milliseconds. */
export type Webhook = z.infer<typeof webhookSchema>;

const listSchema = z.array(webhookSchema);

/** Webhooks, oldest first. */
export const WEBHOOKS: DocumentOf<readonly Webhook[]> = {
  name: 'webhooks',
  read: (text = '[]') => listSchema.parse(JSON.parse(text)),
};

/** The path of a Discord webhook; the last segment is a secret. */
export const DISCORD_PATH = /^(\/api(?:\/v\d+)?\/webhooks\/\d+\/)[\w-]+$/;

/** The URL for operators who can change webhooks: without a Discord secret. */
export function urlForOperators({ url, form }: Pick<Webhook, 'url' | 'form'>): string {
  if (form === 'standard') return url;
  const told = new URL(url);
  told.pathname = told.pathname.replace(DISCORD_PATH, '$1…');
  return decodeURI(told.href);
}

/** The URL for everyone else, and for the audit log. */
export function urlForOthers(webhook: Pick<Webhook, 'url' | 'form'>): string {
  return webhook.form === 'standard' ? maskedUrl(webhook.url) : urlForOperators(webhook);
}

/** The same with a fingerprint, to distinguish URLs of one host. */
export function fingerprintedUrl(webhook: Pick<Webhook, 'url' | 'form'>): string {
  const masked = urlForOthers(webhook);
  return masked === webhook.url ? masked : `${masked} (SHA-256 ${hash('sha256', webhook.url).slice(0, 10)})`;
}

/** The properties of a message that webhooks can filter by. */
export interface MessageAbout {
  readonly type: Message['type'];
  readonly board?: string;
  readonly kind?: PeriodKind;
}

/** Whether a webhook receives a message. Private boards must be named explicitly; tests are sent directly. */
export function isTold(
  { state, events, boards, periods }: Webhook,
  { type, board, kind }: MessageAbout,
  isPrivate: (board: string) => boolean,
): boolean {
  if (state === 'off' || type === TEST_EVENT || !events.includes(type)) return false;
  if (board !== undefined && !(boards?.includes(board) ?? !isPrivate(board))) return false;
  return kind === undefined || periods === null || periods.includes(kind);
}

/** Rotates the signing key; the old one keeps signing for {@link OLD_KEY_MS}. */
export function withNewKey(webhook: Webhook, now: number): Webhook {
  const [current] = webhook.keys;
  const old = current === undefined ? [] : [{ ...current, until: now + OLD_KEY_MS }];
  return { ...webhook, keys: [{ key: newSigningKey(), until: null }, ...old] };
}

/** The active signing keys, newest first. */
export function signingKeys({ keys }: Webhook, now: number): readonly string[] {
  return keys.filter(({ until }) => until === null || until > now).map(({ key }) => key);
}
