import type { ApiDelivery, ApiWebhook } from '../../../contract/operation/webhooks.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Lines } from '../parts/list.tsx';
import { LOOKED_EVERY_MS } from './webhook-words.ts';

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

/** So many of its deliveries say how a webhook fares. */
const LOOKED_AT = 20;

const SIGNS = { off: ['■'], failing: ['▲', 'var(--down)'], sending: ['●', 'var(--up)'], idle: ['○'] } as const;

/** How a webhook fares, and how much waits for it. */
export function HealthTold({ webhook }: { readonly webhook: ApiWebhook }) {
  const { count } = useNumberFormat();
  const { answer } = useQuestion('deliveries', { webhook: webhook.name, query: { limit: LOOKED_AT } }, { everyMs: LOOKED_EVERY_MS });
  const { waiting, failed } = webhook.deliveries;
  const counts = [...(waiting > 0 ? [`${count(waiting)} waiting`] : []), ...(failed > 0 ? [`${count(failed)} failed`] : [])];
  const health = healthOf(webhook, answer?.deliveries ?? []);
  const [sign, color] = SIGNS[health.kind];
  return (
    <Lines more={counts.join(', ')}>
      <span aria-hidden="true" style={{ color }}>
        {sign}
      </span>{' '}
      <span>{wordsOf(health)}</span>
    </Lines>
  );
}

function wordsOf(health: Health): string {
  switch (health.kind) {
    case 'off':
      return health.why === null ? 'Switched off' : `Switched off: ${health.why}`;
    case 'failing':
      return `Failing: ${health.result}`;
    case 'sending':
      return 'Sending';
    case 'idle':
      return 'On, nothing sent yet';
  }
}
