import { useState } from 'react';

import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/act-form.tsx';
import { BoardField, filled, numberOf, TextField, textOf } from '../parts/fields.tsx';
import { momentOf } from '../parts/typed-moment.ts';

/** How many random bytes are in an id: nobody makes up the same one twice. */
const BYTES = 8;

/** An id for an event that somebody posts by hand, such as `console-9f86d081884c7d65`. */
function madeUpId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `console-${hex.join('')}`;
}

/** Posts the points of one player. */
export function PostPoints({ board, onDone }: { readonly board: string; readonly onDone: () => void }) {
  const [id] = useState(madeUpId);
  const { answer: catalogue } = useQuestion('catalogue');
  return (
    <ActForm
      act="postByHand"
      label="Post the points"
      isPreviewed
      asked={(form) => ({
        board: textOf(form, 'board'),
        body: {
          id: textOf(form, 'id'),
          username: textOf(form, 'username'),
          points: numberOf(form, 'points') ?? 0,
          ...filled({ displayName: textOf(form, 'displayName'), activity: textOf(form, 'activity'), at: momentOf(textOf(form, 'at')) }),
        },
      })}
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
