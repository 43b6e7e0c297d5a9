import { useNavigate } from 'react-router';

import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { HealthTold } from './health-told.tsx';
import { OneWebhook } from './one-webhook.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { toldOfWords } from './webhook-words.ts';

/** Who is told what happens: all webhooks, or one with its deliveries. */
export function Component() {
  const webhook = useAddress().said('webhook');
  return webhook === '' ? <AllWebhooks /> : <OneWebhook key={webhook} name={webhook} />;
}

/** How often what waits and fails is looked at again, in milliseconds. */
const LOOKED_EVERY_MS = 5000;

function addressOf(name: string): string {
  return `/webhooks?${new URLSearchParams({ webhook: name })}`;
}

function AllWebhooks() {
  const navigate = useNavigate();
  const webhooks = useQuestion('webhooks', undefined, { everyMs: LOOKED_EVERY_MS });
  return (
    <RoomPage
      title="Webhooks"
      lead="Servers of yours and Discord channels are told at once what happens here."
      actions={
        <ActDialog label="New webhook" look="primary">
          {() => <AddWebhook onDone={(name) => void navigate(addressOf(name))} />}
        </ActDialog>
      }
    >
      <Answered question={webhooks}>
        {({ webhooks: all }) => (
          <DataTable
            caption="Webhooks"
            rows={all}
            keyOf={({ name }) => name}
            none="There is no webhook yet. A new one can tell a Discord channel who won."
            columns={[
              { head: 'Webhook', cell: ({ name }) => <Link to={addressOf(name)}>{name}</Link> },
              { head: 'State', cell: (webhook) => <HealthTold webhook={webhook} /> },
              { head: 'Is told', cell: toldOfWords },
              { head: 'Address', cell: ({ url }) => url },
              { head: 'Acts', cell: (webhook) => <WebhookActs webhook={webhook} onRemoved={() => {}} /> },
            ]}
          />
        )}
      </Answered>
      <RequestShown id="webhooks" asked={{}} />
    </RoomPage>
  );
}
