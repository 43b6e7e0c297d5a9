import type { ApiDelivery, ApiWebhook } from '../../../contract/operation/webhooks.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Lines } from '../parts/table.tsx';
import { LOOKED_EVERY_MS, WEBHOOKS } from './webhook-words.ts';

/** A webhook's health. */
export type Health =
  | { readonly kind: 'off'; readonly why: string | null }
  /** `result`: the latest attempt's. */
  | { readonly kind: 'failing'; readonly result: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'idle' };

/** Whether a webhook works, judged by the latest attempt among its newest deliveries. */
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
  // A delivery that still waits after an attempt has failed; a superseded one may have failed, too.
  return delivery.state === 'waiting' || delivery.state === 'failed' ? { kind: 'failing', result: attempt.result } : { kind: 'sending' };
}

const LOOKED_AT = 20;

const SIGNS = { off: ['■'], failing: ['▲', 'var(--down)'], sending: ['●', 'var(--up)'], idle: ['○'] } as const;

/** Whether a webhook works, and how many deliveries are waiting or failed. */
export function HealthTold({ webhook }: { readonly webhook: ApiWebhook }) {
  const { count } = useNumberFormat();
  const { answer } = useQuestion('deliveries', { webhook: webhook.name, query: { limit: LOOKED_AT } }, { everyMs: LOOKED_EVERY_MS });
  const { waiting, failed } = webhook.deliveries;
  const { health: words } = WEBHOOKS;
  const counts = [...(waiting > 0 ? [words.waiting(count(waiting))] : []), ...(failed > 0 ? [words.failed(count(failed))] : [])];
  const health = healthOf(webhook, answer?.deliveries ?? []);
  const [sign, color] = SIGNS[health.kind];
  return (
    <Lines more={counts.join(', ')}>
      <span aria-hidden="true" style={{ color }}>
        {sign}
      </span>{' '}
      <span>{words[health.kind]({ why: null, result: '', ...health })}</span>
    </Lines>
  );
}
