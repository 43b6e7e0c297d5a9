import type { ApiHeld } from '../../../contract/operation/held.ts';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { ActsOf } from '../parts/acts-of.tsx';
import { BoardField, ChoiceField, TextField } from '../parts/fields.tsx';
import { Lines, List, ListFilters, RowActs } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';

const STATES = { '': 'Waiting for you', accepted: 'Accepted', rejected: 'Rejected', all: 'All' };

const STATE_WORDS = { waiting: 'Waiting since', accepted: 'Accepted', rejected: 'Rejected' } as const;

const RULES: Readonly<Record<string, string>> = {
  event: 'Limit of one event',
  hour: 'Limit of a player’s hour',
  day: 'Limit of a player’s day',
  history: 'Limit by the player’s best day',
  name: 'A name like another player’s',
};

/** Points that exceed a limit: accepted or rejected. */
export function Component() {
  const { said, narrowed } = useAddress();
  const chosen = Object.hasOwn(STATES, said('state')) ? (said('state') as keyof typeof STATES) : '';
  const words = narrowed(['board', 'player', 'event', 'before']);
  return (
    <RoomPage
      title="Held points"
      lead="Points that exceed a limit of their board. They count nowhere, and nobody sees them, until you accept them."
    >
      <ListFilters names={['state', 'board', 'player', 'event']}>
        <ChoiceField name="state" label="Which" options={STATES} />
        <BoardField none="All boards" />
        <TextField name="player" label="Username" type="search" />
        <TextField name="event" label="Id of the event" type="search" />
      </ListFilters>
      <List
        id="held"
        asked={{ query: { ...(chosen !== 'all' && { state: chosen === '' ? 'waiting' : chosen }), ...words } }}
        rows={({ held }) => held}
        none={({ next }) => {
          if (next !== null) return 'None on this page. There may be older ones.';
          if (Object.keys(words).length > 0) return 'No held points are like that.';
          return (
            <>
              {chosen === '' ? 'Nothing waits for you.' : 'There are none.'} Points are held once a board has limits: set them under{' '}
              <Link to="/boards">Boards</Link>, with “Limits”.
            </>
          );
        }}
        columns={{
          Player: ({ event: { username, displayName } }) => (
            <Lines more={displayName === null || displayName === username ? null : username}>{displayName ?? username}</Lines>
          ),
          Points: { number: ({ board, event }) => <BoardTotal board={board} total={event.points} /> },
          'Why they are held': ({ rule, reason }) => (
            <Lines more={reason}>
              <strong>{RULES[rule] ?? rule}</strong>
            </Lines>
          ),
          Event: ({ board, event: { id, at, activity } }) => (
            <Lines more={activity === '' ? id : `${activity}, ${id}`}>
              <BoardTitle board={board} />, <Moment at={at} />
            </Lines>
          ),
          State: ({ state, since, note }) => (
            <Lines more={note === null ? null : `“${note}”`}>
              {STATE_WORDS[state]} <Moment at={since} />
            </Lines>
          ),
          Acts: (held) => <HeldActs held={held} />,
        }}
      />
    </RoomPage>
  );
}

/** What can be decided of held points: what was rejected can be accepted still. */
function HeldActs({ held: { id, board, event, state, reason } }: { readonly held: ApiHeld }) {
  const name = event.displayName ?? event.username;
  if (state === 'accepted') {
    return (
      <p>
        They count. To take them out again, <Link to={`/events?${new URLSearchParams({ board, id: event.id })}`}>void the event</Link>.
      </p>
    );
  }
  return (
    <RowActs of={`the points of ${name}`}>
      <ActsOf on={{ held: id }} name={name} except={state === 'rejected' ? ['rejectHeld'] : []} look="words">
        <p>
          <strong>
            <BoardTotal board={board} total={event.points} />
          </strong>{' '}
          by {name}. {reason}
        </p>
      </ActsOf>
    </RowActs>
  );
}
