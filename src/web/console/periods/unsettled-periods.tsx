import type { ApiUnsettled } from '../../../contract/operation/settlement-answers.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import cell from '../parts/cell-lines.module.css';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { PeriodLink } from './period-link.tsx';
import { PrizeList } from './prize-list.tsx';
import styles from './periods.module.css';
import { byNeed, SETTLING_WORDS } from './settling-words.ts';

type Unsettled = ApiUnsettled['periods'][number];

/** How often it is asked what is not final, in milliseconds. */
const EVERY_MS = 10_000;

/** What is not final yet, what each waits for, and what there is to do about it. */
export function UnsettledPeriods({ board }: { readonly board: string }) {
  const asked = { board };
  const unsettled = useQuestion('unsettled', asked, { everyMs: EVERY_MS });
  return (
    <RoomPart title="Not final yet">
      <ol className={styles.steps}>
        <li>A period goes on until its end. Then it takes, for the grace time, points that were on their way.</li>
        <li>If something can be won in it, it is under review: nothing new comes in, and you look at the results.</li>
        <li>It becomes final by itself, or when you say so. Its prizes are due then, under “Prizes won”.</li>
      </ol>
      <Answered question={unsettled}>
        {({ periods }) => (
          <>
            <p>
              <strong>{needWords(periods)}</strong>
            </p>
            <DataTable
              caption="Not final yet"
              rows={byNeed(periods)}
              keyOf={({ period, from }) => `${period.kind} ${from}`}
              none="Nothing is open."
              columns={[
                { head: 'Period', cell: ({ period, from }) => <PeriodLink board={board} kind={period.kind as EndingKind} from={from} /> },
                { head: 'State', cell: (each) => <StateCell of={each} /> },
                { head: 'Final', cell: ({ waitsFor, finalAt }) => (waitsFor === 'import' ? 'after the import' : <Moment at={finalAt} />) },
                { head: 'Prizes', cell: ({ prizes }) => <PrizeList prizes={prizes} /> },
                { head: 'Acts', cell: (each) => (each.waitsFor === 'review' ? <Settle board={board} of={each} /> : null) },
              ]}
            />
          </>
        )}
      </Answered>
      <RequestShown id="unsettled" asked={asked} />
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

function StateCell({ of: { period, waitsFor } }: { readonly of: Unsettled }) {
  const { state, todo } = SETTLING_WORDS[waitsFor];
  return (
    <div className={cell.lines}>
      <span>
        {state}
        {waitsFor === 'end' ? (
          <>
            {' '}
            until <Moment at={period.end!} />
          </>
        ) : null}
      </span>
      <span className={cell.more}>{todo}</span>
    </div>
  );
}

/** Makes a period under review final before its time. */
function Settle({ board, of: { period, from, finalAt } }: { readonly board: string; readonly of: Unsettled }) {
  const { locale } = useNumberFormat();
  const kind = period.kind as EndingKind;
  const name = periodWords(kind, from, locale);
  return (
    <div className={styles.act}>
      <ActDialog label="Make final now" title={`Make final now: ${name}`}>
        {(close) => (
          <ActForm
            act="settlePeriod"
            label="Make it final"
            isPreviewed
            asked={() => ({ board, body: { period: kind, date: from } })}
            done={`${name} is final. Its prizes are due, under “Prizes won”.`}
            onDone={close}
          >
            <p>
              It would become final by itself: <Moment at={finalAt} />. If you have looked at the results, end the review now. Its prizes
              are due at once, and this cannot be taken back.
            </p>
          </ActForm>
        )}
      </ActDialog>
    </div>
  );
}
