import { useState } from 'react';

import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { ApiHeld } from '../../../contract/operation/held.ts';
import type { ApiEvents } from '../../../contract/lookup.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { EventList } from '../ledger/event-list.tsx';
import { Act } from '../parts/act.tsx';
import { BoardField, Fields } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { ListFilters } from '../parts/list.tsx';
import { LIST } from '../parts/parts-words.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { EVENTS_PAGE } from './events-words.ts';

const WORDS = ['id', 'player', 'from', 'until'] as const;

/** The events of a board: search, void, restore and post by hand. */
export function Component() {
  const { said, narrowed } = useAddress();
  const board = said('board') || DEFAULT_BOARD;
  const words = narrowed([...WORDS, 'before']);
  return (
    <RoomPage
      {...EVENTS_PAGE.page}
      actions={
        <Act
          act="postByHand"
          {...EVENTS_PAGE.post}
          look="primary"
          on={{ board }}
          asked={(form) => ({ board: textOf(form, 'board') })}
          // Only a request for a preview is answered with one.
          done={(answer) => ('preview' in answer ? '' : EVENTS_PAGE.post.done(answer.player.displayName))}
        >
          <PostedFields board={board} />
        </Act>
      }
    >
      <ListFilters of={{ board: { none: '', defaultValue: board }, ...EVENTS_PAGE.filters }} />
      <EventList
        asked={{ board, query: words }}
        above={({ held }) => (held === null ? null : <HeldEvent held={held} />)}
        none={(found) => noneWords(found, Object.keys(words).length > 0)}
        namesPlayers
      />
    </RoomPage>
  );
}

function noneWords({ complete }: ApiEvents, isNarrowed: boolean): string {
  if (!complete) return LIST.emptyPage;
  return isNarrowed ? EVENTS_PAGE.noMatch : EVENTS_PAGE.none;
}

function HeldEvent({ held: { state, reason, event } }: { readonly held: ApiHeld }) {
  const words = EVENTS_PAGE.held;
  return (
    <p>
      {words.told(event.username, words[state], reason)}
      <Link to={{ pathname: '/held', search: `?${new URLSearchParams({ state: 'all', event: event.id })}` }} className={control.link}>
        {words.link}
      </Link>
    </p>
  );
}

const BYTES = 8;

/** An id for an event posted by hand, such as `console-9f86d081884c7d65`. */
function madeUpId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `console-${hex.join('')}`;
}

function PostedFields({ board }: { readonly board: string }) {
  const [id] = useState(madeUpId);
  const { answer: catalogue } = useQuestion('catalogue');
  const { fields } = EVENTS_PAGE;
  return (
    <>
      <BoardField chosen={board} />
      <Fields of={{ ...fields, id: { ...fields.id, defaultValue: id } }} />
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
