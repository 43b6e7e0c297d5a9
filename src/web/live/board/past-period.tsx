import { useView } from '../../address/view-context.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useNow } from '../asking/use-now.ts';
import { BothClocks } from './both-clocks.tsx';
import { isEmpty, settledAt } from '../words/board-view.ts';
import { momentWithin, finalWords, provisionalWords, momentName } from '../words/time-words.ts';
import styles from './period-bar.module.css';
import { PeriodLink, type ShownPeriod } from './period-bar.tsx';

/** What of the past is shown, and the ways back: from a moment to the ranks its period ended with, and to the present. */
export function PastPeriod({ view, answeredAt }: ShownPeriod) {
  const { board, period, later, moment, reach } = view;
  const hasFinal = moment !== null && later !== null && reach !== null;
  const isProvisional = period.state === 'provisional';
  return (
    <div className={`cluster small tabular ${styles.past}`}>
      <p className={`muted strong ${styles.then}`}>
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

function Settled({ view, answeredAt }: ShownPeriod) {
  const { board, period, countsUntil, finalAt, reach } = view;
  const { several } = useUnitWords(board);
  if (reach === null) return `Before the first ${several}`;
  if (period.closed || period.end === null || countsUntil === null || finalAt === null) return 'Final ranks';
  return <FinalTime view={view} answeredAt={answeredAt} />;
}

/** When the results of a period that is over become final. Its tooltip says it on the board's clock, and on the visitor's. */
function FinalTime({ view, answeredAt }: ShownPeriod) {
  const { q } = useView().view;
  const { board, period } = view;
  const { timeZone } = board;
  const { several } = useUnitWords(board);
  const [end, countsUntil, finalAt] = [period.end, view.countsUntil, view.finalAt].map((at) => Date.parse(at!)) as [number, number, number];
  // Something may hold it open for longer: an import, or an operator who mends it. Nobody who is looked for says nothing of the others.
  if (useNow(answeredAt) >= finalAt) return q !== '' || !isEmpty(view) ? 'Ended, not yet final' : `Ended without ${several}`;
  const isProvisional = period.state === 'provisional';
  const until = isProvisional ? finalAt : countsUntil;
  const there = isProvisional
    ? `No more ${several} count. Until ${momentName(until, timeZone)} (${timeZone}) the results are reviewed, and places may still change.`
    : `Until ${momentName(until, timeZone)} (${timeZone}) ${several} that were on their way still count.`;
  return (
    <BothClocks there={there} here={momentName(until)}>
      {(isProvisional ? provisionalWords : finalWords)(end, finalAt, timeZone)}
    </BothClocks>
  );
}
