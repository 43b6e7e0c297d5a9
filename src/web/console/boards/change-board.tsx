import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { TextField, textOf, TickField } from '../parts/form/fields.tsx';
import { UnitFields } from './unit-fields.tsx';
import { chosenUnit } from './unit-words.ts';

/** Changes what of a board can be changed. */
export function ChangeBoard({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const board = useQuestion('board', { board: name });
  return <Answered question={board}>{(kept) => <Changing key={name} board={kept} etag={board.etag} onDone={onDone} />}</Answered>;
}

interface ChangingProps {
  readonly board: ApiKeptBoard;
  readonly etag: string | null;
  readonly onDone: () => void;
}

function Changing({ board: { name, title, unit, visibility }, etag, onDone }: ChangingProps) {
  return (
    <ActForm
      act="changeBoard"
      label="Save"
      etag={etag}
      asked={(form) => ({
        board: name,
        body: {
          title: textOf(form, 'title'),
          unit: chosenUnit(textOf(form, 'unit'), textOf(form, 'unit.one'), textOf(form, 'unit.other')),
          visibility: form.has('private') ? ('private' as const) : ('public' as const),
        },
      })}
      done={(changed) => `The board “${changed.title}” is saved.`}
      onDone={onDone}
    >
      <TextField name="title" label="Title" defaultValue={title} required maxLength={80} />
      <UnitFields unit={unit} />
      <TickField
        name="private"
        label="Private"
        hint="Only programs with a key read it. It has no page."
        defaultChecked={visibility === 'private'}
      />
    </ActForm>
  );
}
