import { useState } from 'react';

import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useAddress } from '../asking/use-address.ts';
import { useBoards } from '../asking/use-question.ts';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { BoardField, ChoiceField, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { ListFilters } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ClosedPeriods, UnsettledPeriods } from './period-lists.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { chosenKind, KIND_CHOICES, reviewWords } from './settling-words.ts';

/** When the periods of a board end, who wins them, and what an operator has to do. */
export function Component() {
  const { said, say } = useAddress();
  const first = useBoards()[0]?.name ?? '';
  const board = said('board') || first;
  const kind = chosenKind(said('kind'));
  return (
    <RoomPage title="Periods" lead="When the days, weeks and months of a board end, who wins them, and what you have to do.">
      <ListFilters names={['board']}>
        <BoardField key={board} chosen={board} />
      </ListFilters>
      {board === '' ? null : (
        <>
          <UnsettledPeriods board={board} />
          <ReviewTime board={board} />
          <SegmentedButtons
            label="Which periods are rehearsed and listed below"
            name="kind"
            options={KIND_CHOICES}
            chosen={kind}
            onChoose={(value) => say({ kind: value })}
          />
          <Rehearsal board={board} kind={kind} />
          <ClosedPeriods board={board} kind={kind} />
        </>
      )}
    </RoomPage>
  );
}

const CHOICES = { 0: 'No review', 60: '1 hour', 1440: '1 day', 4320: '3 days', own: 'Another time' };

/** How long results with prizes are looked at before they are final. */
function ReviewTime({ board }: { readonly board: string }) {
  return (
    <RoomPart title="Time of review">
      <Asked id="review" of={{ board }}>
        {({ reviewMinutes }) => (
          <>
            <p className={styles.told}>
              {reviewMinutes === 0
                ? 'There is no review: results are final, and prizes due, as soon as the grace time is over. A review gives you time to look at the winners first.'
                : `Results in which something can be won are under review for ${reviewWords(reviewMinutes)}. Others are final as soon as the grace time is over.`}
            </p>
            <div>
              <Act
                act="setReview"
                opens="Change the time of review"
                look="button"
                title="Time of review"
                label="Set the time"
                on={{ board }}
                asked={(form, { reviewMinutes }) => {
                  const choice = textOf(form, 'choice');
                  return { body: { reviewMinutes: choice === 'own' ? reviewMinutes : Number(choice) } };
                }}
                done={(set) =>
                  set.reviewMinutes === 0
                    ? 'Results are final without a review.'
                    : `Results with prizes are under review for ${reviewWords(set.reviewMinutes)}.`
                }
              >
                {(set) => <ReviewFields minutes={set.reviewMinutes} />}
              </Act>
            </div>
          </>
        )}
      </Asked>
    </RoomPart>
  );
}

function ReviewFields({ minutes }: { readonly minutes: number }) {
  const [chosen, setChosen] = useState(minutes in CHOICES ? `${minutes}` : 'own');
  return (
    <>
      <p>It holds for periods whose review begins from now on. What is under review already keeps its time.</p>
      <ChoiceField
        name="choice"
        label="Results with prizes are under review for"
        options={CHOICES}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      {chosen === 'own' ? <TextField name="reviewMinutes" label="Minutes" hint="At most 43200, which is 30 days." /> : null}
    </>
  );
}
