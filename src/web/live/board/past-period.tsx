import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useView } from '../../address/view-context.ts';
import { Hint } from '../../ui/floating/hint.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useInBrowser } from '../asking/in-browser.ts';
import { useNow } from '../asking/use-now.ts';
import { isEmpty, settledAt } from '../words/board-view.ts';
import { momentWithin, finalWords, provisionalWords, momentName } from '../words/time-words.ts';
import styles from './period-bar.module.css';
import { PeriodLink } from './period-bar.tsx';

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
    <div className={`cluster small ${styles.past}`} data-long={hasFinal && period.kind !== 'daily' ? '' : undefined}>
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

interface FinalTimeProps {
  /** When the period ended, until when it takes points, and when its results become final, epoch milliseconds. */
  readonly end: number;
  readonly countsUntil: number;
  readonly finalAt: number;
  readonly isProvisional: boolean;
  readonly timeZone: string;
  /** What is counted, as inside a sentence. */
  readonly several: string;
  /** Whether anybody had any: otherwise there is nothing to become final. */
  readonly played: boolean;
  /** When the board was answered last: HTML from a server counts from there. */
  readonly answeredAt: number;
}

/** When the results of a period that is over become final. Its tooltip says it on the board's clock, and on the visitor's. */
function FinalTime({ end, countsUntil, finalAt, isProvisional, timeZone, several, played, answeredAt }: FinalTimeProps) {
  const isRead = useInBrowser();
  // Something may hold it open for longer: an import, or an operator who mends it.
  if (useNow(answeredAt) >= finalAt) return played ? 'Ended, not yet final' : `Ended without ${several}`;
  const until = isProvisional ? finalAt : countsUntil;
  const there = isProvisional
    ? `No more ${several} count. Until ${momentName(until, timeZone)} (${timeZone}) the results are reviewed, and places may still change.`
    : `Until ${momentName(until, timeZone)} (${timeZone}) ${several} that were on their way still count.`;
  return (
    <Hint text={isRead ? `${there} In your time zone: ${momentName(until)}.` : there}>
      {(isProvisional ? provisionalWords : finalWords)(end, finalAt, timeZone)}
    </Hint>
  );
}
