import type { ApiHeld } from '../../../contract/operation/held.ts';
import { useAddress } from '../asking/use-address.ts';
import { ActsOf } from '../parts/acts-of.tsx';
import { Lines, List, ListFilters, RowActs } from '../parts/list.tsx';
import { LIST } from '../parts/parts-words.ts';
import { LinkIn, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { HELD } from './held-words.ts';

/** Points over a limit, to be accepted or rejected. */
export function Component() {
  const { said, narrowed } = useAddress();
  const chosen = Object.hasOwn(HELD.filters.state.options, said('state')) ? (said('state') as keyof typeof HELD.filters.state.options) : '';
  const words = narrowed(['board', 'player', 'event', 'before']);
  return (
    <RoomPage {...HELD.page}>
      <ListFilters of={HELD.filters} />
      <List
        id="held"
        asked={{ query: { ...(chosen !== 'all' && { state: chosen === '' ? 'waiting' : chosen }), ...words } }}
        rows={({ held }) => held}
        heads={HELD.heads}
        none={({ next }) => {
          if (next !== null) return LIST.emptyPage;
          return Object.keys(words).length > 0 || chosen !== '' ? HELD.noMatch : <LinkIn words={HELD.none} to="/boards" />;
        }}
        columns={{
          player: ({ event: { username, displayName } }) => (
            <Lines more={displayName === null || displayName === username ? null : username}>{displayName ?? username}</Lines>
          ),
          points: { number: ({ board, event }) => <BoardTotal board={board} total={event.points} /> },
          reason: ({ rule, reason }) => (
            <Lines more={reason}>
              <strong>{HELD.rules[rule] ?? rule}</strong>
            </Lines>
          ),
          event: {
            name: ({ board, event: { id, at, activity } }) => (
              <Lines more={activity === '' ? id : `${activity}, ${id}`}>
                <BoardTitle board={board} />, <Moment at={at} />
              </Lines>
            ),
          },
          status: ({ state, since, note }) => (
            <Lines more={note === null ? null : `“${note}”`}>
              {HELD.status[state]} <Moment at={since} />
            </Lines>
          ),
          actions: (held) => <HeldActs held={held} />,
        }}
      />
    </RoomPage>
  );
}

function HeldActs({ held: { id, board, event, state, reason } }: { readonly held: ApiHeld }) {
  const name = event.displayName ?? event.username;
  if (state === 'accepted') {
    return (
      <p>
        <LinkIn words={HELD.accepted} to={`/events?${new URLSearchParams({ board, id: event.id })}`} />
      </p>
    );
  }
  return (
    <RowActs of={HELD.pointsOf(name)}>
      <ActsOf on={{ held: id }} name={name} except={state === 'rejected' ? ['rejectHeld'] : []} look="words">
        <p>
          <strong>
            <BoardTotal board={board} total={event.points} />
          </strong>
          {HELD.by(name, reason)}
        </p>
      </ActsOf>
    </RowActs>
  );
}
