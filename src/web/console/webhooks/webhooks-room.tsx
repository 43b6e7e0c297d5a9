import { useNavigate } from 'react-router';

import type { ApiDelivery, ApiWebhook } from '../../../contract/operation/webhooks.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { ChoiceField } from '../parts/fields.tsx';
import { Lines, List, ListFilters } from '../parts/list.tsx';
import { Arrived, Facts, RoomPage, RoomPart } from '../parts/room-page.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { AddWebhook, WebhookActs } from './webhook-acts.tsx';
import { HealthTold } from './webhook-health.tsx';
import { LOOKED_EVERY_MS, messageWords, STATE_WORDS, toldOfWords } from './webhook-words.ts';

/** Who is told what happens: all webhooks, or one with its deliveries. */
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
    <RoomPage
      title="Webhooks"
      lead="Servers of yours and Discord channels are told at once what happens here."
      actions={<AddWebhook onDone={(name) => void navigate(addressOf(name))} />}
    >
      <List
        id="webhooks"
        everyMs={LOOKED_EVERY_MS}
        rows={({ webhooks }) => webhooks}
        none="There is no webhook yet. A new one can tell a Discord channel who won."
        columns={{
          Webhook: ({ name }) => <Link to={addressOf(name)}>{name}</Link>,
          State: (webhook) => <HealthTold webhook={webhook} />,
          'Is told': (webhook) => toldOfWords(webhook),
          Address: ({ url }) => url,
          Acts: (webhook) => <WebhookActs webhook={webhook} />,
        }}
      />
    </RoomPage>
  );
}

/** All about one webhook. */
function OneWebhook({ name }: { readonly name: string }) {
  return (
    <Arrived>
      <RoomPage
        title={name}
        lead="A webhook: what it is told, and what came of it."
        actions={
          <Link to="/webhooks" className={control.button}>
            All webhooks
          </Link>
        }
      >
        <Asked hasRequest id="webhook" of={{ webhook: name }} everyMs={LOOKED_EVERY_MS}>
          {(kept) => (
            <>
              <About webhook={kept} />
              <Deliveries webhook={kept} />
            </>
          )}
        </Asked>
      </RoomPage>
    </Arrived>
  );
}

function About({ webhook }: { readonly webhook: ApiWebhook }) {
  const navigate = useNavigate();
  const { url, publicKeys } = webhook;
  const keyName = (i: number) => (publicKeys.length === 1 ? 'Public key' : i === 0 ? 'New public key' : 'Old public key, for a day');
  return (
    <RoomPart title="About it">
      <Facts
        facts={{
          State: <HealthTold webhook={webhook} />,
          Address: url,
          'Is told': toldOfWords(webhook),
          ...Object.fromEntries(
            publicKeys.map((key, i) => [
              keyName(i),
              <div key={key} className={styles.row}>
                <code>{key}</code>
                <CopyButton text={key} label="Copy" />
              </div>,
            ]),
          ),
        }}
      />
      <WebhookActs webhook={webhook} onRemoved={() => void navigate('/webhooks', { replace: true })} />
    </RoomPart>
  );
}

/** What was sent to a webhook, and what came of it. */
function Deliveries({ webhook: { name, deliveries: counts } }: { readonly webhook: ApiWebhook }) {
  const { said, narrowed } = useAddress();
  return (
    <RoomPart title="Deliveries">
      <ListFilters names={['state']}>
        <ChoiceField name="state" label="Which" options={{ '': 'All', ...STATE_WORDS }} />
      </ListFilters>
      {counts.failed === 0 ? null : (
        <div>
          <Act
            act="redeliver"
            opens="Send all that failed again"
            look="button"
            label="Send them again"
            on={{ webhook: name }}
            done={({ again }) => `${again} ${again === 1 ? 'delivery is' : 'deliveries are'} sent again.`}
          >
            <p>They keep their ids, so that the receiver can tell what it already had.</p>
          </Act>
        </div>
      )}
      <List
        id="deliveries"
        asked={{ webhook: name, query: narrowed(['state', 'before']) }}
        everyMs={LOOKED_EVERY_MS}
        rows={({ deliveries }) => deliveries}
        none={said('state') === '' ? 'Nothing was sent yet. Send a test to see whether it arrives.' : 'No delivery is like that.'}
        columns={{
          What: ({ type }) => messageWords(type),
          When: ({ at }) => <Moment at={at} />,
          State: (delivery) => (
            <Lines more={delivery.dueAt && ['next try ', <Moment key="due" at={delivery.dueAt} />]}>{STATE_WORDS[delivery.state]}</Lines>
          ),
          Attempts: ({ attempts }) => <Attempts attempts={attempts} />,
          Id: ({ id }) => <span className={styles.small}>{id}</span>,
          Acts: ({ id, type }) => (
            <Act
              act="redeliver"
              opens="Send again"
              title={`Send again: ${messageWords(type)}`}
              label="Send it again"
              on={{ webhook: name }}
              says={{ delivery: id }}
              done="It is sent again."
            >
              <p>Whatever came of it. It keeps its id, so that the receiver can tell that it already had it.</p>
            </Act>
          ),
        }}
      />
    </RoomPart>
  );
}

/** The latest attempt, and behind it those before. */
function Attempts({ attempts }: Pick<ApiDelivery, 'attempts'>) {
  const told = attempts.map(({ at, result }) => (
    <li key={at}>
      {result}, <Moment at={at} />
    </li>
  ));
  if (attempts.length < 2) return attempts.length === 0 ? 'none yet' : <ul>{told}</ul>;
  return (
    <details className={styles.more}>
      <summary>
        {attempts.length} attempts, the latest: {attempts.at(-1)!.result}
      </summary>
      <ol className={styles.tight}>{told}</ol>
    </details>
  );
}
