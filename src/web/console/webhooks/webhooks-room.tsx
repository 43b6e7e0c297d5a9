import { useNavigate } from 'react-router';

import type { ApiDelivery, ApiWebhook } from '../../../contract/operation/webhooks.ts';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { Lines } from '../parts/table.tsx';
import { Facts, RoomPage, RoomPart } from '../parts/room-page.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { AddWebhook, WebhookActs } from './webhook-acts.tsx';
import { HealthTold } from './webhook-health.tsx';
import { DELIVERIES, LOOKED_EVERY_MS, messageWords, STATE_WORDS, toldOfWords, WEBHOOKS } from './webhook-words.ts';

/** All webhooks, or one with its deliveries. */
export function Component() {
  const webhook = useAddress().said('webhook');
  return webhook === '' ? <AllWebhooks /> : <OneWebhook key={webhook} name={webhook} />;
}

function addressOf(name: string): string {
  return `/webhooks?${new URLSearchParams({ webhook: name })}`;
}

function AllWebhooks() {
  const navigate = useNavigate();
  return (
    <RoomPage {...WEBHOOKS.page} actions={<AddWebhook onDone={(name) => void navigate(addressOf(name))} />}>
      <List
        id="webhooks"
        everyMs={LOOKED_EVERY_MS}
        {...WEBHOOKS}
        columns={{
          webhook: { name: ({ name }) => <Link to={addressOf(name)}>{name}</Link>, by: ({ name }) => name },
          status: (webhook) => <HealthTold webhook={webhook} />,
          events: (webhook) => toldOfWords(webhook),
          url: { name: ({ url }) => url, by: ({ url }) => url },
          actions: (webhook) => <WebhookActs webhook={webhook} />,
        }}
      />
    </RoomPage>
  );
}

function OneWebhook({ name }: { readonly name: string }) {
  const navigate = useNavigate();
  return (
    <RoomPage title={name} lead={WEBHOOKS.one.lead} back={['/webhooks', WEBHOOKS.one.all]}>
      <Asked hasRequest id="webhook" of={{ webhook: name }} everyMs={LOOKED_EVERY_MS}>
        {(kept) => (
          <>
            <RoomPart title={WEBHOOKS.one.about}>
              <Facts
                facts={{
                  [WEBHOOKS.heads.status]: <HealthTold webhook={kept} />,
                  [WEBHOOKS.heads.url]: kept.url,
                  [WEBHOOKS.heads.events]: toldOfWords(kept),
                  ...Object.fromEntries(
                    kept.publicKeys.map((key, i) => [
                      WEBHOOKS.publicKey(i, kept.publicKeys.length),
                      <div key={key} className={styles.row}>
                        <code>{key}</code>
                        <CopyButton text={key} label={WEBHOOKS.copy} />
                      </div>,
                    ]),
                  ),
                }}
              />
              <WebhookActs webhook={kept} onRemoved={() => void navigate('/webhooks', { replace: true })} />
            </RoomPart>
            <Deliveries webhook={kept} />
          </>
        )}
      </Asked>
    </RoomPage>
  );
}

function Deliveries({ webhook: { name, deliveries: counts } }: { readonly webhook: ApiWebhook }) {
  return (
    <List
      id="deliveries"
      asked={{ webhook: name }}
      everyMs={LOOKED_EVERY_MS}
      {...DELIVERIES}
      above={() =>
        counts.failed === 0 ? null : (
          <Act
            act="redeliver"
            {...DELIVERIES.retryAll}
            look="button"
            on={{ webhook: name }}
            told={DELIVERIES.retryAllTold}
            done={DELIVERIES.retried}
          />
        )
      }
      columns={{
        event: ({ type }) => messageWords(type),
        when: { line: ({ at }) => <Moment at={at} /> },
        status: (delivery) => (
          <Lines more={delivery.dueAt && [DELIVERIES.next, <Moment key="due" at={delivery.dueAt} />]}>{STATE_WORDS[delivery.state]}</Lines>
        ),
        attempts: ({ attempts }) => <Attempts attempts={attempts} />,
        id: { name: ({ id }) => <span className={styles.small}>{id}</span> },
        actions: ({ id, type }) => (
          <Act
            act="redeliver"
            {...DELIVERIES.retry(messageWords(type))}
            on={{ webhook: name }}
            says={{ delivery: id }}
            told={DELIVERIES.retryTold}
          />
        ),
      }}
    />
  );
}

function Attempts({ attempts }: Pick<ApiDelivery, 'attempts'>) {
  const told = attempts.map(({ at, result }) => (
    <li key={at}>
      {result}, <Moment at={at} />
    </li>
  ));
  if (attempts.length < 2) return attempts.length === 0 ? DELIVERIES.noAttempts : <ul>{told}</ul>;
  return (
    <details className={styles.more}>
      <summary>{DELIVERIES.attempts(attempts.length, attempts.at(-1)!.result)}</summary>
      <ol className={styles.tight}>{told}</ol>
    </details>
  );
}
