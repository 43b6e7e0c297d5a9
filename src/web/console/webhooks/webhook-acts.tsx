import { useState } from 'react';

import { type ApiWebhook, DEFAULT_EVENTS, type WebhookEvent } from '../../../contract/operation/webhooks.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { Act, ActDialog, ActForm } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import { BoardsField, ChoiceField, SeveralField, TextField, textOf, ticksOf } from '../parts/fields.tsx';
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
  const isOn = state === 'on';
  return (
    <RowActs of={name}>
      {isOn ? (
        <Act
          act="testWebhook"
          opens="Send a test"
          title={`Send a test to ${name}`}
          label="Send it"
          asked={() => ({ webhook: name })}
          done="The test is on its way. The deliveries say what came of it."
        >
          <p>A message of the type webhook.test goes to {url} at once.</p>
        </Act>
      ) : null}
      <ActDialog label="Change" title={`Change ${name}`} look="words">
        {(close) => <ChangeWebhook name={name} onDone={close} />}
      </ActDialog>
      <Act
        act="changeWebhook"
        opens={isOn ? 'Switch off' : 'Switch on'}
        title={`Switch ${name} ${isOn ? 'off' : 'on'}`}
        label={isOn ? 'Switch it off' : 'Switch it on'}
        asked={() => ({ webhook: name, body: { state: isOn ? ('off' as const) : ('on' as const) } })}
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
          asked={() => ({ webhook: name })}
          done={`Messages to ${name} are signed with a new key.`}
        >
          <p>For a day messages are signed with both keys. Give the receiver the new public key in that time.</p>
        </Act>
      ) : null}
      <ActDialog label="Remove" title={`Remove ${name}`} look="words">
        {(close) => (
          <Asked id="webhook" of={{ webhook: name }}>
            {(_, { etag }) => (
              <ActForm
                act="removeWebhook"
                label={`Remove ${name}`}
                etag={etag}
                asked={() => ({ webhook: name })}
                done={`The webhook ${name} is removed.`}
                onDone={() => (close(), onRemoved?.())}
              >
                <p>
                  It receives nothing from now on. What is on its way to it is not sent, and the list of its deliveries is gone for good.
                </p>
              </ActForm>
            )}
          </Asked>
        )}
      </ActDialog>
    </RowActs>
  );
}

function ChangeWebhook({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  return (
    <Asked id="webhook" of={{ webhook: name }}>
      {({ url, form, ...told }, { etag }) => {
        // Of a Discord webhook the secret part of its address is not told: what is left empty stays.
        const isHidden = form === 'discord';
        return (
          <ActForm
            act="changeWebhook"
            label="Save"
            etag={etag}
            asked={(data) => {
              const typed = textOf(data, 'url');
              return { webhook: name, body: { ...(typed !== '' && typed !== url && { url: typed }), ...toldOf(data) } };
            }}
            done={`The webhook ${name} is changed.`}
            onDone={onDone}
          >
            <TextField
              name="url"
              label="Address"
              type="url"
              hint={isHidden ? `Left empty, it stays: ${url}` : undefined}
              defaultValue={isHidden ? '' : url}
              required={!isHidden}
            />
            <ToldOfFields {...told} />
          </ActForm>
        );
      }}
    </Asked>
  );
}

const FORMS = [
  { value: 'standard', text: 'A server of yours (JSON, signed as Standard Webhooks says)' },
  { value: 'discord', text: 'A Discord channel' },
];

const ADDRESS_HINTS = {
  standard: 'It begins with https://. Addresses inside your own network are refused.',
  discord: 'Discord shows it in the settings of the channel, under integrations. It is shown here only in part from then on.',
} as const;

/** Tells somebody more what happens. */
export function AddWebhook({ onDone }: { readonly onDone: (name: string) => void }) {
  const [form, setForm] = useState<keyof typeof ADDRESS_HINTS>('standard');
  return (
    <ActForm
      act="addWebhook"
      label="Add the webhook"
      asked={(data) => ({ body: { name: textOf(data, 'name'), url: textOf(data, 'url'), form, ...toldOf(data) } })}
      done={({ name }) => `The webhook ${name} is added.`}
      onDone={({ name }) => onDone(name)}
    >
      <TextField
        name="name"
        label="Name"
        hint="Small letters, digits and hyphens. It stays."
        required
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
      <TextField name="url" label="Address" hint={ADDRESS_HINTS[form]} type="url" required />
      {/* Another form begins with other ticks. */}
      <ToldOfFields key={form} events={[...DEFAULT_EVENTS[form]]} boards={null} periods={null} />
    </ActForm>
  );
}

/** What a webhook is told of. */
function ToldOfFields({ events, boards, periods }: Pick<ApiWebhook, 'events' | 'boards' | 'periods'>) {
  return (
    <>
      <SeveralField name="events" label="What it is told" options={EVENT_CHOICES} chosen={events} />
      <BoardsField name="boards" label="Of which boards" hint="None ticked: of all of them." chosen={boards ?? []} />
      <SeveralField
        name="periods"
        label="Of which periods"
        hint="None ticked: of all of them."
        options={PERIOD_CHOICES}
        chosen={periods ?? []}
      />
    </>
  );
}

/** What these fields say, as the API takes it. */
function toldOf(form: FormData): Pick<ApiWebhook, 'events' | 'boards' | 'periods'> {
  const [boards, periods] = [ticksOf(form, 'boards'), ticksOf(form, 'periods') as PeriodKind[]];
  return {
    events: ticksOf(form, 'events') as WebhookEvent[],
    boards: boards.length === 0 ? null : boards,
    periods: periods.length === 0 ? null : periods,
  };
}
