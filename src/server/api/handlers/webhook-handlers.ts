// What the endpoints do that are about webhooks.
import type { WEBHOOK_ENDPOINTS } from '../../../contract/operation/webhook-endpoints.ts';
import { Webhooking, type WebhookingParts } from '../../acts/webhooks.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export type WebhookParts = WebhookingParts;

export function webhookHandlers(parts: WebhookParts): Handlers<keyof typeof WEBHOOK_ENDPOINTS> {
  const webhooking = new Webhooking(parts);
  return {
    async webhooks() {
      return json(200, { webhooks: await webhooking.list() });
    },
    async addWebhook({ body }) {
      return json(201, await webhooking.add(body));
    },
    async changeWebhook({ variables, body }) {
      return json(200, await webhooking.change(variables.webhook, body));
    },
    async removeWebhook({ variables }) {
      return json(200, await webhooking.remove(variables.webhook));
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
