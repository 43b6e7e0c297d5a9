import { type ReactNode, useId, useState } from 'react';

import type { AnswerTo } from '../../../contract/api.ts';
import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { boardGroups } from '../../../domain/names/board-groups.ts';
import { limitsOverTime } from '../../../domain/plausibility.ts';
import { rulesFor, type Unit } from '../../../domain/units/unit.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useBoards, useQuestion } from '../asking/use-question.ts';
import { List } from '../list/list.tsx';
import { PREVIEW_PATH } from '../asking/preview-path.ts';
import { Act } from '../parts/act.tsx';
import { TextField, useKept } from '../parts/field.tsx';
import { ChoiceField, Fields, TickField } from '../parts/fields.tsx';
import { RowActs } from '../parts/table.tsx';
import { Facts, RoomPage } from '../parts/room-page.tsx';
import styles from '../parts/console.module.css';
import { Link } from '../../address/link.tsx';
import { nameFrom } from '../parts/words/name-from.ts';
import { weekdays } from '../parts/words/weekdays.ts';
import { BOARD_ACTIONS, BOARDS, dayWords, LIMITS, OWN } from './boards-words.ts';
import { CheatingTold } from './cheating-told.tsx';

type Figures = AnswerTo<'boardFigures'>['figures'][number];

