import type { ComponentProps } from 'react';

import type { ApiEvents } from '../../../contract/lookup.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { Link } from '../../address/link.tsx';
import { Act } from '../parts/act.tsx';
import { TextField } from '../parts/fields.tsx';
import { List, RowActs } from '../parts/list.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { revisedWords, stateOf } from './event-words.ts';

interface EventListProps extends Pick<ComponentProps<typeof List<'events', Event>>, 'none' | 'above'> {
  readonly asked: ComponentProps<typeof List<'events', Event>>['asked'] & { readonly board: string };
  /** Whether it says whose the events are: not where all are of one player. */
  readonly namesPlayers?: boolean;
}

type Event = ApiEvents['events'][number];

/** Events of a board, each with what can be done about it. */
export function EventList({ asked, namesPlayers = false, ...says }: EventListProps) {
  const { board } = asked;
  return (
    <List<'events', Event>
      id="events"
      asked={asked}
      rows={({ events }) => events}
      {...says}
      columns={{
        Event: ({ id }) => id,
        ...(namesPlayers && { Player: ({ player }) => <PlayerOf player={player} board={board} /> }),
        Points: { number: ({ points }) => <BoardTotal board={board} total={points} /> },
        Activity: ({ title }) => title || '–',
        When: (event) => <When event={event} />,
        State: (event) => <StateOf event={event} />,
        Acts: (event) => <ReviseEvent board={board} event={event} />,
      }}
    />
  );
}

/** When it happened, and when it was received if that was not about the same time. */
function When({ event: { at, receivedAt } }: { readonly event: Event }) {
  if (Math.abs(Date.parse(receivedAt) - Date.parse(at)) < MINUTE_MS) return <Moment at={at} />;
  return (
    <span>
      <Moment at={at} />, received <Moment at={receivedAt} />
    </span>
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
      {words} <Moment at={event.voided.at} />: {event.voided.reason}
    </span>
  );
}

/** Voids an event, or restores one that is voided. */
function ReviseEvent({ board, event: { id, player, points, at, voided } }: { readonly board: string; readonly event: Event }) {
  const isVoided = voided !== null;
  return (
    <RowActs of={id}>
      <Act
        act="reviseEvent"
        opens={isVoided ? 'Restore' : 'Void'}
        title={isVoided ? 'Restore event' : 'Void event'}
        label={isVoided ? 'Restore this event' : 'Void this event'}
        on={{ board }}
        says={{ event: id, does: isVoided ? 'restore' : 'void' }}
        done={revisedWords}
      >
        <p>
          <strong>
            <BoardTotal board={board} total={points} />
          </strong>{' '}
          for <strong>{player.displayName}</strong> on <BoardTitle board={board} />, <Moment at={at} />. Event {id}.
        </p>
        <p>
          {isVoided
            ? 'It counts again wherever results are not final.'
            : 'It stays on the receipt but no longer counts. Final results do not change. You can restore it.'}
        </p>
        <TextField name="reason" label="Reason" hint="Visitors may read it." />
      </Act>
    </RowActs>
  );
}
