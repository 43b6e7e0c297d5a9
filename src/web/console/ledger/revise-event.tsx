import { ActDialog } from '../parts/act-dialog.tsx';
import { ActForm } from '../parts/act-form.tsx';
import { TextField, textOf } from '../parts/fields.tsx';
import { revisedWords } from './revised-words.ts';

interface ReviseEventProps {
  readonly board: string;
  /** The event by its id. */
  readonly event: string;
  readonly isVoided: boolean;
}

/** Voids an event, or restores one that is voided. */
export function ReviseEvent({ board, event, isVoided }: ReviseEventProps) {
  const does = isVoided ? ('restore' as const) : ('void' as const);
  return (
    <ActDialog label={isVoided ? 'Restore' : 'Void'} title={`${isVoided ? 'Restore' : 'Void'} ${event}`} look="words">
      {(close) => (
        <ActForm
          act="reviseEvent"
          label={isVoided ? 'Restore this event' : 'Void this event'}
          isPreviewed
          asked={(form) => ({ board, body: { event, does, reason: textOf(form, 'reason') } })}
          done={revisedWords}
          onDone={close}
        >
          <p>
            {isVoided
              ? 'It counts again wherever results are not final.'
              : 'It stays on the receipt and counts no more. Results that are final do not change. You can restore it.'}
          </p>
          <TextField name="reason" label="Reason" hint="Visitors may read it." required maxLength={200} />
        </ActForm>
      )}
    </ActDialog>
  );
}
