import { useState } from 'react';

import type { Answer } from '../../../contract/endpoint.ts';
import { useQuestion } from '../asking/use-question.ts';
import type { Operations } from '../asking/console-api.ts';
import { ActForm } from '../parts/act-form.tsx';
import { BoardField } from '../parts/board-field.tsx';
import { numberOf, TextField, textOf } from '../parts/fields.tsx';
import { madeUpId } from './made-up-id.ts';
import { PointsReport } from './points-report.tsx';
import { momentOf } from './typed-moment.ts';

type Posted = Answer<Operations['submitPoints']>;

/** Posts the points of one player, and shows what became of them. */
export function PostPoints({ board, onClose }: { readonly board: string; readonly onClose: () => void }) {
  const [posted, setPosted] = useState<Posted>();
  if (posted === undefined) return <Posting board={board} onPosted={setPosted} />;
  return <PointsReport posted={posted} onClose={onClose} onAnother={() => setPosted(undefined)} />;
}

function Posting({ board, onPosted }: { readonly board: string; readonly onPosted: (posted: Posted) => void }) {
  const [id] = useState(madeUpId);
  const { answer: catalogue } = useQuestion('catalogue');
  return (
    <ActForm
      act="submitPoints"
      label="Post the points"
      asked={(form) => {
        const [displayName, activity, at] = [textOf(form, 'displayName'), textOf(form, 'activity'), momentOf(textOf(form, 'at'))];
        return {
          query: { board: textOf(form, 'board') },
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
      done={doneWords}
      onDone={onPosted}
    >
      <BoardField chosen={board} />
      <TextField name="username" label="Username" hint="Somebody new is a new player." required maxLength={64} />
      <TextField name="displayName" label="Display name" hint="Left empty, it stays as it is." maxLength={64} />
      <TextField
        name="points"
        label="Points"
        hint="A whole number; less than zero takes points away. Times are in milliseconds, distances in millimetres."
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
      <TextField name="at" label="When it happened" hint="In your own time. Left empty, it is now." type="datetime-local" />
      <TextField
        name="id"
        label="Event id"
        hint="Made up for you. The same id never counts twice."
        defaultValue={id}
        required
        maxLength={128}
      />
    </ActForm>
  );
}

function doneWords(posted: Posted): string {
  return 'outcome' in posted ? 'The points are held.' : 'The points are posted.';
}
