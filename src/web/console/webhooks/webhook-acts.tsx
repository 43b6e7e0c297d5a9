import type { ApiWebhook } from '../../../contract/operation/webhook-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
import { RowActs } from '../parts/list/row-acts.tsx';
import { ToldOfFields, toldOf } from './webhook-fields.tsx';

/** What can be done about a webhook. `onRemoved`: it is not there any more. */
export function WebhookActs({ webhook, onRemoved }: { readonly webhook: ApiWebhook; readonly onRemoved: () => void }) {
  const { name, form, state } = webhook;
  const isOn = state === 'on';
  return (
    <RowActs of={name}>
      {isOn ? (
        <ActDialog label="Send a test" title={`Send a test to ${name}`} look="words">
          {(close) => (
            <ActForm
              act="testWebhook"
              label="Send it"
              asked={() => ({ webhook: name })}
              done="The test is on its way. The deliveries say what came of it."
              onDone={close}
            >
              <p>A message of the type webhook.test goes to {webhook.url} at once.</p>
            </ActForm>
          )}
        </ActDialog>
      ) : null}
      <ActDialog label="Change" title={`Change ${name}`} look="words">
        {(close) => <ChangeWebhook name={name} onDone={close} />}
      </ActDialog>
      <ActDialog label={isOn ? 'Switch off' : 'Switch on'} title={`Switch ${name} ${isOn ? 'off' : 'on'}`} look="words">
        {(close) => (
          <ActForm
            act="changeWebhook"
            label={isOn ? 'Switch it off' : 'Switch it on'}
            asked={() => ({ webhook: name, body: { state: isOn ? ('off' as const) : ('on' as const) } })}
            done={`The webhook ${name} is ${isOn ? 'off' : 'on'}.`}
            onDone={close}
          >
            <p>
              {isOn
                ? 'It is told nothing of what happens meanwhile, and nothing is sent to it.'
                : 'It is told of what happens from now on. What still waits for it is sent, unless it is older than four days.'}
            </p>
          </ActForm>
        )}
      </ActDialog>
      {form === 'standard' ? (
        <ActDialog label="New signing key" title={`A new signing key for ${name}`} look="words">
          {(close) => (
            <ActForm
              act="changeWebhookKey"
              label="Make a new key"
              asked={() => ({ webhook: name })}
              done={`Messages to ${name} are signed with a new key.`}
              onDone={close}
            >
              <p>For a day messages are signed with both keys. Give the receiver the new public key in that time.</p>
            </ActForm>
          )}
        </ActDialog>
      ) : null}
      <ActDialog label="Remove" title={`Remove ${name}`} look="words">
        {(close) => <RemoveWebhook name={name} onDone={() => (close(), onRemoved())} />}
      </ActDialog>
    </RowActs>
  );
}

function RemoveWebhook({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const webhook = useQuestion('webhook', { webhook: name });
  return (
    <Answered question={webhook}>
      {() => (
        <ActForm
          act="removeWebhook"
          label={`Remove ${name}`}
          etag={webhook.etag}
          asked={() => ({ webhook: name })}
          done={`The webhook ${name} is removed.`}
          onDone={onDone}
        >
          <p>It receives nothing from now on. What is on its way to it is not sent, and the list of its deliveries is gone for good.</p>
        </ActForm>
      )}
    </Answered>
  );
}

function ChangeWebhook({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const webhook = useQuestion('webhook', { webhook: name });
  return <Answered question={webhook}>{(kept) => <Changing webhook={kept} etag={webhook.etag} onDone={onDone} />}</Answered>;
}

interface ChangingProps {
  readonly webhook: ApiWebhook;
  readonly etag: string | null;
  readonly onDone: () => void;
}

function Changing({ webhook: { name, url, form, ...told }, etag, onDone }: ChangingProps) {
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
}
