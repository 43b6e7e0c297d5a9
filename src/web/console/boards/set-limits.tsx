import type { ApiLimits } from '../../../contract/operation/held-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { numberOf, TextField, TickField } from '../parts/form/fields.tsx';

/** Sets what a board takes without a look. */
export function SetLimits({ board, onDone }: { readonly board: string; readonly onDone: () => void }) {
  const limits = useQuestion('limits', { board });
  return (
    <Answered question={limits}>
      {({ limits: kept }) => <Setting board={board} limits={kept} etag={limits.etag} onDone={onDone} />}
    </Answered>
  );
}

interface SettingProps {
  readonly board: string;
  readonly limits: ApiLimits;
  readonly etag: string | null;
  readonly onDone: () => void;
}

function Setting({ board, limits, etag, onDone }: SettingProps) {
  return (
    <ActForm
      act="setLimits"
      label="Save the limits"
      etag={etag}
      asked={(form) => ({
        board,
        body: {
          event: numberOf(form, 'event') ?? null,
          hour: numberOf(form, 'hour') ?? null,
          day: numberOf(form, 'day') ?? null,
          history: numberOf(form, 'history') ?? null,
          names: form.has('names'),
        },
      })}
      done="The limits are saved."
      onDone={onDone}
    >
      <p>What exceeds a limit is held: it counts once you accept it. An empty field limits nothing.</p>
      <TextField name="event" label="One event" type="number" defaultValue={limits.event ?? ''} />
      <TextField name="hour" label="A player’s hour" type="number" min={1} defaultValue={limits.hour ?? ''} />
      <TextField name="day" label="A player’s day" type="number" min={1} defaultValue={limits.day ?? ''} />
      <TextField
        name="history"
        label="Times the player’s best day before"
        hint="For players with points on three days before."
        type="number"
        min={1}
        step="any"
        defaultValue={limits.history ?? ''}
      />
      <TickField
        name="names"
        label="Hold new names that look like another player’s"
        hint="Such as one with a Cyrillic letter in it."
        defaultChecked={limits.names}
      />
    </ActForm>
  );
}
