import type { ApiUnsettled } from '../../../contract/operation/settlement-answers.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Act } from '../parts/act.tsx';
import styles from '../parts/console.module.css';
import { Lines, List } from '../parts/list.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { PeriodLink } from './period-link.tsx';
import { PrizeList } from './rehearsal.tsx';
import { byNeed, SETTLING_WORDS } from './settling-words.ts';

type Unsettled = ApiUnsettled['periods'][number];

/** How often it is asked what is not final, in milliseconds. */
const EVERY_MS = 10_000;

/** What is not final yet, what each waits for, and what there is to do about it. */
export function UnsettledPeriods({ board }: { readonly board: string }) {
  return (
    <RoomPart title="Not final yet">
      <ol className={`${styles.steps} ${styles.told}`}>
        <li>A period goes on until its end. Then it takes, for the grace time, points that were on their way.</li>
        <li>If something can be won in it, it is under review: nothing new comes in, and you look at the results.</li>
        <li>It becomes final by itself, or when you say so. Its prizes are due then, under “Prizes won”.</li>
      </ol>
      <List
        id="unsettled"
        asked={{ board }}
        everyMs={EVERY_MS}
        caption="Not final yet"
        above={({ periods }) => (
          <p>
            <strong>{needWords(periods)}</strong>
          </p>
        )}
        rows={({ periods }) => byNeed(periods)}
        keyOf={({ period, from }) => `${period.kind} ${from}`}
        none="Nothing is open."
        columns={[
          { head: 'Period', cell: ({ period, from }) => <PeriodLink board={board} kind={period.kind as EndingKind} from={from} /> },
          {
            head: 'State',
            cell: ({ period, waitsFor }) => (
              <Lines more={SETTLING_WORDS[waitsFor].todo}>
                {SETTLING_WORDS[waitsFor].state}
                {waitsFor === 'end' ? (
                  <>
                    {' '}
                    until <Moment at={period.end!} />
                  </>
                ) : null}
              </Lines>
            ),
          },
          { head: 'Final', cell: ({ waitsFor, finalAt }) => (waitsFor === 'import' ? 'after the import' : <Moment at={finalAt} />) },
          { head: 'Prizes', cell: ({ prizes }) => (prizes.length === 0 ? 'None' : <PrizeList prizes={prizes} />) },
          { head: 'Acts', cell: (each) => (each.waitsFor === 'review' ? <Settle board={board} of={each} /> : null) },
        ]}
      />
    </RoomPart>
  );
}

function needWords(periods: readonly Unsettled[]): string {
  const reviewed = periods.filter(({ waitsFor }) => waitsFor === 'review').length;
  if (reviewed === 0) return 'Nothing waits for you.';
  return reviewed === 1
    ? 'One period is under review: look at its results.'
    : `${reviewed} periods are under review: look at their results.`;
}

/** Makes a period under review final before its time. */
function Settle({ board, of: { period, from, finalAt } }: { readonly board: string; readonly of: Unsettled }) {
  const { locale } = useNumberFormat();
  const kind = period.kind as EndingKind;
  const name = periodWords(kind, from, locale);
  return (
    <Act
      act="settlePeriod"
      opens="Make final now"
      look="button"
      title={`Make final now: ${name}`}
      label="Make it final"
      isPreviewed
      asked={() => ({ board, body: { period: kind, date: from } })}
      done={`${name} is final. Its prizes are due, under “Prizes won”.`}
    >
      <p>
        It would become final by itself: <Moment at={finalAt} />. If you have looked at the results, end the review now. Its prizes are due
        at once, and this cannot be taken back.
      </p>
    </Act>
  );
}
