import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { ApiEvents } from '../../../contract/operation/lookup-answers.ts';
import type { ApiHeld } from '../../../contract/operation/held-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { EventList } from '../ledger/event-list.tsx';
import { ActDialog } from '../parts/act.tsx';
import { BoardField, TextField } from '../parts/fields.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { PostPoints } from './post-points.tsx';

/** What of the address narrows the list, as the API calls it. */
const WORDS = ['id', 'player', 'from', 'until'] as const;

/** The events of a board: looked for, voided, restored, and posted by hand. */
export function Component() {
  const { said, narrowed, beforeNumber } = useAddress();
  const board = said('board') || DEFAULT_BOARD;
  const words = narrowed(WORDS);
  return (
    <RoomPage
      title="Events"
      lead="Everything that players got points for, newest first. Void what should not have counted: it stays on the receipt and counts no more."
      actions={
        <ActDialog label="Post points" look="primary">
          {(close) => <PostPoints board={board} onDone={close} />}
        </ActDialog>
      }
    >
      <ListFilters names={['board', ...WORDS]}>
        <BoardField chosen={board} />
        <TextField name="id" label="Event id" type="search" defaultValue={said('id')} />
        <TextField name="player" label="Username" type="search" defaultValue={said('player')} />
        <TextField name="from" label="From day" type="date" defaultValue={said('from')} />
        <TextField name="until" label="Until day" type="date" defaultValue={said('until')} />
      </ListFilters>
      <EventList
        asked={{ board, query: { ...words, ...beforeNumber() } }}
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
