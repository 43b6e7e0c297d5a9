import type { ApiEvents } from '../../../contract/operation/lookup-answers.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { BoardTitle } from '../parts/words/board-title.tsx';
import { BoardTotal } from '../parts/words/board-total.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { revisedWords } from './revised-words.ts';

interface ReviseEventProps {
  readonly board: string;
  readonly event: ApiEvents['events'][number];
}

/** Voids an event, or restores one that is voided. */
export function ReviseEvent({ board, event: { id, player, points, at, voided } }: ReviseEventProps) {
  const isVoided = voided !== null;
  const does = isVoided ? ('restore' as const) : ('void' as const);
  return (
    <ActDialog label={isVoided ? 'Restore' : 'Void'} title={isVoided ? 'Restore event' : 'Void event'} look="words">
      {(close) => (
        <ActForm
          act="reviseEvent"
          label={isVoided ? 'Restore this event' : 'Void this event'}
          isPreviewed
          asked={(form) => ({ board, body: { event: id, does, reason: textOf(form, 'reason') } })}
          done={revisedWords}
          onDone={close}
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
          <TextField name="reason" label="Reason" hint="Visitors may read it." required maxLength={200} />
        </ActForm>
      )}
    </ActDialog>
  );
}
