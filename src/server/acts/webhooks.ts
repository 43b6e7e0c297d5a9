import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';

import { ENDPOINTS } from '../../contract/api.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { ActName } from '../../contract/operation/acts.ts';
import type { UndoRole } from '../../contract/operation/audit.ts';
import { type ApiDeliveries, type ApiWebhook, DEFAULT_EVENTS } from '../../contract/operation/webhook-answers.ts';
import type { WEBHOOK_ENDPOINTS } from '../../contract/operation/webhook-endpoints.ts';
import { keptBeside } from '../audit/beside-entry.ts';
import type { ToldAct } from '../audit/told-act.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { addressesOf, type Network, NoAnswer } from '../outgoing/post.ts';
import type { Delivery } from '../outgoing/webhooks/delivery.ts';
import { isPublic } from '../outgoing/webhooks/receiver-address.ts';
import {
  DISCORD_PATH,
  fingerprintedUrl,
  signingKeys,
  urlForOperators,
  urlForOthers,
  type Webhook,
} from '../outgoing/webhooks/webhook-list.ts';
import { publicKeyOf } from '../outgoing/webhooks/webhook-signature.ts';
import type { WebhookActed } from '../outgoing/webhooks/webhooks.ts';
import type { Opposite, Plan, UndoParts, Undos } from './parts/opposite.ts';
import { OVERTAKEN } from './parts/previewed.ts';

type Body<Id extends 'addWebhook' | 'changeWebhook'> = z.output<(typeof WEBHOOK_ENDPOINTS)[Id]['body']>;

/** What it works with. `clock` gives epoch milliseconds. */
export interface WebhookingParts {
  readonly boards: LiveBoards;
  /** Where webhooks may lead. To the internet, unless this says more. */
  readonly network?: Network;
  readonly clock: () => number;
}

/** What an operator does about webhooks, and is told of them. */
export class Webhooking {
  readonly #parts: WebhookingParts;

  constructor(parts: WebhookingParts) {
    this.#parts = parts;
  }

