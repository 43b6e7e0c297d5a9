import { useState } from 'react';

import { type ApiWebhook, DEFAULT_EVENTS, TEST_EVENT, type WebhookEvent } from '../../../contract/operation/webhooks.ts';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { TextField } from '../parts/field.tsx';
import { AsTyped, BoardsField, ChoiceField, SeveralField } from '../parts/fields.tsx';
import { changesIn, textOf } from '../parts/form-body.ts';
import { RowActs } from '../parts/table.tsx';
import { EVENT_CHOICES, MESSAGE_CHOICES, PERIOD_CHOICES, WEBHOOK_ACTIONS } from './webhook-words.ts';

type MessageType = WebhookEvent | typeof TEST_EVENT;

interface WebhookActsProps {
  readonly webhook: ApiWebhook;
  /** Called when it is removed. Without it, as in a list, rare actions are left out. */
  readonly onRemoved?: () => void;
}

/** The actions on a webhook. */
export function WebhookActs({ webhook: { name, url, form, state }, onRemoved }: WebhookActsProps) {
  const on = { webhook: name };
  const turn = state === 'on' ? 'off' : 'on';
  const isHidden = form === 'discord';
  const words = WEBHOOK_ACTIONS;
  return (
    <RowActs of={name}>
      {state === 'on' ? (
        <Act
          act="testWebhook"
          {...words.test(name)}
          on={on}
          told={words.testTold(url)}
          asked={(form) => ({ query: { message: messageIn(form) } })}
        >
          <ChoiceField name="message" {...words.message} options={MESSAGE_CHOICES} />
          <AsTyped>
            {(form) => (
              <Asked id="webhookSample" of={{ webhook: name, query: { message: messageIn(form) } }}>
                {({ body }) => (
                  <section aria-label={words.sample} className={styles.tight}>
                    <h3>{words.sample}</h3>
                    <pre className={styles.code}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
                  </section>
                )}
              </Asked>
            )}
          </AsTyped>
        </Act>
      ) : null}
      <Act
        act="changeWebhook"
        {...words.edit(name)}
        // The secret part of a Discord URL is not shown: an empty field leaves it unchanged.
        kept={(now) => (isHidden ? { ...now, url: '' } : now)}
        on={on}
        asked={(_, body) => ({ body: changesIn(body, { url }) })}
      >
        {(now) => (
          <>
            <TextField
              name="url"
              {...words.fields.url}
              type="url"
              hint={isHidden ? words.keepUrl(now.url) : undefined}
              required={!isHidden}
            />
            <ToldOfFields />
          </>
        )}
      </Act>
      <Act act="changeWebhook" {...words[turn](name)} on={on} says={{ state: turn }} told={words[`${turn}Told`]} />
      {form === 'standard' && onRemoved !== undefined ? (
        <Act act="changeWebhookKey" {...words.newKey(name)} on={on} told={words.newKeyTold} />
      ) : null}
      {onRemoved === undefined ? null : (
        <Act act="removeWebhook" {...words.remove(name)} look="dangerWords" on={on} told={words.removeTold} onDone={onRemoved} />
      )}
    </RowActs>
  );
}

function messageIn(form: FormData): MessageType {
  return (textOf(form, 'message') || TEST_EVENT) as MessageType;
}

/** A button that opens the form for a new webhook. */
export function AddWebhook({ onDone }: { readonly onDone: (name: string) => void }) {
  const { add, added, fields, forms, urlHints } = WEBHOOK_ACTIONS;
  const [form, setForm] = useState<keyof typeof forms>('standard');
  return (
    <Act act="addWebhook" {...add} look="primary" done={({ name }) => added(name)} onDone={({ name }) => onDone(name)}>
      <TextField name="name" {...fields.name} maxLength={40} autoCapitalize="none" spellCheck={false} />
      <ChoiceField name="form" {...fields.form} options={forms} chosen={form} onChoose={setForm} />
      <TextField name="url" {...fields.url} hint={urlHints[form]} type="url" />
      {/* Each destination has its own default events. */}
      <ToldOfFields key={form} events={DEFAULT_EVENTS[form]} />
    </Act>
  );
}

function ToldOfFields({ events }: { readonly events?: readonly WebhookEvent[] }) {
  const { fields } = WEBHOOK_ACTIONS;
  return (
    <>
      <SeveralField name="events" {...fields.events} options={EVENT_CHOICES} chosen={events} />
      <BoardsField name="boards" {...fields.boards} />
      <SeveralField name="periods" {...fields.periods} options={PERIOD_CHOICES} />
    </>
  );
}
