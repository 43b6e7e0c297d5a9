import type { ApiHeld } from '../../../contract/operation/held-answers.ts';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { BoardField } from '../parts/form/board-field.tsx';
import { BoardTitle } from '../parts/words/board-title.tsx';
import { BoardTotal } from '../parts/words/board-total.tsx';
import styles from '../parts/cell-lines.module.css';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, TextField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { HeldActs } from './held-acts.tsx';
import { ruleWords } from './held-words.ts';

const STATES = [
  { value: '', text: 'Waiting for you' },
  { value: 'accepted', text: 'Accepted' },
  { value: 'rejected', text: 'Rejected' },
  { value: 'all', text: 'All' },
] as const;

const FILTERS = ['state', 'board', 'player', 'event'] as const;

/** Points that exceed a limit: accepted or rejected. */
export function Component() {
  const { said } = useAddress();
  const [board, player, event, before] = [said('board'), said('player'), said('event'), said('before')];
  const chosen = STATES.find(({ value }) => value === said('state'))?.value ?? '';
  const asked = {
    query: {
      ...(chosen !== 'all' && { state: chosen === '' ? ('waiting' as const) : chosen }),
      ...(board !== '' && { board }),
      ...(player !== '' && { player }),
      ...(event !== '' && { event }),
      ...(before !== '' && { before }),
    },
  };
  const held = useQuestion('held', asked);
  const isNarrowed = [board, player, event].some((word) => word !== '');
  return (
    <RoomPage
      title="Held points"
      lead="Points that exceed a limit of their board. They count nowhere, and nobody sees them, until you accept them."
    >
      <ListFilters names={FILTERS}>
        <ChoiceField name="state" label="Which" defaultValue={chosen} options={STATES} />
        <BoardField chosen={board} none="All boards" />
        <TextField name="player" label="Username" type="search" defaultValue={player} />
        <TextField name="event" label="Id of the event" type="search" defaultValue={event} />
      </ListFilters>
      <Answered question={held}>
        {({ held: all, next }) => (
          <>
            <DataTable
              caption="Held points"
              rows={all}
              keyOf={({ id }) => id}
              none={<Nothing isNarrowed={isNarrowed || before !== ''} isWaiting={chosen === ''} hasMore={next !== null} />}
              columns={[
                { head: 'Player', cell: ({ event: { username, displayName } }) => <PlayerCell name={displayName} username={username} /> },
                { head: 'Points', cell: (each) => <BoardTotal board={each.board} total={each.event.points} />, isNumber: true },
                { head: 'Why they are held', cell: (each) => <WhyCell held={each} /> },
                { head: 'Event', cell: (each) => <EventCell held={each} /> },
                { head: 'State', cell: (each) => <StateCell held={each} /> },
                { head: 'Acts', cell: (each) => <HeldActs held={each} /> },
              ]}
            />
            <TurnPage next={next} />
          </>
        )}
      </Answered>
      <RequestShown id="held" asked={asked} />
    </RoomPage>
  );
}

interface NothingProps {
  readonly isNarrowed: boolean;
  readonly isWaiting: boolean;
  readonly hasMore: boolean;
}

function Nothing({ isNarrowed, isWaiting, hasMore }: NothingProps) {
  if (hasMore) return 'None on this page. There may be older ones.';
  if (isNarrowed) return 'No held points are like that.';
  return (
    <>
      {isWaiting ? 'Nothing waits for you.' : 'There are none.'} Points are held once a board has limits: set them under{' '}
      <Link to="/boards">Boards</Link>, with “Limits”.
    </>
  );
}

function PlayerCell({ name, username }: { readonly name: string | null; readonly username: string }) {
  return (
    <div className={styles.lines}>
      <span>{name ?? username}</span>
      {name === null || name === username ? null : <span className={styles.more}>{username}</span>}
    </div>
  );
}

function WhyCell({ held }: { readonly held: ApiHeld }) {
  return (
    <div className={styles.lines}>
      <strong>{ruleWords(held)}</strong>
      <span className={styles.more}>{held.reason}</span>
    </div>
  );
}

function EventCell({ held: { board, event } }: { readonly held: ApiHeld }) {
  return (
    <div className={styles.lines}>
      <span>
        <BoardTitle board={board} />, <Moment at={event.at} />
      </span>
      <span className={styles.more}>
        {event.activity === '' ? '' : `${event.activity}, `}
        {event.id}
      </span>
    </div>
  );
}

function StateCell({ held: { state, since, note } }: { readonly held: ApiHeld }) {
  return (
    <div className={styles.lines}>
      <span>
        {STATE_WORDS[state]} <Moment at={since} />
      </span>
      {note === null ? null : <span className={styles.more}>“{note}”</span>}
    </div>
  );
}

const STATE_WORDS = { waiting: 'Waiting since', accepted: 'Accepted', rejected: 'Rejected' } as const;