  /** As those are told of webhooks who may change them. */
  async list(): Promise<readonly ApiWebhook[]> {
    return Promise.all(this.#parts.boards.webhooks.list().map((webhook) => this.#answer(webhook)));
  }

  /** @throws {Problem} not-found. */
  async one(name: string): Promise<ApiWebhook> {
    return this.#answer(this.#parts.boards.webhooks.named(name));
  }

  /** @throws {Problem} bad-request for an address that is not sent to; name-taken; conflict if there are too many. */
  async add({
    name,
    url,
    form = 'standard',
    events = DEFAULT_EVENTS[form],
    boards = null,
    periods = null,
  }: Body<'addWebhook'>): Promise<ApiWebhook> {
    await this.#checkReceiver(url, form);
    return this.#answer(await this.#parts.boards.webhooks.add(name, { url, form, events: [...events], boards, periods }));
  }

  /**
   * `still` is called inside the commit with the setting that is there.
   * @throws {Problem} not-found for a name that no webhook has; bad-request as {@link add}. So do those below, as far as they apply.
   */
  async change(name: string, change: Body<'changeWebhook'>, still: (setting: object) => void = () => {}): Promise<ApiWebhook> {
    const { webhooks } = this.#parts.boards;
    if (change.url !== undefined) await this.#checkReceiver(change.url, webhooks.named(name).form);
    return this.#answer(await webhooks.set(name, change, (kept) => still(toldSetting(kept))));
  }

  async remove(name: string, still: (setting: object) => void = () => {}): Promise<ApiWebhook> {
    const answer = await this.#answer(this.#parts.boards.webhooks.named(name));
    await this.#parts.boards.webhooks.remove(name, (kept) => still(toldSetting(kept)));
    return answer;
  }

  async changeKey(name: string): Promise<ApiWebhook> {
    return this.#answer(await this.#parts.boards.webhooks.changeKey(name));
  }

  /** @throws {Problem} conflict for one that is switched off. */
  async test(name: string): Promise<{ readonly delivery: string }> {
    const { boards, clock } = this.#parts;
    const webhook = boards.webhooks.named(name);
    if (webhook.state === 'off')
      throw new Problem('conflict', `The webhook "${name}" is switched off.`, [{ field: 'webhook', rule: 'must be switched on' }]);
    const at = clock();
    return { delivery: await boards.webhooks.tellOnly(webhook, { type: 'webhook.test', at, subject: `${webhook.id} ${at}` }) };
  }

  async deliveries(name: string, { state, before, limit }: z.output<typeof WEBHOOK_ENDPOINTS.deliveries.query>): Promise<ApiDeliveries> {
    const { webhooks } = this.#parts.boards;
    const deliveries = await webhooks.deliveries(webhooks.named(name), { state, before, limit });
    return { deliveries: deliveries.map(deliveryAnswer), next: deliveries.length < limit ? null : deliveries.at(-1)!.number };
  }

  async redeliver(name: string, delivery: string | undefined): Promise<{ readonly again: number }> {
    const { webhooks } = this.#parts.boards;
    return { again: await webhooks.redeliver(webhooks.named(name), delivery) };
  }

  async #answer(webhook: Webhook): Promise<ApiWebhook> {
    const counts = await this.#parts.boards.webhooks.deliveryCounts(webhook);
    return {
      ...toldSetting(webhook),
      publicKeys: webhook.form === 'standard' ? signingKeys(webhook, this.#parts.clock()).map(publicKeyOf) : [],
      deliveries: { waiting: counts.get('waiting') ?? 0, delivered: counts.get('delivered') ?? 0, failed: counts.get('failed') ?? 0 },
    };
  }

  /** What can be said of an address before anything is sent to it. What its name leads to is looked at again then. */
  async #checkReceiver(text: string, form: Webhook['form']): Promise<void> {
    const url = new URL(text);
    const fault = (rule: string) =>
      new Problem('bad-request', 'Nothing can be sent to this address. Nothing was changed.', [{ field: 'url', rule }]);
    if (url.hash !== '') throw fault('must not have a #');
    if (form === 'discord' && !DISCORD_PATH.test(url.pathname))
      throw fault('must be the address of a Discord webhook, as Discord shows it');
    try {
      await addressesOf(url, this.#parts.network ?? { mayReach: isPublic });
    } catch (error) {
      if (error instanceof NoAnswer) throw fault(`must be somewhere that messages may go to (${error.message})`);
      // A name that cannot be looked up right now may be there tomorrow.
    }
  }
}

/** A webhook as those are told it who may not change it. */
export function maskedWebhook(webhook: ApiWebhook): ApiWebhook {
  return { ...webhook, url: urlForOthers(webhook) };
}

type Setting = Omit<ApiWebhook, 'publicKeys' | 'deliveries'>;

/** What operators are told of a webhook but what becomes of it by itself: keys that end, and its deliveries. */
export function webhookSetting({ name, url, form, events, boards, periods, state, reason, createdAt }: ApiWebhook): Setting {
  return { name, url, form, events, boards, periods, state, reason, createdAt };
}

function toldSetting(webhook: Webhook): Setting {
  const { name, form, events, boards, periods, state, reason, createdAt } = webhook;
  return { name, url: urlForOperators(webhook), form, events, boards, periods, state, reason, createdAt: timeText(createdAt) };
}

function deliveryAnswer({ id, message, state, attempts, dueAt }: Delivery): ApiDeliveries['deliveries'][number] {
  return {
    id,
    type: message.type,
    at: timeText(message.at),
    state,
    attempts: attempts.map(({ at, result }) => ({ at: timeText(at), result })),
    dueAt: state === 'waiting' ? timeText(dueAt) : null,
  };
}

/** A webhook that was added is removed, with what is on its way. */
const removeWebhook = opposite(ENDPOINTS.removeWebhook.role, 'remove-webhook');

/** A webhook that was removed is there again with all it had; what was on its way is not. */
const addWebhookAgain = opposite(ENDPOINTS.addWebhook.role, 'add-webhook');

/** A webhook has its former values. */
const changeWebhookBack = opposite(ENDPOINTS.changeWebhook.role, 'change-webhook');

/** A webhook signs with its former key again, and with the newer one no more. */
const changeWebhookKeyBack = opposite(ENDPOINTS.changeWebhookKey.role, 'change-webhook-key');

function opposite(role: UndoRole, act: ActName): Opposite {
  return { role, does: [act], plan: (parts, told) => planOf(parts, told, act) };
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

const SENT = { why: 'A message that was sent cannot be called back.' };

/** What takes acts about webhooks back. */
export const WEBHOOK_UNDOS = {
  'add-webhook': removeWebhook,
  'change-webhook': changeWebhookBack,
  'change-webhook-key': changeWebhookKeyBack,
  'remove-webhook': addWebhookAgain,
  'test-webhook': SENT,
  redeliver: SENT,
} satisfies Undos;
