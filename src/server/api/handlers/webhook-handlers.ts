// What the endpoints do that are about webhooks.
import type { AnswerTo } from '../../../contract/api.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { type ApiWebhook, DEFAULT_EVENTS } from '../../../contract/operation/webhooks.ts';
import { WEBHOOK_ENDPOINTS } from '../../../contract/operation/webhooks.ts';
import { Problem } from '../../http/problem.ts';
import { addressesOf, type Network, NoAnswer } from '../../outgoing/post.ts';
import type { Delivery } from '../../outgoing/webhooks/delivery.ts';
import { isPublic } from '../../outgoing/webhooks/receiver-address.ts';
import { DISCORD_PATH, signingKeys, urlForOperators, urlForOthers, type Webhook } from '../../outgoing/webhooks/webhook-list.ts';
import { publicKeyOf } from '../../outgoing/webhooks/webhook-signature.ts';
import type { Handlers } from '../parsed-call.ts';
import type { ApiParts } from './api-parts.ts';
import { type Replaced, replacing, tagged, unlessOvertaken } from './if-match.ts';

/** Who is told whole addresses. */
const EDITOR = WEBHOOK_ENDPOINTS.changeWebhook.role;

export function webhookHandlers({
  boards: { store, webhooks },
  network = { mayReach: isPublic },
  clock,
}: ApiParts): Handlers<keyof typeof WEBHOOK_ENDPOINTS> {
  /** As those are told of it who may change it. */
  async function told(webhook: Webhook): Promise<ApiWebhook> {
    const counts = await webhooks.deliveryCounts(webhook);
    return {
      ...toldSetting(webhook),
      publicKeys: webhook.form === 'standard' ? signingKeys(webhook, clock()).map(publicKeyOf) : [],
      deliveries: { waiting: counts.get('waiting') ?? 0, delivered: counts.get('delivered') ?? 0, failed: counts.get('failed') ?? 0 },
    };
  }

  const replaced = (name: string): Replaced => ({
    now: () => told(webhooks.named(name)),
    acts: ['add-webhook', 'change-webhook'],
    about: { subject: name },
  });
  return {
    async webhooks({ mayAs }) {
      const all = await Promise.all(webhooks.list().map(told));
      return { webhooks: mayAs(EDITOR) ? all : all.map(masked) };
    },
    async webhook({ variables: { webhook }, mayAs }) {
      const known = await told(webhooks.named(webhook));
      const answer = mayAs(EDITOR) ? known : masked(known);
      return tagged(answer, settingOf(answer));
    },
    async addWebhook({ body: { name, url, form = 'standard', events = DEFAULT_EVENTS[form], boards = null, periods = null } }) {
      await checkReceiver(url, form, network);
      return told(await webhooks.add(name, { url, form, events: [...events], boards, periods }));
    },
    changeWebhook: ({ request, variables: { webhook: name }, body }) =>
      replacing(request, store, { ...replaced(name), part: settingOf }, async (still) => {
        if (body.url !== undefined) await checkReceiver(body.url, webhooks.named(name).form, network);
        return told(await webhooks.set(name, body, (kept) => still(toldSetting(kept))));
      }),
    removeWebhook: ({ request, variables: { webhook: name } }) =>
      unlessOvertaken(request, store, replaced(name), async (still) => {
        const answer = await told(webhooks.named(name));
        await webhooks.remove(name, (kept) => still(toldSetting(kept)));
        return answer;
      }),
    changeWebhookKey: async ({ variables }) => told(await webhooks.changeKey(variables.webhook)),
    async testWebhook({ variables: { webhook: name } }) {
      const webhook = webhooks.named(name);
      if (webhook.state === 'off')
        throw new Problem('conflict', `The webhook "${name}" is switched off.`, [{ field: 'webhook', rule: 'must be switched on' }]);
      const at = clock();
      return { delivery: await webhooks.tellOnly(webhook, { type: 'webhook.test', at, subject: `${webhook.id} ${at}` }) };
    },
    async deliveries({ variables, query: { state, before, limit } }) {
      const deliveries = await webhooks.deliveries(webhooks.named(variables.webhook), { state, before, limit });
      return { deliveries: deliveries.map(deliveryAnswer), next: deliveries.length < limit ? null : deliveries.at(-1)!.number };
    },
    redeliver: async ({ variables, body }) => ({ again: await webhooks.redeliver(webhooks.named(variables.webhook), body.delivery) }),
  };
}

/**
 * What can be said of an address before anything is sent to it. What its name leads to is looked at again then.
 * @throws {Problem} bad-request for an address that is not sent to.
 */
async function checkReceiver(text: string, form: Webhook['form'], network: Network): Promise<void> {
  const url = new URL(text);
  const fault = (rule: string) =>
    new Problem('bad-request', 'Nothing can be sent to this address. Nothing was changed.', [{ field: 'url', rule }]);
  if (url.hash !== '') throw fault('must not have a #');
  if (form === 'discord' && !DISCORD_PATH.test(url.pathname)) throw fault('must be the address of a Discord webhook, as Discord shows it');
  try {
    await addressesOf(url, network);
  } catch (error) {
    if (error instanceof NoAnswer) throw fault(`must be somewhere that messages may go to (${error.message})`);
    // A name that cannot be looked up right now may be there tomorrow.
  }
}

/** A webhook as those are told it who may not change it. */
function masked(webhook: ApiWebhook): ApiWebhook {
  return { ...webhook, url: urlForOthers(webhook) };
}

type Setting = Omit<ApiWebhook, 'publicKeys' | 'deliveries'>;

/** What operators are told of a webhook but what becomes of it by itself: keys that end, and its deliveries. */
function settingOf({ name, url, form, events, boards, periods, state, reason, createdAt }: ApiWebhook): Setting {
  return { name, url, form, events, boards, periods, state, reason, createdAt };
}

function toldSetting(webhook: Webhook): Setting {
  const { name, form, events, boards, periods, state, reason, createdAt } = webhook;
  return { name, url: urlForOperators(webhook), form, events, boards, periods, state, reason, createdAt: timeText(createdAt) };
}

function deliveryAnswer({ id, message, state, attempts, dueAt }: Delivery): AnswerTo<'deliveries'>['deliveries'][number] {
  return {
    id,
    type: message.type,
    at: timeText(message.at),
    state,
    attempts: attempts.map(({ at, result }) => ({ at: timeText(at), result })),
    dueAt: state === 'waiting' ? timeText(dueAt) : null,
  };
}
