import { useState } from 'react';

import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { rulesFor, type Unit } from '../../../domain/units/unit.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { ChoiceField, TextField, TickField } from '../parts/fields.tsx';
import { List, ListFilters, RowActs } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { nameFrom } from '../parts/words/name-from.ts';

const STATES = { '': 'Those that are played', archived: 'Archived ones' };

const SCORING_WORDS = { sum: 'added up', best: 'the best', latest: 'the latest' } as const;

/** The boards: made, changed, limited, archived. */
export function Component() {
  const { said } = useAddress();
  return (
    <RoomPage
      title="Boards"
      lead="What is ranked, and by which rules."
      actions={
        <Act
          act="makeBoard"
          opens="New board"
          look="primary"
          label="Make the board"
          asked={(_, body) => ({ body: { ...body, name: body.name || nameFrom(body.title) } })}
          done={({ title }) => `The board “${title}” is made.`}
        >
          <NewBoardFields />
        </Act>
      }
    >
      <ListFilters names={['state']}>
        <ChoiceField name="state" label="Which" options={STATES} />
      </ListFilters>
      <List
        id="boards"
        asked={said('state') === 'archived' ? { query: { state: 'archived' } } : {}}
        rows={({ boards }) => boards}
        none="There is no such board."
        columns={{
          Board: ({ name, title, state }) => (state === 'archived' ? title : <a href={`/?board=${name}`}>{title}</a>),
          Name: ({ name }) => name,
          Counts: ({ unit, scoring, direction }) => `${unitWord(unit)}, ${SCORING_WORDS[scoring]}, ${direction} first`,
          Calendar: ({ timeZone }) => timeZone,
          'Seen by': ({ visibility }) => (visibility === 'private' ? 'programs with a key' : 'everybody'),
          Acts: (board) => <BoardActs board={board} />,
        }}
      />
    </RoomPage>
  );
}

function BoardActs({ board: { name, title, state } }: { readonly board: ApiKeptBoard }) {
  const on = { board: name };
  const isArchived = state === 'archived';
  return (
    <RowActs of={title}>
      <Act
        act="changeBoard"
        opens="Change"
        title={`Change “${title}”`}
        label="Save"
        on={on}
        done={(changed) => `The board “${changed.title}” is saved.`}
      >
        {({ unit }) => (
          <>
            <TextField name="title" label="Title" required />
            <UnitFields unit={unit} />
            <PrivateField />
          </>
        )}
      </Act>
      <Act
        act="setLimits"
        opens="Limits"
        title={`Limits of “${title}”`}
        label="Save the limits"
        on={on}
        kept={({ limits }) => limits}
        done="The limits are saved."
      >
        <p>What exceeds a limit is held: it counts once you accept it. An empty field limits nothing.</p>
        <TextField name="event" label="One event" />
        <TextField name="hour" label="A player’s hour" />
        <TextField name="day" label="A player’s day" />
        <TextField name="history" label="Times the player’s best day before" hint="For players with points on three days before." />
        <TickField name="names" label="Hold new names that look like another player’s" hint="Such as one with a Cyrillic letter in it." />
      </Act>
      <Act
        act="changeBoard"
        opens={isArchived ? 'Bring back' : 'Archive'}
        title={`${isArchived ? 'Bring back' : 'Archive'} “${title}”`}
        label={isArchived ? 'Bring it back' : 'Archive it'}
        on={on}
        says={{ state: isArchived ? 'listed' : 'archived' }}
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

const SCORING = { sum: 'All events added up', best: 'The best event', latest: 'The latest event' };

const DIRECTIONS = { high: 'High comes first', low: 'Low comes first' };

/** What ranks depend on stays as it is set here, and the form says so. */
function NewBoardFields() {
  const [unit, setUnit] = useState('points');
  const [chosen, setChosen] = useState<{ readonly scoring?: string; readonly direction?: string }>({});
  const { scoring, direction } = { ...rulesFor(unit === OWN ? { one: '', other: '' } : (unit as Unit)), ...chosen };
  return (
    <>
      <TextField name="title" label="Title" hint="What players see." />
      <TextField
        name="name"
        label="Name in addresses"
        hint="Left empty, it is made of the title. It stays."
        required={false}
        maxLength={40}
      />
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
    </>
  );
}

function PrivateField() {
  const hint = 'Only programs with a key read it. It has no page.';
  return <TickField name="visibility" label="Private" hint={hint} on="private" off="public" />;
}

interface UnitFieldsProps {
  readonly unit: Unit;
  /** Told the choice, as the form says it. */
  readonly onChosen?: (unit: string) => void;
}

/** What a board counts. */
function UnitFields({ unit, onChosen }: UnitFieldsProps) {
  const [chosen, setChosen] = useState<string>(typeof unit === 'string' ? unit : OWN);
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
      {chosen === OWN ? (
        <>
          <TextField name="unit.one" label="One of it" placeholder="coin" required />
          <TextField name="unit.other" label="Several of it" placeholder="coins" required />
        </>
      ) : null}
    </>
  );
}

/** What a form calls a unit of a word of one's own. */
const OWN = 'own';

const UNIT_CHOICES = {
  points: 'Points, or what the site calls them',
  time: 'Times, in milliseconds',
  distance: 'Distances, in millimetres',
  laps: 'Laps',
  [OWN]: 'A word of your own',
} satisfies Readonly<Record<Exclude<Unit, object> | typeof OWN, string>>;

/** A unit in a word. */
function unitWord(unit: Unit): string {
  return typeof unit === 'string' ? unit : unit.other;
}
