import { useNavigate } from 'react-router';

import type { ApiWebhook } from '../../../contract/operation/webhook-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { Arrived } from '../parts/arrived.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { HealthTold } from './health-told.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { toldOfWords } from './webhook-words.ts';
import styles from './webhooks.module.css';

/** How often its counts are looked at again, in milliseconds. */
const LOOKED_EVERY_MS = 5000;

/** All about one webhook. */
export function OneWebhook({ name }: { readonly name: string }) {
  const webhook = useQuestion('webhook', { webhook: name }, { everyMs: LOOKED_EVERY_MS });
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
        <Answered question={webhook}>
          {(kept) => (
            <>
              <About webhook={kept} />
              <Deliveries webhook={kept} />
            </>
          )}
        </Answered>
        <RequestShown id="webhook" asked={{ webhook: name }} />
      </RoomPage>
    </Arrived>
  );
}

function About({ webhook }: { readonly webhook: ApiWebhook }) {
  const navigate = useNavigate();
  const { url, publicKeys } = webhook;
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
        {publicKeys.map((key, i) => (
          <PublicKey key={key} text={key} isNew={i === 0} isOnly={publicKeys.length === 1} />
        ))}
      </dl>
      <WebhookActs webhook={webhook} onRemoved={() => void navigate('/webhooks', { replace: true })} />
    </RoomPart>
  );
}

function PublicKey({ text, isNew, isOnly }: { readonly text: string; readonly isNew: boolean; readonly isOnly: boolean }) {
  return (
    <>
      <dt>{isOnly ? 'Public key' : isNew ? 'New public key' : 'Old public key, for a day'}</dt>
      <dd className={styles.key}>
        <code>{text}</code>
        <CopyButton text={text} label="Copy" />
      </dd>
    </>
  );
}
