import { isDeepStrictEqual } from 'node:util';

import type { ActName } from '../../contract/operation/acts.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { fingerprintedUrl, type Webhook } from '../outgoing/webhooks/webhook-list.ts';
import { publicKeyOf } from '../outgoing/webhooks/webhook-signature.ts';
import { refuseAnother, type WebhookActed } from '../outgoing/webhooks/webhooks.ts';
import { askedAt, type Opposite, type Plan, type UndoingId, type UndoParts, type Undos } from './parts/opposite.ts';
import { OVERTAKEN } from './parts/previewed.ts';

function opposite(id: UndoingId, act: ActName): Opposite {
  return { ...askedAt(id, act), plan: (parts, told) => planOf(parts, told, act) };
}

async function planOf({ boards: { store, webhooks } }: UndoParts, told: ToldAct, act: ActName): Promise<Plan> {
  const { was, is } = (await keptBeside(store, told)) as WebhookActed;
  const { id } = (was ?? is)!;
  const names = changedNames(was, is);
  const found = webhooks.list().find((webhook) => webhook.id === id);
  const make = (current: Webhook | undefined): Webhook | undefined => {
    if (!isDeepStrictEqual(current, found)) throw OVERTAKEN;
    if (was === undefined || current === undefined) return was;
    return { ...current, ...Object.fromEntries(names.map((name) => [name, was[name]])) };
  };
  return {
    act,
    left: inWords(is, names),
    now: inWords(found, names),
    wanted: inWords(was, names),
    comparesItself: true,
    refuse: () => was !== undefined && found === undefined && refuseAnother(webhooks.list(), was.name),
    carryOut: () => webhooks.bringBack(id, act, make),
  };
}

/** The changed fields of a webhook; all if it was added or removed. */
function changedNames(was: Webhook | undefined, is: Webhook | undefined): readonly (keyof Webhook)[] {
  const all = Object.keys((was ?? is)!) as (keyof Webhook)[];
  return was === undefined || is === undefined ? all : all.filter((name) => !isDeepStrictEqual(was[name], is[name]));
}

/** Public values of fields: public keys, and the URL's host with a fingerprint. */
function inWords(webhook: Webhook | undefined, names: readonly (keyof Webhook)[]): unknown {
  if (webhook === undefined) return null;
  const { keys } = webhook;
  const told: Partial<Record<keyof Webhook, unknown>> = {
    url: fingerprintedUrl(webhook),
    keys: keys.map(({ key }) => publicKeyOf(key)),
  };
  return Object.fromEntries(names.map((name) => [name, told[name] ?? webhook[name]]));
}

const SENT = { why: 'A message that was sent can’t be recalled.' };

export const WEBHOOK_UNDOS = {
  'add-webhook': opposite('removeWebhook', 'remove-webhook'),
  'change-webhook': opposite('changeWebhook', 'change-webhook'),
  // Restores the old key and drops the new one.
  'change-webhook-key': opposite('changeWebhookKey', 'change-webhook-key'),
  // Restores everything except queued deliveries.
  'remove-webhook': opposite('addWebhook', 'add-webhook'),
  'test-webhook': SENT,
  redeliver: SENT,
} satisfies Undos;
