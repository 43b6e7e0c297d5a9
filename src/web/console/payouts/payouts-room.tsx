import type { AnswerTo } from '../../../contract/api.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { applicable } from '../list/applicable.ts';
import { List } from '../list/list.tsx';
import { selectedWords } from '../list/list-words.ts';
import type { Selected } from '../list/selection.tsx';
import { Act } from '../parts/act.tsx';
import { Lines, RowActs } from '../parts/table.tsx';
import { Facts, LinkIn, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { playerWords } from '../parts/words/who-words.ts';
import { PAYOUTS } from './payouts-words.ts';

type Payout = AnswerTo<'payout'>;

/** The payouts page: prizes won, and whether they are paid. */
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
          player: {
            name: ({ player: { displayName, username } }) => <Lines more={displayName === username ? null : username}>{displayName}</Lines>,
            by: ({ player }) => player.displayName,
          },
          prize: { name: ({ prize }) => prize, by: ({ prize }) => prize },
          won: {
            text: ({ board, kind, from, rank }) => (
              <Lines more={<BoardTitle board={board} />}>
                {ordinal(rank)}, {periodWords(kind, from, locale)}
              </Lines>
            ),
            by: ({ from }) => from,
          },
          status: {
            text: ({ state, at, note }) => (
              <Lines more={note === null ? null : `“${note}”`}>
                {PAYOUTS.status[state]} <Moment at={at} />
              </Lines>
            ),
            by: ({ at }) => at,
          },
          actions: (payout) => <PayoutActs payout={payout} />,
        }}
        isExported
        bulk={{
          nameOf: ({ prize, player }) => PAYOUTS.of(prize, player.displayName),
          acts: (selected) => <BulkActs selected={selected} />,
        }}
        opens={{
          title: (_, payout) => (payout === undefined ? '' : PAYOUTS.of(payout.prize, payout.player.displayName)),
          of: (_, payout) => (payout === undefined ? null : <PayoutDetails payout={payout} />),
        }}
      />
    </RoomPage>
  );
}

function BulkActs({ selected }: { readonly selected: Selected<Payout> }) {
  const { count } = useNumberFormat();
  const states = (['paid', 'declined', 'due'] as const).flatMap((state) => {
    const own = applicable(selected, (payout) => (payout.state === 'due') === (state !== 'due'));
    return own === undefined ? [] : { state, own };
  });
  return states.map(({ state, own }) => (
    <Act
      key={state}
      act="markPayouts"
      {...PAYOUTS.bulk[state](selectedWords(own.count, PAYOUTS.many, count))}
      look={state === 'declined' ? 'danger' : 'button'}
      says={{ state, payouts: own.chosen }}
      told={PAYOUTS.bulk.told[state]}
      fields={PAYOUTS.fields}
      done={({ payouts }) => PAYOUTS.bulk.done[state](selectedWords(payouts, PAYOUTS.many, count))}
      onDone={selected.clear}
    />
  ));
}

function PayoutDetails({ payout }: { readonly payout: Payout }) {
  const { locale } = useNumberFormat();
  const { board, kind, from, rank, prize, player, state, at, note } = payout;
  const { facts } = PAYOUTS;
  return (
    <>
      <Facts
        facts={{
          [facts.player]: playerWords(player),
          [facts.prize]: prize,
          [facts.board]: <BoardTitle board={board} />,
          [facts.period]: periodWords(kind, from, locale),
          [facts.rank]: ordinal(rank),
          [facts.status]: [`${PAYOUTS.status[state]} `, <Moment key="at" at={at} isExact />],
          [facts.note]: note,
        }}
      />
      <p>
        <LinkIn words={PAYOUTS.others} to={`/payouts?${new URLSearchParams({ state: 'all', player: player.username })}`} />
      </p>
      <PayoutActs payout={payout} />
    </>
  );
}

/** A due prize can be marked as paid or declined; any other must be set to due first. */
function PayoutActs({ payout }: { readonly payout: Payout }) {
  const what = PAYOUTS.of(payout.prize, payout.player.displayName);
  return (
    <RowActs of={what}>
      {(payout.state === 'due' ? (['paid', 'declined'] as const) : (['due'] as const)).map((state) => (
        <Act
          key={state}
          act="markPayout"
          {...PAYOUTS[state](what)}
          look={state === 'declined' ? 'dangerWords' : 'words'}
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
