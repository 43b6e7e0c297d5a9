import { useState } from 'react';

import { type ApiWebhook, DEFAULT_EVENTS, type WebhookEvent } from '../../../contract/operation/webhooks.ts';
import { Act } from '../parts/act.tsx';
import { BoardsField, ChoiceField, SeveralField, TextField } from '../parts/fields.tsx';
import { changesIn } from '../parts/form-body.ts';
import { RowActs } from '../parts/list.tsx';
import { EVENT_CHOICES, PERIOD_CHOICES } from './webhook-words.ts';

/** What can be done about a webhook. `onRemoved`: it is not there any more. */
export function WebhookActs({
  webhook: { name, url, form, state },
  onRemoved,
}: {
  readonly webhook: ApiWebhook;
  readonly onRemoved?: () => void;
}) {
  const on = { webhook: name };
  const isOn = state === 'on';
  const isHidden = form === 'discord';
  return (
    <RowActs of={name}>
      {isOn ? (
        <Act
          act="testWebhook"
          opens="Send a test"
          title={`Send a test to ${name}`}
          label="Send it"
          on={on}
          done="The test is on its way. The deliveries say what came of it."
        >
          <p>A message of the type webhook.test goes to {url} at once.</p>
        </Act>
      ) : null}
      <Act
        act="changeWebhook"
        opens="Change"
        title={`Change ${name}`}
        label="Save"
        // Of a Discord webhook the secret part of its address is not told: what is left empty stays.
        kept={(now) => (isHidden ? { ...now, url: '' } : now)}
        on={on}
        asked={(_, body) => ({ body: changesIn(body, { url }) })}
        done={`The webhook ${name} is changed.`}
      >
        {(now) => (
          <>
            <TextField
              name="url"
              label="Address"
              type="url"
              hint={isHidden ? `Left empty, it stays: ${now.url}` : undefined}
              required={!isHidden}
            />
            <ToldOfFields />
          </>
        )}
      </Act>
      <Act
        act="changeWebhook"
        opens={isOn ? 'Switch off' : 'Switch on'}
        title={`Switch ${name} ${isOn ? 'off' : 'on'}`}
        label={isOn ? 'Switch it off' : 'Switch it on'}
        on={on}
        says={{ state: isOn ? 'off' : 'on' }}
        done={`The webhook ${name} is ${isOn ? 'off' : 'on'}.`}
      >
        <p>
          {isOn
            ? 'It is told nothing of what happens meanwhile, and nothing is sent to it.'
            : 'It is told of what happens from now on. What still waits for it is sent, unless it is older than four days.'}
        </p>
      </Act>
      {form === 'standard' ? (
        <Act
          act="changeWebhookKey"
          opens="New signing key"
          title={`A new signing key for ${name}`}
          label="Make a new key"
          on={on}
          done={`Messages to ${name} are signed with a new key.`}
        >
          <p>For a day messages are signed with both keys. Give the receiver the new public key in that time.</p>
        </Act>
      ) : null}
      <Act
        act="removeWebhook"
        opens="Remove"
        title={`Remove ${name}`}
        label={`Remove ${name}`}
        on={on}
        done={`The webhook ${name} is removed.`}
        onDone={onRemoved}
      >
        <p>It receives nothing from now on. What is on its way to it is not sent, and the list of its deliveries is gone for good.</p>
      </Act>
    </RowActs>
  );
}

const FORMS = { standard: 'A server of yours (JSON, signed as Standard Webhooks says)', discord: 'A Discord channel' };

const ADDRESS_HINTS = {
  standard: 'It begins with https://. Addresses inside your own network are refused.',
  discord: 'Discord shows it in the settings of the channel, under integrations. It is shown here only in part from then on.',
} as const;

/** A button that lets somebody more be told what happens. */
export function AddWebhook({ onDone }: { readonly onDone: (name: string) => void }) {
  const [form, setForm] = useState<keyof typeof ADDRESS_HINTS>('standard');
  return (
    <Act
      act="addWebhook"
      opens="New webhook"
      look="primary"
      label="Add the webhook"
      done={({ name }) => `The webhook ${name} is added.`}
      onDone={({ name }) => onDone(name)}
    >
      <TextField
        name="name"
        label="Name"
        hint="Small letters, digits and hyphens. It stays."
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      <ChoiceField
        name="form"
        label="Whom it tells"
        options={FORMS}
        value={form}
        onChange={(event) => setForm(event.target.value as keyof typeof ADDRESS_HINTS)}
      />
      <TextField name="url" label="Address" hint={ADDRESS_HINTS[form]} type="url" />
      {/* Another form begins with other ticks. */}
      <ToldOfFields key={form} events={DEFAULT_EVENTS[form]} />
    </Act>
  );
}

/** What a webhook is told of. */
function ToldOfFields({ events }: { readonly events?: readonly WebhookEvent[] }) {
  const all = 'None ticked: of all of them.';
  return (
    <>
      <SeveralField name="events" label="What it is told" options={EVENT_CHOICES} chosen={events} />
      <BoardsField name="boards" label="Of which boards" hint={all} />
      <SeveralField name="periods" label="Of which periods" hint={all} options={PERIOD_CHOICES} />
    </>
  );
}
