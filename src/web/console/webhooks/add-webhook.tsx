import { useState } from 'react';

import { DEFAULT_EVENTS } from '../../../contract/operation/webhook-answers.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { ChoiceField, TextField, textOf } from '../parts/form/fields.tsx';
import { ToldOfFields, toldOf } from './webhook-fields.tsx';

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
