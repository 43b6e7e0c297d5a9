import { Fragment } from 'react';

import type { AnswerTo } from '../../../contract/api.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { mayApply } from '../list/applicable.ts';
import { List } from '../list/list.tsx';
import { selectedWords } from '../list/list-words.ts';
import type { Selected } from '../list/selection.tsx';
import { Act } from '../parts/act.tsx';
import styles from '../parts/console.module.css';
import { Facts, RoomPage } from '../parts/room-page.tsx';
import { Lines, RowActs } from '../parts/table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { visibilityWords } from './player-acts.tsx';
import { PLAYER_ACTIONS, PLAYERS } from './players-words.ts';

/** All players, including those that visitors do not see. */
export function AllPlayers() {
  const { said, withWords } = useAddress();
  const { count } = useNumberFormat();
  return (
    <RoomPage {...PLAYERS.page}>
      <List
        id="players"
        {...PLAYERS}
        order={said('q') === '' ? 'newest' : 'nearest'}
        above={({ complete }) => (complete ? null : <p>{PLAYERS.tooMany}</p>)}
        columns={{
          player: {
            name: ({ username, displayName, avatar }) => (
              <Lines more={username === displayName ? null : username}>
                <span aria-hidden="true">{avatar}</span>
                {`\u00a0${displayName}`}
              </Lines>
            ),
            by: ({ displayName }) => displayName,
          },
          status: { name: (player) => visibilityWords(player), by: (player) => visibilityWords(player) },
          total: {
            number: ({ standing }) => (standing === null ? '–' : <BoardTotal board={standing.board} total={standing.points} />),
            by: ({ standing }) => standing && standing.points,
          },
          rank: {
            number: ({ standing }) => (standing === null || standing.rank === null ? '–' : count(standing.rank)),
            by: ({ standing }) => standing && standing.rank,
          },
          board: {
            name: ({ standing, boards }) =>
              standing === null ? (
                '–'
              ) : (
                <Lines more={boards.length === 1 ? null : PLAYERS.boardsMore(count(boards.length - 1))}>
                  <BoardTitle board={standing.board} />
                </Lines>
              ),
            by: ({ boards }) => boards.length,
          },
          scored: { line: ({ scoredAt }) => <Moment at={scoredAt} />, by: ({ scoredAt }) => scoredAt },
          joined: { line: ({ joinedAt }) => <Moment at={joinedAt} />, by: ({ joinedAt }) => joinedAt },
          actions: ({ username, displayName }) => (
            <RowActs of={displayName}>
              <Link to={{ search: withWords({ player: username }) }} className={`small ${control.link}`}>
                {PLAYERS.open}
              </Link>
            </RowActs>
          ),
        }}
        keyOf={({ username }) => username}
        isExported
        bulk={{ nameOf: ({ displayName }) => displayName, acts: (selected) => <BulkActs selected={selected} /> }}
        opens={{
          title: (_, player) => player?.displayName ?? '',
          of: (_, player) => (player === undefined ? null : <PlayerDetails player={player} />),
        }}
      />
    </RoomPage>
  );
}

type Listed = AnswerTo<'players'>['players'][number];

function BulkActs({ selected }: { readonly selected: Selected<Listed> }) {
  const { chosen, count: size, clear } = selected;
  const { count } = useNumberFormat();
  const players = selectedWords(size, PLAYERS.many, count);
  const states = (['hidden', 'shown', 'removed'] as const).filter((to) => mayApply(selected, ({ state }) => state !== to));
  return states.map((state) => (
    <Act
      key={state}
      act="setVisibilities"
      {...PLAYERS.bulk[state](players)}
      look={state === 'removed' ? 'danger' : 'button'}
      says={{ state, players: chosen }}
      told={PLAYER_ACTIONS.told[state]}
      fields={state === 'removed' ? { reason: { ...PLAYER_ACTIONS.removedFields.reason, required: true } } : {}}
      done={(answer) => PLAYERS.bulk.done[state](selectedWords(answer.players, PLAYERS.many, count))}
      onDone={clear}
    />
  ));
}

function PlayerDetails({ player }: { readonly player: Listed }) {
  const { username, standing, boards, scoredAt, joinedAt } = player;
  const { withWords } = useAddress();
  const { facts, details } = PLAYERS;
  return (
    <>
      <Facts
        facts={{
          [facts.username]: username,
          [facts.status]: visibilityWords(player),
          [facts.standing]: standing && <StandingTold standing={standing} />,
          [facts.boards]: boards.length === 0 ? null : <BoardTitles boards={boards} />,
          [facts.scored]: scoredAt && <Moment at={scoredAt} isExact />,
          [facts.joined]: <Moment at={joinedAt} isExact />,
        }}
      />
      <div className={styles.row}>
        <Link to={{ search: withWords({ player: username }) }} className={control.primary}>
          {details.page}
        </Link>
        {standing === null ? null : (
          <Link to={`/events?${new URLSearchParams({ board: standing.board, player: username })}`} className={control.button}>
            {details.events}
          </Link>
        )}
        <Link to={`/held?${new URLSearchParams({ state: 'all', player: username })}`} className={control.button}>
          {details.held}
        </Link>
      </div>
    </>
  );
}

function StandingTold({ standing: { board, points, rank } }: { readonly standing: NonNullable<Listed['standing']> }) {
  return (
    <>
      <BoardTotal board={board} total={points} />
      {PLAYERS.standing(rank === null ? null : ordinal(rank))}
      <BoardTitle board={board} />
    </>
  );
}

const MOST_BOARDS = 20;

function BoardTitles({ boards }: Pick<Listed, 'boards'>) {
  const { count } = useNumberFormat();
  return (
    <>
      {boards.slice(0, MOST_BOARDS).map((board, i) => (
        <Fragment key={board}>
          {i === 0 ? '' : ', '}
          <BoardTitle board={board} />
        </Fragment>
      ))}
      {boards.length > MOST_BOARDS ? ` ${PLAYERS.boardsMore(count(boards.length - MOST_BOARDS))}` : null}
    </>
  );
}
