import { useState } from 'react';

import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { BoardField } from '../parts/form/board-field.tsx';
import { numberOf, TextField, textOf } from '../parts/form/fields.tsx';
import { madeUpId } from './made-up-id.ts';
import { momentOf } from '../parts/form/typed-moment.ts';

/** Posts the points of one player. */
export function PostPoints({ board, onDone }: { readonly board: string; readonly onDone: () => void }) {
  const [id] = useState(madeUpId);
  const { answer: catalogue } = useQuestion('catalogue');
  return (
    <ActForm
      act="postByHand"
      label="Post the points"
      isPreviewed
      asked={(form) => {
        const [displayName, activity, at] = [textOf(form, 'displayName'), textOf(form, 'activity'), momentOf(textOf(form, 'at'))];
        return {
          board: textOf(form, 'board'),
          body: {
            id: textOf(form, 'id'),
            username: textOf(form, 'username'),
            points: numberOf(form, 'points') ?? 0,
            ...(displayName !== '' && { displayName }),
            ...(activity !== '' && { activity }),
            ...(at !== undefined && { at }),
          },
        };
      }}
      // Only a request that asks for a preview is answered with one.
      done={(answer) => ('preview' in answer ? '' : `Points posted for ${answer.player.displayName}.`)}
      onDone={onDone}
    >
      <BoardField chosen={board} />
      <TextField name="username" label="Username" hint="An unknown username creates a new player." required maxLength={64} />
      <TextField name="displayName" label="Display name" hint="For a new player. Leave empty to show the username." maxLength={64} />
      <TextField
        name="points"
        label="Points"
        hint="A whole number; a negative one takes points away. Times are in milliseconds, distances in millimetres."
        type="number"
        step={1}
        required
      />
      <TextField name="activity" label="Activity" hint="What the points are for. Players read it." maxLength={64} list="activities" />
      <datalist id="activities">
        {catalogue?.activities.map(({ id: activity, title }) => (
          <option key={activity} value={title}>
            {title}
          </option>
        ))}
      </datalist>
      <TextField name="at" label="When it happened" hint="In your local time. Leave empty for now." type="datetime-local" />
      <TextField
        name="id"
        label="Event id"
        hint="Generated for you. The same id never counts twice."
        defaultValue={id}
        required
        maxLength={128}
      />
    </ActForm>
  );
}
