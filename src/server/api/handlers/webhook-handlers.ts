// Handlers of webhooks.
import type { AnswerTo } from '../../../contract/api.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { type ApiWebhook, DEFAULT_EVENTS } from '../../../contract/operation/webhooks.ts';
import { WEBHOOK_ENDPOINTS } from '../../../contract/operation/webhooks.ts';
import { Problem } from '../../http/problem.ts';
import { sentBody } from '../../outgoing/message-body.ts';
import { addressesOf, type Network, NoAnswer } from '../../outgoing/post.ts';
import { sampleMessage } from '../../outgoing/sample-message.ts';
import type { Delivery } from '../../outgoing/webhooks/delivery.ts';
import { isPublic } from '../../outgoing/webhooks/receiver-address.ts';
import { DISCORD_PATH, signingKeys, urlForOperators, urlForOthers, type Webhook } from '../../outgoing/webhooks/webhook-list.ts';
import { publicKeyOf } from '../../outgoing/webhooks/webhook-signature.ts';
import type { Handlers } from '../parsed-call.ts';
import type { ApiParts } from './api-parts.ts';
import { type Replaced, replacing, tagged, unlessOvertaken } from './if-match.ts';

/** The role that sees full URLs. */
const EDITOR = WEBHOOK_ENDPOINTS.changeWebhook.role;

export function webhookHandlers({
  network = { mayReach: isPublic },
  site = () => ({ site: undefined, points: undefined }),
  boards,
  clock,
}: ApiParts): Handlers<keyof typeof WEBHOOK_ENDPOINTS> {
  const { store, webhooks } = boards;

  /** A webhook as shown to roles that can change it. */
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
    async webhookSample({ variables, query: { message } }) {
      const webhook = webhooks.named(variables.webhook);
      return { body: await sentBody(boards, await sampleMessage(boards, webhook, message, clock()), webhook, site()) };
    },
    async testWebhook({ variables: { webhook: name }, query: { message } }) {
      const webhook = webhooks.named(name);
      if (webhook.state === 'off') throw new Problem('conflict', `Webhook "${name}" is off.`, [{ field: 'webhook', rule: 'must be on' }]);
      return { delivery: await webhooks.tellOnly(webhook, await sampleMessage(boards, webhook, message, clock())) };
    },
    async deliveries({ variables, query: { state, before, limit } }) {
      const deliveries = await webhooks.deliveries(webhooks.named(variables.webhook), { state, before, limit });
      return { deliveries: deliveries.map(deliveryAnswer), next: deliveries.length < limit ? null : deliveries.at(-1)!.number };
    },
    redeliver: async ({ variables, body }) => ({ again: await webhooks.redeliver(webhooks.named(variables.webhook), body.delivery) }),
  };
}

/** Checks a URL before it is saved; it is checked again before sending. @throws {Problem} bad-request if it is not allowed. */
async function checkReceiver(text: string, form: Webhook['form'], network: Network): Promise<void> {
  const url = new URL(text);
  const fault = (rule: string) => new Problem('bad-request', 'This URL is not allowed. Nothing was changed.', [{ field: 'url', rule }]);
  if (url.hash !== '') throw fault('must not contain #');
  if (form === 'discord' && !DISCORD_PATH.test(url.pathname)) throw fault('must be a Discord webhook URL, as shown by Discord');
  try {
    await addressesOf(url, network);
  } catch (error) {
    if (error instanceof NoAnswer) throw fault(`must be an allowed destination (${error.message})`);
    // A failed lookup may be temporary.
  }
}

/** A webhook as shown to roles that cannot change it. */
function masked(webhook: ApiWebhook): ApiWebhook {
  return { ...webhook, url: urlForOthers(webhook) };
}

type Setting = Omit<ApiWebhook, 'publicKeys' | 'deliveries'>;

/** A webhook without the parts that change by themselves: expiring keys, and deliveries. */
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
