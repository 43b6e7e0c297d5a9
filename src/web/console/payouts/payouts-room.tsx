import type { AnswerTo } from '../../../contract/api.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { TextField } from '../parts/fields.tsx';
import { Lines, List, ListFilters, RowActs } from '../parts/list.tsx';
import { LIST } from '../parts/parts-words.ts';
import { LinkIn, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { PAYOUTS } from './payouts-words.ts';

/** The prizes that were won, and whether they are paid. */
export function Component() {
  const { said, narrowed } = useAddress();
  const { locale } = useNumberFormat();
  const chosen = Object.hasOwn(PAYOUTS.filters.state.options, said('state'))
    ? (said('state') as keyof typeof PAYOUTS.filters.state.options)
    : '';
  const words = narrowed(['board', 'player', 'before']);
  return (
    <RoomPage {...PAYOUTS.page}>
      <ListFilters of={PAYOUTS.filters} />
      <List
        id="payouts"
        asked={{ query: { ...(chosen !== 'all' && { state: chosen === '' ? 'due' : chosen }), ...words } }}
        rows={({ payouts }) => payouts}
        heads={PAYOUTS.heads}
        none={({ next }) => {
          if (next !== null) return LIST.emptyPage;
          return Object.keys(words).length > 0 || chosen !== '' ? PAYOUTS.noMatch : <LinkIn words={PAYOUTS.none} to="/periods" />;
        }}
        columns={{
          player: ({ player: { displayName, username } }) => <Lines more={displayName === username ? null : username}>{displayName}</Lines>,
          prize: { name: ({ prize }) => prize },
          won: ({ board, kind, from, rank }) => (
            <Lines more={<BoardTitle board={board} />}>
              {ordinal(rank)}, {periodWords(kind, from, locale)}
            </Lines>
          ),
          status: ({ state, at, note }) => (
            <Lines more={note === null ? null : `“${note}”`}>
              {PAYOUTS.status[state]} <Moment at={at} />
            </Lines>
          ),
          actions: (payout) => <PayoutActs payout={payout} />,
        }}
      />
    </RoomPage>
  );
}

/** A prize that is due can be paid or declined; any other must be due again first. */
function PayoutActs({ payout }: { readonly payout: AnswerTo<'payout'> }) {
  const what = PAYOUTS.of(payout.prize, payout.player.displayName);
  return (
    <RowActs of={what}>
      {(payout.state === 'due' ? (['paid', 'declined'] as const) : (['due'] as const)).map((state) => {
        const words = PAYOUTS[state];
        return (
          <Act
            key={state}
            act="markPayout"
            opens={words.opens}
            title={`${words.opens}: ${what}`}
            label={words.label}
            on={{ payout: payout.id }}
            says={{ state }}
            kept={{}}
            done={({ prize, player }) => `${PAYOUTS.of(prize, player.displayName)} ${words.done}`}
          >
            {(kept) => (
              <>
                <p>
                  {PAYOUTS.told[state]}
                  {PAYOUTS.now}
                  {PAYOUTS.status[kept.state].toLowerCase()} <Moment at={kept.at} />.
                </p>
                <TextField name="note" {...PAYOUTS.note} />
              </>
            )}
          </Act>
        );
      })}
    </RowActs>
  );
}
