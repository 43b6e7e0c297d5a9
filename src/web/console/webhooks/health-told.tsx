import type { ApiWebhook } from '../../../contract/operation/webhook-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Lines } from '../parts/list.tsx';
import styles from './health.module.css';
import { type Health, healthOf } from './webhook-health.ts';
import { LOOKED_EVERY_MS } from './webhook-words.ts';

/** So many of its deliveries say how a webhook fares. */
const LOOKED_AT = 20;

/** How a webhook fares, and how much waits for it. */
export function HealthTold({ webhook }: { readonly webhook: ApiWebhook }) {
  const { count } = useNumberFormat();
  const { answer } = useQuestion('deliveries', { webhook: webhook.name, query: { limit: LOOKED_AT } }, { everyMs: LOOKED_EVERY_MS });
  const { waiting, failed } = webhook.deliveries;
  const counts = [...(waiting > 0 ? [`${count(waiting)} waiting`] : []), ...(failed > 0 ? [`${count(failed)} failed`] : [])];
  const health = healthOf(webhook, answer?.deliveries ?? []);
  return (
    <Lines more={counts.join(', ')}>
      <span className={styles[health.kind]}>{wordsOf(health)}</span>
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
