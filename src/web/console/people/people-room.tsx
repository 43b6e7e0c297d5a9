import { usePerson } from '../asking/signed-in.ts';
import { Act } from '../parts/act.tsx';
import { List } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { Invitations } from './invitations.tsx';
import { OperatorList } from './operator-list.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';

/** Who may come in, and who is in. */
export function Component() {
  const { role } = usePerson();
  return (
    <RoomPage title="People" lead="Who operates this site, with which role, and where they are signed in.">
      <RoomPart title="Operators">
        <OperatorList />
      </RoomPart>
      {role === 'owner' ? <Invitations /> : null}
      <OwnPasskeys />
      <RoomPart title="Sessions">
        <SessionList />
      </RoomPart>
    </RoomPage>
  );
}

/** Where people are signed in: oneself, and for an owner everybody. */
function SessionList() {
  return (
    <List
      id="sessions"
      caption="Sessions"
      rows={({ sessions }) => sessions}
      keyOf={({ id }) => id}
      none="Nobody is signed in."
      columns={[
        { head: 'Who', cell: ({ person, own }) => (own ? `${person.name} (here)` : person.name) },
        { head: 'Since', cell: ({ startedAt }) => <Moment at={startedAt} /> },
        { head: 'Last seen', cell: ({ seenAt }) => <Moment at={seenAt} /> },
        { head: 'Ends', cell: ({ endsAt }) => <Moment at={endsAt} /> },
        {
          head: 'Acts',
          cell: ({ id, person, own }) => (
            <Act
              act="endSession"
              opens="End"
              title={`End a session of ${person.name}`}
              label="End it"
              asked={() => ({ session: id })}
              done="The session is ended."
            >
              <p>{own ? 'You are signed out here.' : 'Whoever uses it has to sign in again.'}</p>
            </Act>
          ),
        },
      ]}
    />
  );
}
