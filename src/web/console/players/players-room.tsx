import type { PlayerData } from '../../../contract/operation/players.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { EventList } from '../ledger/event-list.tsx';
import { Asked, RequestShown } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { DataTable, List, ListFilters, PagedTable } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { kindWords } from '../parts/words/period-words.ts';
import { PlayerActs, visibilityWords } from './player-acts.tsx';

const STATES = { '': 'All', shown: 'Shown', hidden: 'Hidden', removed: 'Removed' };

/** All players, and one of them closely. */
export function Component() {
  const username = useAddress().said('player');
  // Somebody else is another page: nothing of the one before is shown until there is an answer.
  return username === '' ? <AllPlayers /> : <OnePlayer key={username} username={username} />;
}

/** All players, whether visitors see them or not: found by name and by state. */
function AllPlayers() {
  const { said, narrowed, withWords } = useAddress();
  const words = narrowed(['q', 'state', 'before']);
  return (
    <RoomPage
      title="Players"
      lead="Everybody who plays, hidden and removed players too. Open one to rename, hide, remove, merge or erase them."
    >
      <ListFilters names={['q', 'state']}>
        <TextField name="q" label="Part of a name" type="search" maxLength={64} />
        <ChoiceField name="state" label="State" options={STATES} />
      </ListFilters>
      <List
        id="players"
        asked={{ query: words }}
        order={said('q') === '' ? 'newest' : 'nearest'}
        above={({ complete }) => (complete ? null : <p>Very many match, and not all are looked at. Type more of the name.</p>)}
        rows={({ players }) => players}
        keyOf={({ username }) => username}
        none={
          Object.keys(words).length === 0
            ? 'Nobody has points yet. Players are here as soon as your game posts points for them.'
            : 'Nobody matches. Try a shorter part of the name, or another state.'
        }
        columns={{
          Player: ({ username, displayName, avatar }) => (
            <span>
              <span aria-hidden="true">{avatar} </span>
              <Link to={{ search: withWords({ player: username }) }}>{displayName}</Link>
            </span>
          ),
          Username: ({ username }) => username,
          State: (player) => visibilityWords(player),
          Boards: ({ boards }) => boards.join(', ') || '–',
          Joined: ({ joinedAt }) => <Moment at={joinedAt} />,
        }}
      />
    </RoomPage>
  );
}

/** Who a player is, where they stand, what they got points for, and what can be done about them. */
function OnePlayer({ username }: { readonly username: string }) {
  const { withWords } = useAddress();
  const asked = { username };
  const { answer: data } = useQuestion('playerData', asked);
  return (
    <RoomPage
      title={data?.player.displayName ?? username}
      lead={
        data === undefined ? (
          username
        ) : (
          <>
            <span aria-hidden="true">{data.player.avatar} </span>
            {data.player.username} · {visibilityWords(data.visibility)}. {SEEN_WORDS[data.visibility.state]}
          </>
        )
      }
      actions={data === undefined ? undefined : <PlayerActs data={data} />}
    >
      <nav aria-label="About this player" className={styles.row}>
        <Link to={{ search: withWords({ player: '', board: '' }) }} className={control.link}>
          All players
        </Link>
        {data === undefined ? null : (
          <>
            {data.visibility.state === 'hidden' ? null : (
              <a href={pageOf(data.player.username)} className={control.link}>
                Their page
              </a>
            )}
            <Link to={`/audit?${new URLSearchParams({ player: data.player.username })}`} className={control.link}>
              What was done about them
            </Link>
          </>
        )}
      </nav>
      <Asked hasRequest id="playerData" of={asked}>
        {(known) => (
          <>
            <RoomPart title="Boards">
              <PlayerBoards data={known} />
            </RoomPart>
            {known.held.length === 0 ? null : (
              <RoomPart title="Points that were held">
                <DataTable
                  rows={known.held}
                  none="None."
                  columns={{
                    Event: ({ event }) => event.id,
                    Board: ({ board }) => board,
                    Why: ({ reason }) => reason,
                    When: ({ event }) => <Moment at={event.receivedAt} />,
                    State: ({ state, note }) => (note === null ? state : `${state}: ${note}`),
                  }}
                />
                <p>
                  <Link to={`/held?${new URLSearchParams({ state: 'all', player: username })}`}>Decide about held points</Link>
                </p>
              </RoomPart>
            )}
            {known.boards.length === 0 ? null : <PlayerEvents username={username} boards={known.boards} />}
          </>
        )}
      </Asked>
    </RoomPage>
  );
}

