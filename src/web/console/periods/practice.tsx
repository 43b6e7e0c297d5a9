import { useState } from 'react';

import type { AnswerTo } from '../../../contract/api.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/table.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { PRACTICE } from './periods-words.ts';

/** Settles a copy of the current period on request. */
export function Practice({ board, kind }: { readonly board: string; readonly kind: EndingKind }) {
  const [isRunning, setRunning] = useState(false);
  return (
    <RoomPart title={PRACTICE.title}>
      <p className={styles.told}>{PRACTICE.told}</p>
      <button type="button" className={control.button} aria-expanded={isRunning} onClick={() => setRunning(!isRunning)}>
        {isRunning ? PRACTICE.discard : PRACTICE.run}
      </button>
      {isRunning ? (
        <Asked hasRequest id="practise" of={{ board, query: { period: kind } }}>
          {(practice) => <Practised practice={practice} />}
        </Asked>
      ) : null}
    </RoomPart>
  );
}

function Practised({ practice: { kind, from, players, madeUp, steps, payouts } }: { readonly practice: AnswerTo<'practise'> }) {
  const { locale, count } = useNumberFormat();
  return (
    <div className={styles.lit}>
      <p role="status">
        <strong>{PRACTICE.done}</strong> {PRACTICE.players(periodWords(kind, from, locale), players, count(players))}
        {madeUp.map((each) => PRACTICE.madeUp[each])}
      </p>
      <ol className={styles.steps}>
        {steps.map(({ state, at }) => (
          <li key={state}>
            <Moment at={at} isExact />: {PRACTICE.steps[state]}
          </li>
        ))}
      </ol>
      <DataTable
        rows={payouts}
        {...PRACTICE.payouts}
        columns={{
          player: ({ player: { displayName } }) => displayName,
          rank: ({ rank }) => ordinal(rank),
          prize: ({ prize }) => prize,
          state: () => PRACTICE.due,
        }}
      />
    </div>
  );
}
