import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
import { WorkTold } from '../parts/work-told.tsx';

/** Counts the points of a player for another. */
export function MergePlayer({ player: { username, displayName } }: { readonly player: PlayerData['player'] }) {
  const { count } = useNumberFormat();
  return (
    <ActDialog label="Merge" title={`Merge ${displayName} into another player`}>
      {(close) => (
        <ActForm
          act="mergePlayers"
          label="Merge them"
          isPreviewed
          asked={(form) => ({ username, body: { into: textOf(form, 'into') } })}
          done={(merged) => ('events' in merged ? `${eventsWords(merged.events, count)} of ${displayName} for the other player now.` : '')}
          onDone={close}
        >
          <p>
            For somebody with two names. Every event of {displayName} is voided here and counts for the other player instead, with its own
            time. Results that are final do not change. Of very many events it takes a while. It goes on if you leave, and the top of every
            page tells how far it is.
          </p>
          <TextField name="into" label="Username of the other player" hint="This one keeps the points." required maxLength={64} />
          <WorkTold of="merge" />
        </ActForm>
      )}
    </ActDialog>
  );
}

function eventsWords(events: number, count: (value: number) => string): string {
  return events === 1 ? 'One event counts' : `${count(events)} events count`;
}