const SEEN_WORDS = {
  shown: 'Everybody sees them.',
  hidden: 'Visitors do not see them, and are not told so.',
  removed: 'Visitors see only that they were removed, and why.',
} as const;

/** Where visitors see them. */
function pageOf(username: string): string {
  return `/players/${encodeURIComponent(username)}`;
}

type OnBoard = PlayerData['boards'][number];

/** Where a player stands on each board, and the ways to why. Those whom visitors do not see have totals and no ranks. */
function PlayerBoards({ data: { player, visibility, boards } }: { readonly data: PlayerData }) {
  const { username } = player;
  const isShown = visibility.state === 'shown';
  const isAsked = isShown && boards.length > 0;
  const { answer: page } = useQuestion('playerPage', { username }, { isAsked });
  const numbers = useNumberFormat();
  const cell = ({ board, totals }: OnBoard, kind: PeriodKind) => {
    const { figure } = unitWords(board, numbers);
    const places = isShown ? page?.boards.find((each) => each.board.name === board.name)?.places : undefined;
    const place = places?.find(({ period }) => period.kind === kind)?.place;
    if (place?.kind === 'ranked') return `${figure(place.points)}, rank ${numbers.count(place.rank)} of ${numbers.count(place.total)}`;
    const total = kind === 'all-time' ? totals.find((each) => each.kind === kind) : undefined;
    return total === undefined ? '–' : figure(total.points);
  };
  return (
    <>
      <DataTable
        rows={boards}
        keyOf={({ board }) => board.name}
        none="No event of theirs is on any board."
        columns={{
          Board: ({ board }) => (board.state === 'archived' ? `${board.title} (archived)` : board.title),
          Today: (row) => cell(row, 'daily'),
          'This week': (row) => cell(row, 'weekly'),
          'This month': (row) => cell(row, 'monthly'),
          'All time': (row) => cell(row, 'all-time'),
          Receipt: ({ board: { name: board } }: OnBoard) => {
            const query = new URLSearchParams({ mode: 'all-time', board });
            return visibility.state === 'hidden' ? '–' : <a href={`${pageOf(username)}/why?${query}`}>Why this rank</a>;
          },
        }}
      />
      {isAsked ? <RequestShown id="playerPage" asked={{ username }} /> : null}
    </>
  );
}

/** The events of a player on one of their boards, newest first, and how the periods of that board ended for them, newest first. */
function PlayerEvents({ username, boards }: { readonly username: string; readonly boards: PlayerData['boards'] }) {
  const { said, narrowed } = useAddress();
  const numbers = useNumberFormat();
  const chosen = boards.find(({ board }) => board.name === said('board')) ?? boards[0]!;
  const { figure } = unitWords(chosen.board, numbers);
  return (
    <>
      <RoomPart title="Events">
        {boards.length === 1 ? null : (
          <ListFilters names={['board']}>
            <ChoiceField
              name="board"
              label="On the board"
              defaultValue={chosen.board.name}
              options={boards.map(({ board }) => ({ value: board.name, text: board.title }))}
            />
          </ListFilters>
        )}
        <EventList asked={{ board: chosen.board.name, query: { player: username, ...narrowed(['before']) } }} none="No more events." />
      </RoomPart>
      <RoomPart title="Final ranks">
        <PagedTable
          key={chosen.board.name}
          rows={chosen.finalRanks.toSorted((a, b) => b.from.localeCompare(a.from))}
          keyOf={({ kind, from }) => `${kind} ${from}`}
          none="No period with points of theirs is final yet."
          columns={{
            Period: ({ kind, from }) => kindWords(kind, (noun) => `${noun} from ${from}`),
            Rank: ({ rank, total }) => `${numbers.count(rank)} of ${numbers.count(total)}`,
            Points: { number: ({ points }) => figure(points) },
          }}
        />
      </RoomPart>
    </>
  );
}
