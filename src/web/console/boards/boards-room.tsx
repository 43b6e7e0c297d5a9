import { useState } from 'react';

import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { rulesFor, type Unit } from '../../../domain/units/unit.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { ChoiceField, Fields, TextField, TickField } from '../parts/fields.tsx';
import { RowActs } from '../parts/table.tsx';
import { Facts, RoomPage } from '../parts/room-page.tsx';
import styles from '../parts/console.module.css';
import { Link } from '../../address/link.tsx';
import { nameFrom } from '../parts/words/name-from.ts';
import { BOARD_ACTIONS, BOARDS, OWN } from './boards-words.ts';

/** The boards: create, edit, limit and archive. */
export function Component() {
  return (
    <RoomPage
      {...BOARDS.page}
      actions={
        <Act
          act="makeBoard"
          {...BOARDS.create}
          look="primary"
          asked={(_, body) => ({ body: { ...body, name: body.name || nameFrom(body.title) } })}
          done={({ title }) => BOARDS.created(title)}
        >
          <NewBoardFields />
        </Act>
      }
    >
      <List
        id="boards"
        {...BOARDS}
        searched={({ name, title }) => [name, title]}
        isExported
        columns={{
          board: {
            name: ({ title }) => title,
            by: ({ title }) => title,
          },
          name: { name: ({ name }) => name, by: ({ name }) => name },
          rules: { text: (board) => rulesWords(board), by: (board) => rulesWords(board) },
          zone: { line: ({ timeZone }) => timeZone, by: ({ timeZone }) => timeZone },
          visibility: {
            line: ({ visibility }) => BOARDS.visibility[visibility],
            by: ({ visibility }) => BOARDS.visibility[visibility],
          },
          actions: (board) => <BoardActs board={board} />,
        }}
        opens={{
          title: (_, board) => board?.title ?? '',
          of: (_, board) => (board === undefined ? null : <BoardDetails board={board} />),
        }}
      />
    </RoomPage>
  );
}

function BoardDetails({ board }: { readonly board: ApiKeptBoard }) {
  const { name, timeZone, visibility, state } = board;
  const { heads, links } = BOARDS;
  const query = `?${new URLSearchParams({ board: name })}`;
  return (
    <>
      <Facts
        facts={{
          [heads.name]: <code className="anywhere">{name}</code>,
          [heads.rules]: rulesWords(board),
          [heads.zone]: timeZone,
          [heads.visibility]: BOARDS.visibility[visibility],
        }}
      />
      <div className={styles.row}>
        {state === 'archived' ? null : <a href={`${visibility === 'private' ? '/console/preview' : '/'}${query}`}>{links.site}</a>}
        <Link to={`/events${query}`}>{links.events}</Link>
        <Link to={`/held${query}`}>{links.held}</Link>
        <Link to={`/periods${query}`}>{links.periods}</Link>
      </div>
      <BoardActs board={board} />
    </>
  );
}

function BoardActs({ board: { name, title, state, direction } }: { readonly board: ApiKeptBoard }) {
  const on = { board: name };
  const isArchived = state === 'archived';
  return (
    <RowActs of={title}>
      <Act act="changeBoard" {...BOARD_ACTIONS.edit(title)} on={on} done={(changed) => BOARD_ACTIONS.saved(changed.title)}>
        {({ unit }) => (
          <>
            <TextField name="title" label={BOARDS.fields.title.label} required />
            <UnitFields unit={unit} />
            <PrivateField />
          </>
        )}
      </Act>
      <Act
        act="setLimits"
        {...BOARD_ACTIONS.limits(title)}
        on={on}
        kept={({ limits }) => limits}
        told={BOARD_ACTIONS.limitsTold[direction]}
        // Over time, only boards where more is better have limits.
        says={direction === 'low' ? { hour: null, day: null, history: null } : {}}
        fields={direction === 'low' ? BOARD_ACTIONS.lowLimitsFields : BOARD_ACTIONS.limitsFields}
      />
      <Act
        act="changeBoard"
        {...BOARD_ACTIONS[isArchived ? 'restore' : 'archive'](title)}
        on={on}
        says={{ state: isArchived ? 'listed' : 'archived' }}
      />
    </RowActs>
  );
}

/** Scoring and order follow the unit until somebody chooses another. */
function NewBoardFields() {
  const [unit, setUnit] = useState('points');
  const [chosen, setChosen] = useState<{ readonly scoring?: string; readonly direction?: string }>({});
  const rules = { ...rulesFor(unit === OWN ? { one: '', other: '' } : (unit as Unit)), ...chosen };
  const { fields } = BOARDS;
  return (
    <>
      <TextField name="title" {...fields.title} />
      <TextField name="name" {...fields.name} required={false} maxLength={40} />
      <UnitFields unit="points" onChosen={setUnit} />
      {(['scoring', 'direction'] as const).map((name) => (
        <ChoiceField
          key={name}
          name={name}
          {...fields[name]}
          chosen={rules[name]}
          onChoose={(value) => setChosen({ ...chosen, [name]: value })}
        />
      ))}
      <TextField name="timeZone" {...fields.timeZone} list="time-zones" />
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
  return <TickField name="visibility" {...BOARDS.fields.visibility} on="private" off="public" />;
}

function UnitFields({ unit, onChosen }: { readonly unit: Unit; readonly onChosen?: (unit: string) => void }) {
  const [chosen, setChosen] = useState<string>(typeof unit === 'string' ? unit : OWN);
  const { fields, units } = BOARDS;
  return (
    <>
      <ChoiceField
        name="unit"
        {...fields.unit}
        options={units}
        chosen={chosen}
        onChoose={(value) => {
          setChosen(value);
          onChosen?.(value);
        }}
      />
      {chosen === OWN ? <Fields of={BOARDS.ownUnit} /> : null}
    </>
  );
}

function rulesWords({ unit, scoring, direction }: ApiKeptBoard): string {
  return `${BOARDS.rules[scoring](unitWord(unit))}, ${BOARDS.orders[direction]}`;
}

function unitWord(unit: Unit): string {
  return typeof unit === 'string' ? unit : unit.other;
}
