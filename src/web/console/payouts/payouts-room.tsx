import type { AnswerTo } from '../../../contract/api.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Lines, RowActs } from '../parts/table.tsx';
import { LinkIn, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { PAYOUTS } from './payouts-words.ts';

/** The prizes that were won, and whether they are paid. */
export function Component() {
  const { locale } = useNumberFormat();
  return (
    <RoomPage {...PAYOUTS.page}>
      <List
        id="payouts"
        asked={{ query: { state: 'due' } }}
        {...PAYOUTS}
        none={<LinkIn words={PAYOUTS.none} to="/periods" />}
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
      {(payout.state === 'due' ? (['paid', 'declined'] as const) : (['due'] as const)).map((state) => (
        <Act
          key={state}
          act="markPayout"
          {...PAYOUTS[state](what)}
          fields={PAYOUTS.fields}
          on={{ payout: payout.id }}
          says={{ state }}
          kept={{}}
        >
          {(kept) => (
            <p>
              {PAYOUTS.told[state]} {PAYOUTS.now}
              {PAYOUTS.status[kept.state].toLowerCase()} <Moment at={kept.at} />.
            </p>
          )}
        </Act>
      ))}
    </RowActs>
  );
}
