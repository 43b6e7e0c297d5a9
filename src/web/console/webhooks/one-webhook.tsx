import { useNavigate } from 'react-router';

import type { ApiWebhook } from '../../../contract/operation/webhook-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import styles from '../parts/console.module.css';
import { Asked } from '../parts/asked.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { Arrived, RoomPage, RoomPart } from '../parts/room-page.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { Deliveries } from './deliveries.tsx';
import { HealthTold } from './health-told.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { LOOKED_EVERY_MS, toldOfWords } from './webhook-words.ts';

/** All about one webhook. */
export function OneWebhook({ name }: { readonly name: string }) {
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
        <Asked id="webhook" of={{ webhook: name }} everyMs={LOOKED_EVERY_MS}>
          {(kept) => (
            <>
              <About webhook={kept} />
              <Deliveries webhook={kept} />
            </>
          )}
        </Asked>
        <RequestShown id="webhook" asked={{ webhook: name }} />
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
      <dl className={styles.facts}>
        <dt>State</dt>
        <dd>
          <HealthTold webhook={webhook} />
        </dd>
        <dt>Address</dt>
        <dd>{url}</dd>
        <dt>Is told</dt>
        <dd>{toldOfWords(webhook)}</dd>
        {publicKeys.flatMap((key, i) => [
          <dt key={`${key} name`}>{keyName(i)}</dt>,
          <dd key={key} className={styles.row}>
            <code>{key}</code>
            <CopyButton text={key} label="Copy" />
          </dd>,
        ])}
      </dl>
      <WebhookActs webhook={webhook} onRemoved={() => void navigate('/webhooks', { replace: true })} />
    </RoomPart>
  );
}
