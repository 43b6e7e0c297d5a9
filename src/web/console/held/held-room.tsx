import type { ApiHeld } from '../../../contract/operation/held.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Lines, RowActs } from '../parts/table.tsx';
import { LinkIn, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { HELD } from './held-words.ts';

/** Points over a limit, to be accepted or rejected. */
export function Component() {
  return (
    <RoomPage {...HELD.page}>
      <List
        id="held"
        asked={{ query: { state: 'waiting' } }}
        {...HELD}
        none={<LinkIn words={HELD.none} to="/boards" />}
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
  const told = (consequences: string) => (
    <>
      <strong>
        <BoardTotal board={board} total={event.points} />
      </strong>
      {HELD.by(name, reason)} {consequences}
    </>
  );
  return (
    <RowActs of={HELD.pointsOf(name)}>
      <Act act="acceptHeld" {...HELD.accept(name)} on={{ held: id }} told={told(HELD.acceptTold)} />
      {state === 'rejected' ? null : (
        <Act act="rejectHeld" {...HELD.reject(name)} on={{ held: id }} told={told(HELD.rejectTold)} fields={HELD.rejectFields} />
      )}
    </RowActs>
  );
}
