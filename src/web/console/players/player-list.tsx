import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Link } from '../../address/link.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, TextField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { visibilityWords } from './visibility-words.ts';

const STATES = [
  { value: '', text: 'All' },
  { value: 'shown', text: 'Shown' },
  { value: 'hidden', text: 'Hidden' },
  { value: 'removed', text: 'Removed' },
];

/** All players, whether visitors see them or not: found by name and by state. */
export function PlayerList() {
  const { said, withWords } = useAddress();
  const [q, state, before] = [said('q'), said('state'), said('before')];
  const asked = {
    query: {
      ...(q !== '' && { q }),
      // Whatever else an address says, the server refuses by name.
      ...(state !== '' && { state: state as 'shown' }),
      ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
    },
  };
  const players = useQuestion('players', asked);
  return (
    <RoomPage
      title="Players"
      lead="Everybody who plays, hidden and removed players too. Open one to rename, hide, remove, merge or erase them."
    >
      <ListFilters names={['q', 'state']}>
        <TextField name="q" label="Part of a name" type="search" maxLength={64} defaultValue={q} />
        <ChoiceField name="state" label="State" defaultValue={state} options={STATES} />
      </ListFilters>
      <Answered question={players}>
        {({ players: found, next, complete }) => (
          <>
            {complete ? null : <p>Very many match, and not all are looked at. Type more of the name.</p>}
            <DataTable
              caption="Players"
              rows={found}
              keyOf={({ username }) => username}
              none={
                q === '' && state === ''
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
            <TurnPage next={next} order={q === '' ? 'newest' : 'nearest'} />
          </>
        )}
      </Answered>
      <RequestShown id="players" asked={asked} />
    </RoomPage>
  );
}
