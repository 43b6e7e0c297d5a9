import { useState } from 'react';

import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { timeFromText } from '../../../domain/units/time-text.ts';
import { useAddress } from '../asking/use-address.ts';
import { useBoards, useQuestion } from '../asking/use-question.ts';
import { EventList } from '../ledger/event-list.tsx';
import { Act } from '../parts/act.tsx';
import { TextField } from '../parts/field.tsx';
import { AsTyped, BoardField, Fields } from '../parts/fields.tsx';
import { numberOf, textOf } from '../parts/form-body.ts';
import { LinkIn, RoomPage } from '../parts/room-page.tsx';
import { EVENTS_PAGE } from './events-words.ts';

/** The events of a board: search, void, restore and post by hand. */
export function Component() {
  const { said } = useAddress();
  const board = said('board') || DEFAULT_BOARD;
  const boards = useBoards();
  const authors = useAuthors(said('author'));
  return (
    <RoomPage
      {...EVENTS_PAGE.page}
      actions={
        <Act
          act="postByHand"
          {...EVENTS_PAGE.post}
          look="primary"
          on={{ board }}
          asked={(form, body) => ({ board: textOf(form, 'board'), body: { ...body, points: pointsIn(form, boards) } })}
          done={({ player }) => EVENTS_PAGE.post.done(player.displayName)}
        >
          <PostedFields board={board} />
        </Act>
      }
    >
      <EventList
        asked={{ board }}
        {...EVENTS_PAGE}
        filters={{
          board: { none: '', defaultValue: board },
          ...EVENTS_PAGE.filters,
          author: { ...EVENTS_PAGE.filters.author, options: authors },
          ...(said('import') !== '' && { import: EVENTS_PAGE.import }),
        }}
        above={({ held }) =>
          held === null ? null : (
            <p>
              <LinkIn words={EVENTS_PAGE.held(held)} to={`/held?${new URLSearchParams({ state: 'all', event: held.event.id })}`} />
            </p>
          )
        }
        namesPlayers
      />
    </RoomPage>
  );
}

function isOfTimes(boards: ReturnType<typeof useBoards>, board: string): boolean {
  return boards.find(({ name }) => name === board)?.unit === 'time';
}

/** The points in the form; on a board of times, parsed from a time such as "1:23.456". NaN if invalid, which the server rejects. */
function pointsIn(form: FormData, boards: ReturnType<typeof useBoards>): number {
  if (!isOfTimes(boards, textOf(form, 'board'))) return numberOf(form, 'points') ?? Number.NaN;
  return timeFromText(textOf(form, 'points')) ?? Number.NaN;
}

/** The possible authors of events, for a filter; includes `chosen` even before they load. */
function useAuthors(chosen: string): readonly { readonly value: string; readonly text: string }[] {
  const { authors } = EVENTS_PAGE;
  const { answer: listed } = useQuestion('keys');
  const { answer: people } = useQuestion('operators');
  const known = [
    ...(listed?.keys ?? []).map(({ id, name }) => ({ value: `key:${id}`, text: authors.key(name) })),
    ...(people?.operators ?? []).map(({ id, name }) => ({ value: `person:${id}`, text: name })),
    { value: 'command', text: authors.command },
  ];
  const missing = chosen === '' || known.some(({ value }) => value === chosen) ? [] : [{ value: chosen, text: chosen }];
  return [{ value: '', text: authors.all }, ...missing, ...known];
}

const BYTES = 8;

/** An id for a manually posted event, such as `console-9f86d081884c7d65`. */
function madeUpId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `console-${hex.join('')}`;
}

function PostedFields({ board }: { readonly board: string }) {
  const [id] = useState(madeUpId);
  const { answer: catalogue } = useQuestion('catalogue');
  const boards = useBoards();
  const { whoFields, points, time, others } = EVENTS_PAGE.fields;
  return (
    <>
      <BoardField chosen={board} />
      <Fields of={whoFields} />
      <AsTyped>
        {(form) =>
          isOfTimes(boards, textOf(form, 'board')) ? (
            <TextField key="time" name="points" type="text" {...time} required />
          ) : (
            <TextField key="points" name="points" {...points} />
          )
        }
      </AsTyped>
      <Fields of={{ ...others, id: { ...others.id, defaultValue: id } }} />
      <datalist id="activities">
        {catalogue?.activities.map(({ id: activity, title }) => (
          <option key={activity} value={title}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}
