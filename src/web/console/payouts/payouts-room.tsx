import type { ApiPayout } from '../../../contract/operation/settlement-answers.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../ui/ordinal.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { BoardField } from '../parts/form/board-field.tsx';
import { BoardTitle } from '../parts/words/board-title.tsx';
import styles from '../parts/cell-lines.module.css';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, TextField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { PayoutActs } from './payout-acts.tsx';
import { STATE_WORDS } from './payout-words.ts';

const STATES = [
  { value: '', text: 'Due: to be sent' },
  { value: 'paid', text: 'Paid' },
  { value: 'declined', text: 'Declined' },
  { value: 'all', text: 'All' },
] as const;

/** The prizes that were won, and what became of each. */
export function Component() {
  const { said } = useAddress();
  const [board, player, before] = [said('board'), said('player'), said('before')];
  const chosen = STATES.find(({ value }) => value === said('state'))?.value ?? '';
  const asked = {
    query: {
      ...(chosen !== 'all' && { state: chosen === '' ? ('due' as const) : chosen }),
      ...(board !== '' && { board }),
      ...(player !== '' && { player }),
      ...(before !== '' && { before }),
    },
  };
  const payouts = useQuestion('payouts', asked);
  const isNarrowed = [board, player, before].some((word) => word !== '');
  return (
    <RoomPage title="Prizes won" lead="Each prize is due once, when its period becomes final. Send it, then mark it as paid.">
      <ListFilters names={['state', 'board', 'player']}>
        <ChoiceField name="state" label="Which" defaultValue={chosen} options={STATES} />
        <BoardField chosen={board} none="All boards" />
        <TextField name="player" label="Username" type="search" defaultValue={player} />
      </ListFilters>
      <Answered question={payouts}>
        {({ payouts: all, next }) => (
          <>
            <DataTable
              caption="Prizes won"
              rows={all}
              keyOf={({ id }) => id}
              none={<Nothing isNarrowed={isNarrowed} isDue={chosen === ''} hasMore={next !== null} />}
              columns={[
                { head: 'Player', cell: ({ player: { displayName, username } }) => <PlayerCell name={displayName} username={username} /> },
                { head: 'Prize', cell: ({ prize }) => prize },
                { head: 'Won as', cell: (payout) => <WonCell payout={payout} /> },
                { head: 'State', cell: (payout) => <StateCell payout={payout} /> },
                { head: 'Acts', cell: (payout) => <PayoutActs payout={payout} /> },
              ]}
            />
            <TurnPage next={next} />
          </>
        )}
      </Answered>
      <RequestShown id="payouts" asked={asked} />
    </RoomPage>
  );
}

interface NothingProps {
  readonly isNarrowed: boolean;
  readonly isDue: boolean;
  readonly hasMore: boolean;
}

function Nothing({ isNarrowed, isDue, hasMore }: NothingProps) {
  if (hasMore) return 'None on this page. There may be older ones.';
  if (isNarrowed) return 'No prize is like that.';
  return (
    <>
      {isDue ? 'Nothing is due.' : 'There are none.'} Prizes are due when a period becomes final in which something can be won: see{' '}
      <Link to="/periods">Periods</Link>.
    </>
  );
}

function PlayerCell({ name, username }: { readonly name: string; readonly username: string }) {
  return (
    <div className={styles.lines}>
      <span>{name}</span>
      {name === username ? null : <span className={styles.more}>{username}</span>}
    </div>
  );
}

function WonCell({ payout: { board, kind, from, rank } }: { readonly payout: ApiPayout }) {
  const { locale } = useNumberFormat();
  return (
    <div className={styles.lines}>
      <span>
        {ordinal(rank)}, {periodWords(kind, from, locale)}
      </span>
      <span className={styles.more}>
        <BoardTitle board={board} />
      </span>
    </div>
  );
}

function StateCell({ payout: { state, at, note } }: { readonly payout: ApiPayout }) {
  return (
    <div className={styles.lines}>
      <span>
        {STATE_WORDS[state]} <Moment at={at} />
      </span>
      {note === null ? null : <span className={styles.more}>“{note}”</span>}
    </div>
  );
}
