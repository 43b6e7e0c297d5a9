import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useView } from '../../address/view-context.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { isEmpty, settledAt } from '../words/board-view.ts';
import { momentWithin } from '../words/time-words.ts';
import { FinalTime } from './final-time.tsx';
import styles from './period-bar.module.css';
import { PeriodLink } from './period-link.tsx';

export interface PastPeriodProps {
  readonly view: LiveBoardView;
  /** Epoch milliseconds. */
  readonly answeredAt: number;
}

/** What of the past is shown, and the ways back: from a moment to the ranks its period ended with, and to the present. */
export function PastPeriod({ view, answeredAt }: PastPeriodProps) {
  const { board, period, later, moment, reach } = view;
  const hasFinal = moment !== null && later !== null && reach !== null;
  const isProvisional = period.state === 'provisional';
  return (
    <div className={`cluster ${styles.past}`} data-long={hasFinal && period.kind !== 'daily' ? '' : undefined}>
      <p className={styles.then}>
        {moment === null ? (
          <Settled view={view} answeredAt={answeredAt} />
        ) : (
          <>
            As it stood <span className={styles.when}>{momentWithin(period.kind, Date.parse(moment), board.timeZone)}</span>
          </>
        )}
      </p>
      {hasFinal ? (
        <PeriodLink at={settledAt(view)} name={`Go to the ${isProvisional ? 'provisional' : 'final'} ranks`}>
          {isProvisional ? 'Provisional ranks' : 'Final ranks'}
        </PeriodLink>
      ) : null}
      <PeriodLink at="" name="Back to now">
        Now
      </PeriodLink>
    </div>
  );
}

function Settled({ view, answeredAt }: PastPeriodProps) {
  const { q } = useView().view;
  const { board, period, countsUntil, finalAt, reach } = view;
  const { several } = useUnitWords(board);
  if (reach === null) return `Before the first ${several}`;
  if (period.closed || period.end === null || countsUntil === null || finalAt === null) return 'Final ranks';
  return (
    <FinalTime
      end={Date.parse(period.end)}
      countsUntil={Date.parse(countsUntil)}
      finalAt={Date.parse(finalAt)}
      isProvisional={period.state === 'provisional'}
      timeZone={board.timeZone}
      several={several}
      // Nobody who is looked for says nothing of the others.
      played={q !== '' || !isEmpty(view)}
      answeredAt={answeredAt}
    />
  );
}
