import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { List, ListFilters } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { OnePlayer } from './one-player.tsx';
import { visibilityWords } from './player-acts.tsx';

const STATES = [
  { value: '', text: 'All' },
  { value: 'shown', text: 'Shown' },
  { value: 'hidden', text: 'Hidden' },
  { value: 'removed', text: 'Removed' },
];

/** All players, and one of them closely. */
export function Component() {
  const username = useAddress().said('player');
  // Somebody else is another page: nothing of the one before is shown until there is an answer.
  return username === '' ? <AllPlayers /> : <OnePlayer key={username} username={username} />;
}

/** All players, whether visitors see them or not: found by name and by state. */
function AllPlayers() {
  const { said, narrowed, withWords, beforeNumber } = useAddress();
  // Whatever else an address says of the state, the server refuses by name.
  const words = narrowed(['q', 'state']) as { readonly q?: string; readonly state?: 'shown' };
  return (
    <RoomPage
      title="Players"
      lead="Everybody who plays, hidden and removed players too. Open one to rename, hide, remove, merge or erase them."
    >
      <ListFilters names={['q', 'state']}>
        <TextField name="q" label="Part of a name" type="search" maxLength={64} defaultValue={said('q')} />
        <ChoiceField name="state" label="State" defaultValue={said('state')} options={STATES} />
      </ListFilters>
      <List
        id="players"
        asked={{ query: { ...words, ...beforeNumber() } }}
        order={said('q') === '' ? 'newest' : 'nearest'}
        caption="Players"
        above={({ complete }) => (complete ? null : <p>Very many match, and not all are looked at. Type more of the name.</p>)}
        rows={({ players }) => players}
        keyOf={({ username }) => username}
        none={
          Object.keys(words).length === 0
            ? 'Nobody has points yet. Players are here as soon as your game posts points for them.'
            : 'Nobody matches. Try a shorter part of the name, or another state.'
        }
        columns={[
          {
            head: 'Player',
            cell: ({ username, displayName, avatar }) => (
              <span>
                <span aria-hidden="true">{avatar} </span>
                <Link to={{ search: withWords({ player: username }) }}>{displayName}</Link>
              </span>
            ),
          },
          { head: 'Username', cell: ({ username }) => username },
          { head: 'State', cell: visibilityWords },
          { head: 'Boards', cell: ({ boards }) => boards.join(', ') || '–' },
          { head: 'Joined', cell: ({ joinedAt }) => <Moment at={joinedAt} /> },
        ]}
      />
    </RoomPage>
  );
}
