import type { ApiDelivery, ApiWebhook } from '../../../contract/operation/webhook-answers.ts';

/** How a webhook fares. */
export type Health =
  | { readonly kind: 'off'; readonly why: string | null }
  /** `result`: what came of the latest attempt. */
  | { readonly kind: 'failing'; readonly result: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'idle' };

/** How a webhook fares by its newest deliveries: the latest attempt says it. */
export function healthOf({ state, reason }: Pick<ApiWebhook, 'state' | 'reason'>, deliveries: readonly ApiDelivery[]): Health {
  if (state === 'off') return { kind: 'off', why: reason };
  const [latest] = deliveries
    .flatMap((delivery) => {
      const attempt = delivery.attempts.at(-1);
      return attempt === undefined ? [] : [{ delivery, attempt }];
    })
    .toSorted((a, b) => Date.parse(b.attempt.at) - Date.parse(a.attempt.at));
  if (latest === undefined) return { kind: 'idle' };
  const { delivery, attempt } = latest;
  // What waits after an attempt is sent again because it failed; what was replaced by newer news may have failed, too.
  return delivery.state === 'waiting' || delivery.state === 'failed' ? { kind: 'failing', result: attempt.result } : { kind: 'sending' };
}