/** The boards page: create, duplicate, edit, limit and archive boards. */
export function Component() {
  const { count, locale } = useNumberFormat();
  const { answer } = useQuestion('boardFigures');
  const known = new Map(answer?.figures.map((each) => [each.board, each]));
  const figures = ({ name }: ApiKeptBoard) => known.get(name);
  const told = (board: ApiKeptBoard, words: (figures: Figures) => ReactNode) => {
    const found = figures(board);
    return found === undefined ? '…' : words(found);
  };
  return (
    <RoomPage
      {...BOARDS.page}
      actions={
        <Act act="makeBoard" {...BOARDS.create} look="primary" asked={named} done={({ title }) => BOARDS.created(title)}>
          <NewBoardFields />
        </Act>
      }
    >
      <List
        id="boards"
        {...BOARDS}
        searched={({ name, title, group }) => [name, title, group ?? '']}
        isExported
        columns={{
          board: { name: ({ title }) => title, by: ({ title }) => title },
          group: { name: ({ group }) => group ?? '–', by: ({ group }) => group },
          players: { number: (board) => told(board, ({ players }) => count(players)), by: (board) => figures(board)?.players ?? null },
          today: {
            number: (board) => told(board, ({ eventsToday }) => count(eventsToday)),
            by: (board) => figures(board)?.eventsToday ?? null,
          },
          last: {
            line: (board) => told(board, ({ lastDay }) => (lastDay === null ? '–' : dayWords(lastDay, locale))),
            by: (board) => figures(board)?.lastDay ?? null,
          },
          rules: { line: totalWords, by: totalWords },
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
  const { name, timeZone, weekStart, group, visibility, state } = board;
  const { fields, heads, links } = BOARDS;
  const query = `?${new URLSearchParams({ board: name })}`;
  return (
    <>
      <Facts
        facts={{
          [heads.name]: <code className="anywhere">{name}</code>,
          [heads.rules]: rulesWords(board),
          [heads.group]: group ?? '–',
          [heads.zone]: timeZone,
          [fields.weekStart.label]: weekdays()[weekStart - 1]!.text,
          [heads.visibility]: BOARDS.visibility[visibility],
        }}
      />
      <div className={styles.row}>
        {state === 'archived' ? null : <a href={`${visibility === 'private' ? PREVIEW_PATH : '/'}${query}`}>{links.site}</a>}
        <Link to={`/events${query}`}>{links.events}</Link>
        <Link to={`/held${query}`}>{links.held}</Link>
        <Link to={`/periods${query}`}>{links.periods}</Link>
      </div>
      <BoardActs board={board} />
    </>
  );
}

function BoardActs({ board }: { readonly board: ApiKeptBoard }) {
  const { name, title, state } = board;
  const on = { board: name };
  const isArchived = state === 'archived';
  return (
    <RowActs of={title}>
      <Act act="changeBoard" {...BOARD_ACTIONS.edit(title)} on={on} done={(changed) => BOARD_ACTIONS.saved(changed.title)}>
        {({ unit }) => (
          <>
            <TextField name="title" label={BOARDS.fields.title.label} required />
            <UnitFields unit={unit} />
            <GroupField />
            <PrivateField />
          </>
        )}
      </Act>
      <Act
        act="makeBoard"
        {...BOARD_ACTIONS.duplicate(title)}
        says={{ copyOf: name }}
        kept={{ title: BOARDS.copied(title) }}
        asked={named}
        done={(made) => BOARDS.created(made.title)}
      >
        <NameFields />
      </Act>
      <Act act="setLimits" {...BOARD_ACTIONS.limits(title)} on={on} kept={({ limits }) => limits} says="all">
        <LimitFields board={board} />
      </Act>
      <Act
        act="changeBoard"
        {...BOARD_ACTIONS[isArchived ? 'restore' : 'archive'](title)}
        on={on}
        says={{ state: isArchived ? 'listed' : 'archived' }}
      />
    </RowActs>
  );
}

function LimitFields({ board }: { readonly board: ApiKeptBoard }) {
  const { event, minEvent, overTime, names, challenge, rate, plays, attempts, podium, replays } = LIMITS;
  const [isChallenge, setChallenge] = useState(useKept('challenge') === true);
  const isLow = board.direction === 'low';
  return (
    <>
      <p>{LIMITS.told[board.direction]}</p>
      <Fields of={{ event: isLow ? minEvent : event, ...(limitsOverTime(board) && overTime), names }} />
      <fieldset className={styles.stack}>
        <legend className={styles.label}>{LIMITS.ofPlays}</legend>
        <p className={styles.small}>{LIMITS.ofPlaysTold}</p>
        <TickField {...challenge} onTick={setChallenge} />
        <Fields of={{ ...(!isLow && rate), ...plays, 'play.day': attempts[isChallenge ? 'challenge' : 'plays'], ...podium, ...replays }} />
      </fieldset>
      <CheatingTold board={board} />
    </>
  );
}

/** Scoring and order follow the unit until the user chooses another one. */
function NewBoardFields() {
  const [unit, setUnit] = useState('points');
  const [chosen, setChosen] = useState<{ readonly scoring?: string; readonly direction?: string }>({});
  const rules = { ...rulesFor(unit === OWN ? { one: '', other: '' } : (unit as Unit)), ...chosen };
  const { fields } = BOARDS;
  const main = useBoards().find((board) => board.name === DEFAULT_BOARD);
  return (
    <>
      <NameFields />
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
      <TextField name="timeZone" {...fields.timeZone} key={main?.timeZone} list="time-zones" defaultValue={main?.timeZone} required />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <ChoiceField
        key={main?.weekStart}
        name="weekStart"
        {...fields.weekStart}
        options={weekdays()}
        defaultValue={`${main?.weekStart ?? 1}`}
      />
      <GroupField />
      <PrivateField />
    </>
  );
}

function NameFields() {
  const { title, name } = BOARDS.fields;
  return (
    <>
      <TextField name="title" {...title} />
      <TextField name="name" {...name} required={false} maxLength={40} />
    </>
  );
}

/** The name of a new board, derived from its title by default. */
function named<Body extends { readonly name: string; readonly title: string }>(_: FormData, body: Body) {
  return { body: { ...body, name: body.name || nameFrom(body.title) } };
}

/** Suggests the existing groups. */
function GroupField() {
  const id = useId();
  const groups = boardGroups(useBoards()).flatMap(({ group }) => group ?? []);
  return (
    <>
      <TextField name="group" {...BOARDS.fields.group} list={id} />
      <datalist id={id}>
        {groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
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
  return `${totalWords({ unit, scoring })}, ${BOARDS.orders[direction]}`;
}

function totalWords({ unit, scoring }: Pick<ApiKeptBoard, 'unit' | 'scoring'>): string {
  return BOARDS.rules[scoring](unitWord(unit));
}

function unitWord(unit: Unit): string {
  return typeof unit === 'string' ? unit : unit.other;
}
