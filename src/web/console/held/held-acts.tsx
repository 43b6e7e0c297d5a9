import type { ApiHeld } from '../../../contract/operation/held-answers.ts';
import { Link } from '../../address/link.tsx';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { BoardTotal } from '../parts/words/board-total.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
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
      <ActDialog label="Accept" title={`Accept the points of ${name}`} look="words">
        {(close) => (
          <ActForm
            act="acceptHeld"
            label="Accept the points"
            isPreviewed
            asked={() => ({ held: held.id })}
            done={`The points of ${name} count now.`}
            onDone={close}
          >
            <Told held={held} />
            <p>They count as if they had never been held: in each period of their own time that is not final.</p>
          </ActForm>
        )}
      </ActDialog>
      {held.state === 'rejected' ? null : (
        <ActDialog label="Reject" title={`Reject the points of ${name}`} look="words">
          {(close) => (
            <ActForm
              act="rejectHeld"
              label="Reject the points"
              asked={(form) => ({ held: held.id, body: { reason: textOf(form, 'reason') } })}
              done={`The points of ${name} do not count.`}
              onDone={close}
            >
              <Told held={held} />
              <TextField name="reason" label="Reason" hint="For the other operators, and the audit log." required maxLength={200} />
              <p>Nobody sees them. You can still accept them later.</p>
            </ActForm>
          )}
        </ActDialog>
      )}
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
