// What the endpoints do that are about webhooks.
import { WEBHOOK_ENDPOINTS } from '../../../contract/operation/webhook-endpoints.ts';
import { maskedWebhook, Webhooking, type WebhookingParts, webhookSetting } from '../../acts/webhooks.ts';
import type { Handlers } from '../calls/parsed-call.ts';
import { type Replaced, replacing, tagged, unlessOvertaken } from './if-match.ts';

/** Who is told whole addresses. */
const EDITOR = WEBHOOK_ENDPOINTS.changeWebhook.role;

export type WebhookParts = WebhookingParts;

export function webhookHandlers(parts: WebhookParts): Handlers<keyof typeof WEBHOOK_ENDPOINTS> {
  const webhooking = new Webhooking(parts);
  const { store } = parts.boards;
  const replaced = (name: string): Replaced => ({
    now: () => webhooking.one(name),
    acts: ['add-webhook', 'change-webhook'],
    about: { subject: name },
  });
  return {
    async webhooks({ mayAs }) {
      const all = await webhooking.list();
      return { webhooks: mayAs(EDITOR) ? all : all.map(maskedWebhook) };
    },
    async webhook({ variables: { webhook }, mayAs }) {
      const known = await webhooking.one(webhook);
      const answer = mayAs(EDITOR) ? known : maskedWebhook(known);
      return tagged(answer, webhookSetting(answer));
    },
    addWebhook: ({ body }) => webhooking.add(body),
    changeWebhook: ({ request, variables: { webhook }, body }) =>
      replacing(request, store, { ...replaced(webhook), part: webhookSetting }, (still) => webhooking.change(webhook, body, still)),
    removeWebhook: ({ request, variables: { webhook } }) =>
      unlessOvertaken(request, store, replaced(webhook), (still) => webhooking.remove(webhook, still)),
    changeWebhookKey: ({ variables }) => webhooking.changeKey(variables.webhook),
    testWebhook: ({ variables }) => webhooking.test(variables.webhook),
    deliveries: ({ variables, query }) => webhooking.deliveries(variables.webhook, query),
    redeliver: ({ variables, body }) => webhooking.redeliver(variables.webhook, body.delivery),
  };
}
