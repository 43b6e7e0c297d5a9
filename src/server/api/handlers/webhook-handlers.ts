// What the endpoints do that are about webhooks.
import { WEBHOOK_ENDPOINTS } from '../../../contract/operation/webhook-endpoints.ts';
import { maskedWebhook, Webhooking, type WebhookingParts, webhookSetting } from '../../acts/webhooks.ts';
import { type Replaced, tagged, unlessOvertaken } from './if-match.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

/** Who is told whole addresses. */
const EDITOR = WEBHOOK_ENDPOINTS.changeWebhook.role;

export type WebhookParts = WebhookingParts;

export function webhookHandlers(parts: WebhookParts): Handlers<keyof typeof WEBHOOK_ENDPOINTS> {
  const webhooking = new Webhooking(parts);
  const { store } = parts.boards;
  const replaced = (name: string): Replaced => ({
    now: () => webhooking.one(name),
    acts: ['add-webhook', 'change-webhook'],
    isAbout: ({ subject }) => subject === name,
  });
  return {
    async webhooks({ mayAs }) {
      const all = await webhooking.list();
      return json(200, { webhooks: mayAs(EDITOR) ? all : all.map(maskedWebhook) });
    },
    async webhook({ variables: { webhook }, mayAs }) {
      const known = await webhooking.one(webhook);
      const answer = mayAs(EDITOR) ? known : maskedWebhook(known);
      return tagged(200, answer, webhookSetting(answer));
    },
    async addWebhook({ body }) {
      return json(201, await webhooking.add(body));
    },
    async changeWebhook({ request, variables: { webhook }, body }) {
      const changed = await unlessOvertaken(request, store, replaced(webhook), (still) => webhooking.change(webhook, body, still));
      return tagged(200, changed, webhookSetting(changed));
    },
    async removeWebhook({ request, variables: { webhook } }) {
      return json(200, await unlessOvertaken(request, store, replaced(webhook), (still) => webhooking.remove(webhook, still)));
    },
    async changeWebhookKey({ variables }) {
      return json(200, await webhooking.changeKey(variables.webhook));
    },
    async testWebhook({ variables }) {
      return json(202, await webhooking.test(variables.webhook));
    },
    async deliveries({ variables, query }) {
      return json(200, await webhooking.deliveries(variables.webhook, query));
    },
    async redeliver({ variables, body }) {
      return json(200, await webhooking.redeliver(variables.webhook, body.delivery));
    },
  };
}
