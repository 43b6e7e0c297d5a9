import { useState } from 'react';

import { rulesFor } from '../../../domain/units/unit.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { ChoiceField, TextField, textOf, TickField } from '../parts/form/fields.tsx';
import { nameFrom } from '../parts/words/name-from.ts';
import { UnitFields } from './unit-fields.tsx';
import { chosenUnit } from './unit-words.ts';

const SCORING = [
  { value: 'sum', text: 'All events added up' },
  { value: 'best', text: 'The best event' },
  { value: 'latest', text: 'The latest event' },
] as const;

const DIRECTIONS = [
  { value: 'high', text: 'High comes first' },
  { value: 'low', text: 'Low comes first' },
] as const;

/** Makes a board. What ranks depend on stays as it is set here, and it says so. */
export function MakeBoard({ onDone }: { readonly onDone: () => void }) {
  const [unit, setUnit] = useState('points');
  const [chosen, setChosen] = useState<{ readonly scoring?: string; readonly direction?: string }>({});
  const { scoring, direction } = { ...rulesFor(chosenUnit(unit, '', '')), ...chosen };
  return (
    <ActForm
      act="makeBoard"
      label="Make the board"
      asked={(form) => {
        const [title, timeZone] = [textOf(form, 'title'), textOf(form, 'timeZone')];
        return {
          body: {
            name: textOf(form, 'name') || nameFrom(title),
            title,
            scoring: textOf(form, 'scoring') as 'sum',
            direction: textOf(form, 'direction') as 'high',
            unit: chosenUnit(textOf(form, 'unit'), textOf(form, 'unit.one'), textOf(form, 'unit.other')),
            ...(timeZone !== '' && { timeZone }),
            ...(form.has('private') && { visibility: 'private' as const }),
          },
        };
      }}
      done={({ title }) => `The board “${title}” is made.`}
      onDone={onDone}
    >
      <TextField name="title" label="Title" hint="What players see." required maxLength={80} />
      <TextField name="name" label="Name in addresses" hint="Left empty, it is made of the title. It stays." maxLength={40} />
      <UnitFields unit="points" onChosen={setUnit} />
      <ChoiceField
        name="scoring"
        label="A player’s total is"
        hint="This stays: ranks depend on it."
        options={SCORING}
        value={scoring}
        onChange={({ target }) => setChosen({ ...chosen, scoring: target.value })}
      />
      <ChoiceField
        name="direction"
        label="Order"
        hint="This stays, too."
        options={DIRECTIONS}
        value={direction}
        onChange={({ target }) => setChosen({ ...chosen, direction: target.value })}
      />
      <TextField
        name="timeZone"
        label="Time zone"
        hint="Such as Europe/Berlin. Left empty, it is the server’s. This stays."
        list="time-zones"
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <TickField name="private" label="Private" hint="Only programs with a key read it. It has no page." />
    </ActForm>
  );
}
