import { useState } from 'react';

import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { rulesFor, type Unit, UNITS } from '../../../domain/units/unit.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act, ActDialog, ActForm } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import { ChoiceField, filled, numberOf, TextField, textOf, TickField } from '../parts/fields.tsx';
import { List, ListFilters, RowActs } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { nameFrom } from '../parts/words/name-from.ts';

const STATES = [
  { value: '', text: 'Those that are played' },
  { value: 'archived', text: 'Archived ones' },
];

const SCORING_WORDS = { sum: 'added up', best: 'the best', latest: 'the latest' } as const;

/** The boards: made, changed, limited, archived. */
export function Component() {
  const { said } = useAddress();
  return (
    <RoomPage
      title="Boards"
      lead="What is ranked, and by which rules."
      actions={
        <ActDialog label="New board" look="primary">
          {(close) => <MakeBoard onDone={close} />}
        </ActDialog>
      }
    >
      <ListFilters names={['state']}>
        <ChoiceField name="state" label="Which" defaultValue={said('state')} options={STATES} />
      </ListFilters>
      <List
        id="boards"
        asked={said('state') === 'archived' ? { query: { state: 'archived' } } : {}}
        rows={({ boards }) => boards}
        keyOf={({ name }) => name}
        none="There is no such board."
        columns={[
          { head: 'Board', cell: ({ name, title, state }) => (state === 'archived' ? title : <a href={`/?board=${name}`}>{title}</a>) },
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Counts', cell: ({ unit, scoring, direction }) => `${unitWord(unit)}, ${SCORING_WORDS[scoring]}, ${direction} first` },
          { head: 'Calendar', cell: ({ timeZone }) => timeZone },
          { head: 'Seen by', cell: ({ visibility }) => (visibility === 'private' ? 'programs with a key' : 'everybody') },
          { head: 'Acts', cell: (board) => <BoardActs board={board} /> },
        ]}
      />
    </RoomPage>
  );
}

function BoardActs({ board: { name, title, state } }: { readonly board: ApiKeptBoard }) {
  const isArchived = state === 'archived';
  return (
    <RowActs of={title}>
      <ActDialog label="Change" title={`Change “${title}”`} look="words">
        {(close) => <ChangeBoard name={name} onDone={close} />}
      </ActDialog>
      <ActDialog label="Limits" title={`Limits of “${title}”`} look="words">
        {(close) => <SetLimits board={name} onDone={close} />}
      </ActDialog>
      <Act
        act="changeBoard"
        opens={isArchived ? 'Bring back' : 'Archive'}
        title={`${isArchived ? 'Bring back' : 'Archive'} “${title}”`}
        label={isArchived ? 'Bring it back' : 'Archive it'}
        asked={() => ({ board: name, body: { state: isArchived ? ('listed' as const) : ('archived' as const) } })}
        done={`“${title}” is ${isArchived ? 'back' : 'archived'}.`}
      >
        <p>
          {isArchived
            ? 'It takes points again, and lists and the search show it.'
            : 'It takes no points, and no list and no search shows it. Nothing of it is lost, and you can bring it back.'}
        </p>
      </Act>
    </RowActs>
  );
}

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
function MakeBoard({ onDone }: { readonly onDone: () => void }) {
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
function ChangeBoard({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
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
function SetLimits({ board, onDone }: { readonly board: string; readonly onDone: () => void }) {
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

/** What a form calls a unit of a word of one's own. */
const OWN = 'own';

const WORDS = {
  points: 'Points, or what the site calls them',
  time: 'Times, in milliseconds',
  distance: 'Distances, in millimetres',
  laps: 'Laps',
} as const;

const UNIT_CHOICES = [...UNITS.map((unit) => ({ value: unit as string, text: WORDS[unit] })), { value: OWN, text: 'A word of your own' }];

/** How a form says a unit. */
function unitChoice(unit: Unit): { readonly unit: string; readonly one: string; readonly other: string } {
  return typeof unit === 'string' ? { unit, one: '', other: '' } : { unit: OWN, ...unit };
}

/** What a form says of a unit, as the API takes it. */
function chosenUnit(unit: string, one: string, other: string): Unit {
  return unit === OWN ? { one, other } : (unit as Unit);
}

/** A unit in a word. */
function unitWord(unit: Unit): string {
  return typeof unit === 'string' ? unit : unit.other;
}
