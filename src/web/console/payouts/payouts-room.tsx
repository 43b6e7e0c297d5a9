import type { AnswerTo } from '../../../contract/api.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { BoardField, ChoiceField, TextField } from '../parts/fields.tsx';
import { Lines, List, ListFilters, RowActs } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';

const STATES = { '': 'Due: to be sent', paid: 'Paid', declined: 'Declined', all: 'All' };

/** What is said before since when a prize is in a state. */
const STATE_WORDS = { due: 'Due since', paid: 'Paid', declined: 'Declined' } as const;

/** The prizes that were won, and what became of each. */
export function Component() {
  const { said, narrowed } = useAddress();
  const { locale } = useNumberFormat();
  const chosen = Object.hasOwn(STATES, said('state')) ? (said('state') as keyof typeof STATES) : '';
  const words = narrowed(['board', 'player', 'before']);
  return (
    <RoomPage title="Prizes won" lead="Each prize is due once, when its period becomes final. Send it, then mark it as paid.">
      <ListFilters names={['state', 'board', 'player']}>
        <ChoiceField name="state" label="Which" options={STATES} />
        <BoardField none="All boards" />
        <TextField name="player" label="Username" type="search" />
      </ListFilters>
      <List
        id="payouts"
        asked={{ query: { ...(chosen !== 'all' && { state: chosen === '' ? 'due' : chosen }), ...words } }}
        rows={({ payouts }) => payouts}
        none={({ next }) => {
          if (next !== null) return 'None on this page. There may be older ones.';
          if (Object.keys(words).length > 0) return 'No prize is like that.';
          return (
            <>
              {chosen === '' ? 'Nothing is due.' : 'There are none.'} Prizes are due when a period becomes final in which something can be
              won: see <Link to="/periods">Periods</Link>.
            </>
          );
        }}
        columns={{
          Player: ({ player: { displayName, username } }) => <Lines more={displayName === username ? null : username}>{displayName}</Lines>,
          Prize: ({ prize }) => prize,
          'Won as': ({ board, kind, from, rank }) => (
            <Lines more={<BoardTitle board={board} />}>
              {ordinal(rank)}, {periodWords(kind, from, locale)}
            </Lines>
          ),
          State: ({ state, at, note }) => (
            <Lines more={note === null ? null : `“${note}”`}>
              {STATE_WORDS[state]} <Moment at={at} />
            </Lines>
          ),
          Acts: (payout) => <PayoutActs payout={payout} />,
        }}
      />
    </RoomPage>
  );
}

/** What can be said of a prize. `label` is what its button in the list says, and `order` the one in the form. */
const MARKINGS = {
  paid: {
    label: 'Mark as paid',
    order: 'Mark as paid',
    told: 'Say it once the prize is sent. Of several operators who mark it, one is right: the others are told.',
    done: 'is paid',
  },
  declined: { label: 'Decline', order: 'Decline the prize', told: 'It is not sent. Nobody moves up for it.', done: 'is declined' },
  due: {
    label: 'Due again',
    order: 'Make it due again',
    told: 'For a prize that was marked by mistake, or came back.',
    done: 'is due again',
  },
} as const;

/** One that is due is paid or declined, any other is due again first. A prize is marked as it was when the form was opened. */
function PayoutActs({ payout }: { readonly payout: AnswerTo<'payout'> }) {
  const what = `${payout.prize} of ${payout.player.displayName}`;
  return (
    <RowActs of={what}>
      {(payout.state === 'due' ? (['paid', 'declined'] as const) : (['due'] as const)).map((state) => {
        const { label, order, told, done } = MARKINGS[state];
        return (
          <Act
            key={state}
            act="markPayout"
            opens={label}
            title={`${label}: ${what}`}
            label={order}
            on={{ payout: payout.id }}
            says={{ state }}
            kept={{}}
            done={({ prize, player }) => `${prize} of ${player.displayName} ${done}.`}
          >
            {(kept) => (
              <>
                <p>
                  {told} Now: {STATE_WORDS[kept.state].toLowerCase()} <Moment at={kept.at} />.
                </p>
                <TextField name="note" label="Note" hint="Such as how it was sent. For operators only." />
              </>
            )}
          </Act>
        );
      })}
    </RowActs>
  );
}
