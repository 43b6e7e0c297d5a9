import { isDeepStrictEqual } from 'node:util';

import { ENDPOINTS } from '../../contract/api.ts';
import type { ActName, UndoRole } from '../../contract/operation/audit.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import type { ToldAct } from '../audit/told-act.ts';
import { OVERTAKEN } from '../previews/previewed.ts';
import { fingerprintedUrl, type Webhook } from '../webhooks/webhook-list.ts';
import { publicKeyOf } from '../webhooks/webhook-signature.ts';
import type { WebhookActed } from '../webhooks/webhooks.ts';
import type { Opposite, Plan, UndoParts } from './opposite.ts';

/** A webhook that was added is removed, with what is on its way. */
export const removeWebhook = opposite(ENDPOINTS.removeWebhook.role, 'remove-webhook');

/** A webhook that was removed is there again with all it had; what was on its way is not. */
export const addWebhookAgain = opposite(ENDPOINTS.addWebhook.role, 'add-webhook');

/** A webhook has its former values. */
export const changeWebhookBack = opposite(ENDPOINTS.changeWebhook.role, 'change-webhook');

/** A webhook signs with its former key again, and with the newer one no more. */
export const changeWebhookKeyBack = opposite(ENDPOINTS.changeWebhookKey.role, 'change-webhook-key');

function opposite(role: UndoRole, act: ActName): Opposite {
  return {
    role,
    does: [act],
    why: async (told, { boards }) =>
      (await keptBeside(boards.store, told)) === undefined
        ? 'What is needed for it was not kept: that was done by an earlier version of Laurels.'
        : undefined,
    plan: (parts, told) => planOf(parts, told, act),
  };
}

async function planOf({ boards: { store, webhooks } }: UndoParts, told: ToldAct, act: ActName): Promise<Plan> {
  // Kept by `Webhooks` in this form.
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
    carryOut: () => webhooks.bringBack(id, act, make),
  };
}

/** What an act changed of a webhook; all of it, if it was added or removed. */
function changedNames(was: Webhook | undefined, is: Webhook | undefined): readonly (keyof Webhook)[] {
  const all = Object.keys((was ?? is)!) as (keyof Webhook)[];
  return was === undefined || is === undefined ? all : all.filter((name) => !isDeepStrictEqual(was[name], is[name]));
}

/** Fields of a webhook as anybody may read them: of keys the public ones, of an address the host and a fingerprint. */
function inWords(webhook: Webhook | undefined, names: readonly (keyof Webhook)[]): unknown {
  if (webhook === undefined) return null;
  const { keys } = webhook;
  const told: Partial<Record<keyof Webhook, unknown>> = {
    url: fingerprintedUrl(webhook),
    keys: keys.map(({ key }) => publicKeyOf(key)),
  };
  return Object.fromEntries(names.map((name) => [name, told[name] ?? webhook[name]]));
}
