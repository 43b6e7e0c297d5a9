import type { ApiEvents } from '../../../contract/operation/lookup-answers.ts';
import { Link } from '../../address/link.tsx';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { BoardTotal } from '../parts/words/board-total.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RowActs } from '../parts/list/row-acts.tsx';
import { stateOf } from './event-state.ts';
import { ReviseEvent } from './revise-event.tsx';

interface EventTableProps {
  readonly found: ApiEvents;
  /** What is said where there is no event. */
  readonly none: string;
  /** Whether it says whose the events are: not where all are of one player. */
  readonly namesPlayers: boolean;
}

type Event = ApiEvents['events'][number];

/** Events of a board, each with what can be done about it. */
export function EventTable({ found: { board, events }, none, namesPlayers }: EventTableProps) {
  return (
    <DataTable
      caption="Events"
      rows={events}
      keyOf={({ id }) => id}
      none={none}
      columns={[
        { head: 'Event', cell: ({ id }) => id },
        ...(namesPlayers ? [{ head: 'Player', cell: ({ player }: Event) => <PlayerOf player={player} board={board} /> }] : []),
        { head: 'Points', cell: ({ points }) => <BoardTotal board={board} total={points} />, isNumber: true },
        { head: 'Activity', cell: ({ activity }) => activity || '–' },
        { head: 'When', cell: (event) => <When event={event} /> },
        { head: 'State', cell: (event) => <StateOf event={event} /> },
        {
          head: 'Acts',
          cell: (event) => (
            <RowActs of={event.id}>
              <ReviseEvent board={board} event={event} />
            </RowActs>
          ),
        },
      ]}
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
