import type * as z from 'zod/mini';

import { type ApiDeliveries, type ApiWebhook, DEFAULT_EVENTS } from '../../contract/operation/webhook-answers.ts';
import type { WEBHOOK_ENDPOINTS } from '../../contract/operation/webhook-endpoints.ts';
import { timeText } from '../../contract/moment-text.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { Problem } from '../http/problem.ts';
import { addressesOf, NoAnswer, type Network } from '../outgoing/post.ts';
import { isPublic } from '../webhooks/receiver-address.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import { DISCORD_PATH, signingKeys, urlForOperators, urlForOthers, type Webhook } from '../webhooks/webhook-list.ts';
import { publicKeyOf } from '../webhooks/webhook-signature.ts';

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
