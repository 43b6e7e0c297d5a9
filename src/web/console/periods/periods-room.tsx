import { useState } from 'react';

import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useAddress } from '../asking/use-address.ts';
import { useBoards } from '../asking/use-question.ts';
import { ListFilters } from '../list/filters.tsx';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { TextField } from '../parts/field.tsx';
import { ChoiceField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { LOADING } from '../parts/parts-words.ts';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ClosedPeriods, UnsettledPeriods } from './period-lists.tsx';
import { Practice } from './practice.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { chosenKind, KIND_CHOICES, PERIODS, REVIEW, reviewWords } from './periods-words.ts';

/** The periods page: when a board's periods end, who wins them, and what is left to do. */
export function Component() {
  const { said, say } = useAddress();
  const first = useBoards()[0]?.name ?? '';
  const board = said('board') || first;
  const kind = chosenKind(said('kind'));
  return (
    <RoomPage {...PERIODS.page}>
      <ListFilters of={{ board: { none: '', defaultValue: board } }} />
      {board === '' ? (
        <p className="muted">{LOADING}</p>
      ) : (
        <>
          <UnsettledPeriods board={board} />
          <RoomPart title={REVIEW.title}>
            <Asked id="review" of={{ board }}>
              {({ reviewMinutes: now }) => (
                <>
                  <p className={styles.told}>{now === 0 ? REVIEW.off : REVIEW.on(reviewWords(now))}</p>
                  <Act
                    act="setReview"
                    {...REVIEW.change}
                    look="button"
                    on={{ board }}
                    asked={(form, { reviewMinutes }) => {
                      const choice = textOf(form, 'choice');
                      return { body: { reviewMinutes: choice === 'own' ? reviewMinutes : Number(choice) } };
                    }}
                    done={(set) => REVIEW.done(reviewWords(set.reviewMinutes))}
                  >
                    {(set) => <ReviewFields minutes={set.reviewMinutes} />}
                  </Act>
                </>
              )}
            </Asked>
          </RoomPart>
          <SegmentedButtons
            label={PERIODS.choose}
            name="kind"
            options={KIND_CHOICES}
            chosen={kind}
            onChoose={(value) => say({ kind: value })}
          />
          <Rehearsal board={board} kind={kind} />
          <Practice key={`${board} ${kind}`} board={board} kind={kind} />
          <ClosedPeriods board={board} kind={kind} />
        </>
      )}
    </RoomPage>
  );
}

function ReviewFields({ minutes }: { readonly minutes: number }) {
  const [chosen, setChosen] = useState(minutes in REVIEW.choices ? `${minutes}` : 'own');
  return (
    <>
      <p>{REVIEW.told}</p>
      <ChoiceField name="choice" {...REVIEW.choice} options={REVIEW.choices} chosen={chosen} onChoose={setChosen} />
      {chosen === 'own' ? <TextField name="reviewMinutes" {...REVIEW.minutes} /> : null}
    </>
  );
}
