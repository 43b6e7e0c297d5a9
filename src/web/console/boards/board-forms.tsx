import { useState } from 'react';

import { rulesFor, type Unit } from '../../../domain/units/unit.ts';
import { ActForm } from '../parts/act-form.tsx';
import { Asked } from '../parts/asked.tsx';
import { ChoiceField, filled, numberOf, TextField, textOf, TickField } from '../parts/fields.tsx';
import { nameFrom } from '../parts/words/name-from.ts';
import { chosenUnit, UNIT_CHOICES, unitChoice } from './unit-words.ts';

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
      asked={(form) => ({
        body: {
          name: textOf(form, 'name') || nameFrom(textOf(form, 'title')),
          title: textOf(form, 'title'),
          scoring: textOf(form, 'scoring') as 'sum',
          direction: textOf(form, 'direction') as 'high',
          unit: unitOf(form),
          ...filled({ timeZone: textOf(form, 'timeZone') }),
          ...(form.has('private') && { visibility: 'private' as const }),
        },
      })}
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
      <PrivateField />
    </ActForm>
  );
}

/** Changes what of a board can be changed. */
export function ChangeBoard({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  return (
    <Asked id="board" of={{ board: name }}>
      {({ title, unit, visibility }, { etag }) => (
        <ActForm
          act="changeBoard"
          label="Save"
          etag={etag}
          asked={(form) => ({
            board: name,
            body: {
              title: textOf(form, 'title'),
              unit: unitOf(form),
              visibility: form.has('private') ? ('private' as const) : ('public' as const),
            },
          })}
          done={(changed) => `The board “${changed.title}” is saved.`}
          onDone={onDone}
        >
          <TextField name="title" label="Title" defaultValue={title} required maxLength={80} />
          <UnitFields unit={unit} />
          <PrivateField isTicked={visibility === 'private'} />
        </ActForm>
      )}
    </Asked>
  );
}

function PrivateField({ isTicked = false }: { readonly isTicked?: boolean }) {
  return <TickField name="private" label="Private" hint="Only programs with a key read it. It has no page." defaultChecked={isTicked} />;
}

interface UnitFieldsProps {
  readonly unit: Unit;
  /** Told the choice, as the form says it. */
  readonly onChosen?: (unit: string) => void;
}

/** What a board counts. */
function UnitFields({ unit, onChosen }: UnitFieldsProps) {
  const first = unitChoice(unit);
  const [chosen, setChosen] = useState(first.unit);
  return (
    <>
      <ChoiceField
        name="unit"
        label="What it counts"
        options={UNIT_CHOICES}
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          onChosen?.(target.value);
        }}
      />
      {chosen === 'own' ? (
        <>
          <TextField name="unit.one" label="One of it" placeholder="coin" defaultValue={first.one} required maxLength={24} />
          <TextField name="unit.other" label="Several of it" placeholder="coins" defaultValue={first.other} required maxLength={24} />
        </>
      ) : null}
    </>
  );
}

function unitOf(form: FormData): Unit {
  return chosenUnit(textOf(form, 'unit'), textOf(form, 'unit.one'), textOf(form, 'unit.other'));
}

/** Sets what a board takes without a look. */
export function SetLimits({ board, onDone }: { readonly board: string; readonly onDone: () => void }) {
  return (
    <Asked id="limits" of={{ board }}>
      {({ limits }, { etag }) => (
        <ActForm
          act="setLimits"
          label="Save the limits"
          etag={etag}
          asked={(form) => ({
            board,
            body: {
              event: numberOf(form, 'event') ?? null,
              hour: numberOf(form, 'hour') ?? null,
              day: numberOf(form, 'day') ?? null,
              history: numberOf(form, 'history') ?? null,
              names: form.has('names'),
            },
          })}
          done="The limits are saved."
          onDone={onDone}
        >
          <p>What exceeds a limit is held: it counts once you accept it. An empty field limits nothing.</p>
          <TextField name="event" label="One event" type="number" defaultValue={limits.event ?? ''} />
          <TextField name="hour" label="A player’s hour" type="number" min={1} defaultValue={limits.hour ?? ''} />
          <TextField name="day" label="A player’s day" type="number" min={1} defaultValue={limits.day ?? ''} />
          <TextField
            name="history"
            label="Times the player’s best day before"
            hint="For players with points on three days before."
            type="number"
            min={1}
            step="any"
            defaultValue={limits.history ?? ''}
          />
          <TickField
            name="names"
            label="Hold new names that look like another player’s"
            hint="Such as one with a Cyrillic letter in it."
            defaultChecked={limits.names}
          />
        </ActForm>
      )}
    </Asked>
  );
}
