import { useNavigate } from 'react-router';

import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { ActDialog } from '../parts/act.tsx';
import { List } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { HealthTold } from './health-told.tsx';
import { OneWebhook } from './one-webhook.tsx';
import { AddWebhook, WebhookActs } from './webhook-acts.tsx';
import { LOOKED_EVERY_MS, toldOfWords } from './webhook-words.ts';

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
      actions={
        <ActDialog label="New webhook" look="primary">
          {() => <AddWebhook onDone={(name) => void navigate(addressOf(name))} />}
        </ActDialog>
      }
    >
      <List
        id="webhooks"
        everyMs={LOOKED_EVERY_MS}
        caption="Webhooks"
        rows={({ webhooks }) => webhooks}
        keyOf={({ name }) => name}
        none="There is no webhook yet. A new one can tell a Discord channel who won."
        columns={[
          { head: 'Webhook', cell: ({ name }) => <Link to={addressOf(name)}>{name}</Link> },
          { head: 'State', cell: (webhook) => <HealthTold webhook={webhook} /> },
          { head: 'Is told', cell: toldOfWords },
          { head: 'Address', cell: ({ url }) => url },
          { head: 'Acts', cell: (webhook) => <WebhookActs webhook={webhook} /> },
        ]}
      />
    </RoomPage>
  );
}
