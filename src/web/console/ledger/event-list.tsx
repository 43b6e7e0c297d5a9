import type { ComponentProps } from 'react';

import type { ApiEvents } from '../../../contract/lookup.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { Link } from '../../address/link.tsx';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { RowActs } from '../parts/table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { EVENTS, revisedWords, stateOf } from './ledger-words.ts';

interface EventListProps extends Omit<ComponentProps<typeof List<'events', Event>>, 'id' | 'heads' | 'columns'> {
  readonly asked: NonNullable<ComponentProps<typeof List<'events', Event>>['asked']>;
  readonly namesPlayers?: boolean;
}

type Event = ApiEvents['events'][number];

/** Events of a board with their actions. */
export function EventList({ asked, namesPlayers = false, ...says }: EventListProps) {
  const { board } = asked;
  return (
    <List<'events', Event>
      id="events"
      asked={asked}
      heads={EVENTS.heads}
      {...says}
      columns={{
        event: ({ id }) => id,
        ...(namesPlayers && { player: { name: ({ player }: Event) => <PlayerOf player={player} board={board} /> } }),
        points: { number: ({ points }) => <BoardTotal board={board} total={points} /> },
        activity: { name: ({ title }) => title || '–' },
        when: {
          line: ({ at, receivedAt }) => (
            <span>
              <Moment at={at} />
              {Math.abs(Date.parse(receivedAt) - Date.parse(at)) < MINUTE_MS
                ? null
                : [EVENTS.received, <Moment key="at" at={receivedAt} />]}
            </span>
          ),
        },
        status: (event) => <StateOf event={event} />,
        actions: (event) => <ReviseEvent board={board} event={event} />,
      }}
    />
  );
}

function PlayerOf({ player: { username, displayName, state }, board }: { readonly player: Event['player']; readonly board: string }) {
  if (state === 'erased') return displayName;
  return (
    <span>
      <Link to={{ pathname: '/players', search: `?${new URLSearchParams({ player: username, board })}` }}>{displayName}</Link>
      {state === 'shown' ? null : ` (${state})`}
    </span>
  );
}

function StateOf({ event }: { readonly event: Event }) {
  const words = stateOf(event);
  if (event.voided === null) return words;
  return (
    <span>
      {words} <Moment at={event.voided.at} />: <span className="anywhere">{event.voided.reason}</span>
    </span>
  );
}

function ReviseEvent({ board, event: { id, player, points, at, voided } }: { readonly board: string; readonly event: Event }) {
  const does = voided === null ? 'void' : 'restore';
  return (
    <RowActs of={id}>
      <Act
        act="reviseEvent"
        {...EVENTS[does]}
        told={EVENTS.told[does]}
        fields={EVENTS.fields}
        look={voided === null ? 'dangerWords' : 'words'}
        on={{ board }}
        says={{ event: id, does }}
        done={revisedWords}
      >
        <p>
          <strong>
            <BoardTotal board={board} total={points} />
          </strong>
          {EVENTS.about(player.displayName)}
          <BoardTitle board={board} />, <Moment at={at} isExact />
          {EVENTS.event(id)}
        </p>
      </Act>
    </RowActs>
  );
}
