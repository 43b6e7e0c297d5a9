import type { ApiHeld } from '../../../contract/operation/held-answers.ts';
import { Link } from '../../address/link.tsx';
import { ActsOf } from '../parts/form/acts-of.tsx';
import { BoardTotal } from '../parts/words/board-total.tsx';
import { RowActs } from '../parts/list/row-acts.tsx';

/** What can be decided of held points: what was rejected can be accepted still. */
export function HeldActs({ held }: { readonly held: ApiHeld }) {
  const name = held.event.displayName ?? held.event.username;
  if (held.state === 'accepted') {
    const { board, event } = held;
    return (
      <p>
        They count. To take them out again, <Link to={`/events?${new URLSearchParams({ board, id: event.id })}`}>void the event</Link>.
      </p>
    );
  }
  return (
    <RowActs of={`the points of ${name}`}>
      <ActsOf on={{ held: held.id }} name={name} except={held.state === 'rejected' ? ['rejectHeld'] : []} look="words">
        <Told held={held} />
      </ActsOf>
    </RowActs>
  );
}

function Told({ held: { board, event, reason } }: { readonly held: ApiHeld }) {
  return (
    <p>
      <strong>
        <BoardTotal board={board} total={event.points} />
      </strong>{' '}
      by {event.displayName ?? event.username}. {reason}
    </p>
  );
}
