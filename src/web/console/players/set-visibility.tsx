import type { PlayerVisibility } from '../../../contract/game-answers.ts';
import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';

const ACTS = {
  hidden: {
    label: 'Hide',
    order: 'Hide this player',
    explained: 'They leave every open ranking, and nobody is told. Their points are kept, and new ones count once you show them again.',
    done: 'is hidden.',
  },
  removed: {
    label: 'Remove',
    order: 'Remove this player',
    explained: 'They leave every open ranking, and their page says why. Their points are kept. You can show them again.',
    done: 'is removed.',
  },
  shown: {
    label: 'Show again',
    order: 'Show this player again',
    explained: 'They return to every open ranking with all their points.',
    done: 'is shown again.',
  },
} as const;

interface SetVisibilityProps {
  readonly player: PlayerData['player'];
  readonly to: PlayerVisibility['state'];
}

/** Hides a player, removes one, or shows one again. */
export function SetVisibility({ player: { username, displayName }, to }: SetVisibilityProps) {
  const { label, order, explained, done } = ACTS[to];
  return (
    <ActDialog label={label} title={`${label}: ${displayName}`}>
      {(close) => (
        <ActForm
          act="setPlayerVisibility"
          label={order}
          isPreviewed
          asked={(form) => ({ username, body: to === 'removed' ? { state: to, reason: textOf(form, 'reason') } : { state: to } })}
          done={`${displayName} ${done}`}
          onDone={close}
        >
          <p>{explained}</p>
          {to === 'removed' ? <TextField name="reason" label="Reason" hint="Everybody can read it." required maxLength={200} /> : null}
        </ActForm>
      )}
    </ActDialog>
  );
}
