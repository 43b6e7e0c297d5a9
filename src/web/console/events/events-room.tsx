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
import { BoardField, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { ListFilters } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';

/** What of the address narrows the list, as the API calls it. */
const WORDS = ['id', 'player', 'from', 'until'] as const;

/** The events of a board: looked for, voided, restored, and posted by hand. */
export function Component() {
  const { said, narrowed } = useAddress();
  const board = said('board') || DEFAULT_BOARD;
  const words = narrowed([...WORDS, 'before']);
  return (
    <RoomPage
      title="Events"
      lead="Everything that players got points for, newest first. Void what should not have counted: it stays on the receipt and counts no more."
      actions={
        <Act
          act="postByHand"
          opens="Post points"
          look="primary"
          label="Post the points"
          on={{ board }}
          asked={(form) => ({ board: textOf(form, 'board') })}
          // Only a request that asks for a preview is answered with one.
          done={(answer) => ('preview' in answer ? '' : `Points posted for ${answer.player.displayName}.`)}
        >
          <PostedFields board={board} />
        </Act>
      }
    >
      <ListFilters names={['board', ...WORDS]}>
        <BoardField chosen={board} />
        <TextField name="id" label="Event id" type="search" />
        <TextField name="player" label="Username" type="search" />
        <TextField name="from" label="From day" type="date" />
        <TextField name="until" label="Until day" type="date" />
      </ListFilters>
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
  if (!complete) return 'None on this page. The search goes on among older ones.';
  return isNarrowed
    ? 'No event matches. Try fewer words, or another board.'
    : 'Nobody has points here yet. Your game posts them, or you do.';
}

const STATE_WORDS = { waiting: 'are held', accepted: 'were held, and are accepted', rejected: 'were held, and are rejected' } as const;

/** Says that the points of the id that is looked for are held, or were. */
function HeldEvent({ held: { state, reason, event } }: { readonly held: ApiHeld }) {
  return (
    <p>
      The points of {event.username} under this id {STATE_WORDS[state]}: {reason}{' '}
      <Link to={{ pathname: '/held', search: `?${new URLSearchParams({ state: 'all', event: event.id })}` }} className={control.link}>
        See held points
      </Link>
    </p>
  );
}

/** How many random bytes are in an id: nobody makes up the same one twice. */
const BYTES = 8;

/** An id for an event that somebody posts by hand, such as `console-9f86d081884c7d65`. */
function madeUpId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `console-${hex.join('')}`;
}

/** What is posted of one player. */
function PostedFields({ board }: { readonly board: string }) {
  const [id] = useState(madeUpId);
  const { answer: catalogue } = useQuestion('catalogue');
  return (
    <>
      <BoardField chosen={board} />
      <TextField name="username" label="Username" hint="An unknown username creates a new player." />
      <TextField name="displayName" label="Display name" hint="For a new player. Leave empty to show the username." />
      <TextField
        name="points"
        label="Points"
        hint="A whole number; a negative one takes points away. Times are in milliseconds, distances in millimetres."
      />
      <TextField name="activity" label="Activity" hint="What the points are for. Players read it." list="activities" />
      <datalist id="activities">
        {catalogue?.activities.map(({ id: activity, title }) => (
          <option key={activity} value={title}>
            {title}
          </option>
        ))}
      </datalist>
      <TextField name="at" label="When it happened" hint="In your local time. Leave empty for now." />
      <TextField name="id" label="Event id" hint="Generated for you. The same id never counts twice." defaultValue={id} />
    </>
  );
}
