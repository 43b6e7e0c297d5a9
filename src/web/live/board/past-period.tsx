import { useView } from '../../address/view-context.ts';
import { useUnitWords } from '../../ui/number-format.ts';
import { useNow } from '../asking/use-now.ts';
import { BothClocks } from './both-clocks.tsx';
import { isEmpty, settledAt } from '../words/board-view.ts';
import { finalWords, provisionalWords, momentName } from '../words/time-words.ts';
import styles from './period-bar.module.css';
import { PeriodLink, type ShownPeriod } from './period-bar.tsx';
import { PAST } from '../words/board-words.ts';

/** Whether a past period is final, with links to its final ranks and to the present. An open replay shows the moment itself. */
export function PastPeriod({ view, answeredAt }: ShownPeriod) {
  const { period, later, moment, reach } = view;
  const hasFinal = moment !== null && later !== null && reach !== null;
  const isProvisional = period.state === 'provisional';
  return (
    <div className={`cluster small tabular ${styles.past}`}>
      {moment !== null && reach !== null ? null : (
        <p className={`muted strong ${styles.then}`}>
          <Settled view={view} answeredAt={answeredAt} />
        </p>
      )}
      {hasFinal ? (
        <PeriodLink at={settledAt(view)} name={isProvisional ? PAST.goToProvisional : PAST.goToFinal}>
          {isProvisional ? PAST.provisional : PAST.final}
        </PeriodLink>
      ) : null}
      <PeriodLink at="" name={PAST.backToNow}>
        {PAST.now}
      </PeriodLink>
    </div>
  );
}

function Settled({ view, answeredAt }: ShownPeriod) {
  const { period, countsUntil, finalAt, reach } = view;
  if (reach === null) return PAST.noGames[period.kind];
  if (period.closed || period.end === null || countsUntil === null || finalAt === null) return PAST.final;
  return <FinalTime view={view} answeredAt={answeredAt} />;
}

/** When a period's results become final, with a tooltip that has the time in both time zones. */
function FinalTime({ view, answeredAt }: ShownPeriod) {
  const { q } = useView().view;
  const { board, period } = view;
  const { timeZone } = board;
  const { several } = useUnitWords(board);
  const [end, countsUntil, finalAt] = [period.end, view.countsUntil, view.finalAt].map((at) => Date.parse(at!)) as [number, number, number];
  // An import or an operator may keep it open longer. A filter without matches is no evidence about the other players.
  if (useNow(answeredAt) >= finalAt) return q !== '' || !isEmpty(view) ? PAST.notYetFinal : PAST.noGames[period.kind];
  const isProvisional = period.state === 'provisional';
  const until = isProvisional ? finalAt : countsUntil;
  const there = isProvisional
    ? PAST.reviewed(several, `${momentName(until, timeZone)} (${timeZone})`)
    : PAST.stillCounts(several, `${momentName(until, timeZone)} (${timeZone})`);
  return (
    <BothClocks there={there} here={momentName(until)}>
      {(isProvisional ? provisionalWords : finalWords)(end, finalAt, timeZone)}
    </BothClocks>
  );
}
