import type { EndingKind } from '../../../domain/calendar.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { useBoards } from '../asking/use-question.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import styles from '../parts/console.module.css';
import { Lines } from '../parts/table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTotal } from '../parts/words/of-board.tsx';
import { PERIOD_NOUNS, periodWords } from '../parts/words/period-words.ts';
import { PrizeList } from './rehearsal.tsx';
import { byNeed, CLOSED, SETTLING_WORDS, UNSETTLED } from './periods-words.ts';

const EVERY_MS = 10_000;

/** Periods that are not final yet, what each waits for, and the available actions. */
export function UnsettledPeriods({ board }: { readonly board: string }) {
  const { locale } = useNumberFormat();
  return (
    <List
      id="unsettled"
      asked={{ board }}
      everyMs={EVERY_MS}
      above={({ periods }) => (
        <>
          <ol className={`${styles.steps} ${styles.told}`}>
            {UNSETTLED.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>
            <strong>{UNSETTLED.need(periods.filter(({ waitsFor }) => waitsFor === 'review').length)}</strong>
          </p>
        </>
      )}
      rows={({ periods }) => byNeed(periods)}
      keyOf={({ period, from }) => `${period.kind} ${from}`}
      {...UNSETTLED}
      columns={{
        period: ({ period, from }) => <PeriodLink board={board} kind={period.kind as EndingKind} from={from} />,
        status: ({ period, waitsFor }) => (
          <Lines more={SETTLING_WORDS[waitsFor].todo}>
            {SETTLING_WORDS[waitsFor].state}
            {waitsFor === 'end' ? (
              <>
                {' '}
                {UNSETTLED.until} <Moment at={period.end} isExact />
              </>
            ) : null}
          </Lines>
        ),
        final: { line: ({ waitsFor, finalAt }) => (waitsFor === 'import' ? UNSETTLED.afterImport : <Moment at={finalAt} isExact />) },
        prizes: ({ prizes }) => (prizes.length === 0 ? UNSETTLED.noPrizes : <PrizeList prizes={prizes} />),
        actions: ({ period: { kind }, from, waitsFor, finalAt }) =>
          waitsFor === 'review' ? (
            <Act
              act="settlePeriod"
              {...UNSETTLED.settle(periodWords(kind as EndingKind, from, locale))}
              look="button"
              on={{ board }}
              says={{ period: kind as EndingKind, date: from }}
              told={[UNSETTLED.settleTold[0], <Moment key="at" at={finalAt} />, UNSETTLED.settleTold[1]]}
            />
          ) : null,
      }}
    />
  );
}

/** The winners of closed periods. Only the latest can be reopened. */
export function ClosedPeriods({ board, kind }: { readonly board: string; readonly kind: EndingKind }) {
  const { count, locale } = useNumberFormat();
  const before = useAddress().narrowed(['before']);
  return (
    <List
      id="winners"
      asked={{ board, query: { period: kind, ...before } }}
      {...CLOSED}
      rows={({ winners }) => winners.map((each, i) => ({ ...each, isLatest: i === 0 && before.before === undefined }))}
      keyOf={({ day }) => day}
      none={CLOSED.none(PERIOD_NOUNS[kind])}
      columns={{
        period: ({ day }) => <PeriodLink board={board} kind={kind} from={day} />,
        podium: ({ places }) => (
          <ul className={styles.tight}>
            {places.map(({ rank, points, player }) => (
              <li key={rank}>
                {ordinal(rank)} {player.name}, <BoardTotal board={board} total={points} />
              </li>
            ))}
          </ul>
        ),
        ranked: { number: ({ total }) => count(total) },
        actions: ({ day, isLatest }) =>
          isLatest ? (
            <Act
              act="reopenPeriod"
              {...CLOSED.reopen(periodWords(kind, day, locale))}
              on={{ board }}
              says={{ period: kind, date: day }}
              told={CLOSED.reopenTold}
              fields={CLOSED.reopenFields}
            />
          ) : null,
      }}
    />
  );
}

interface PeriodLinkProps {
  readonly board: string;
  readonly kind: EndingKind;
  /** Its first day, YYYY-MM-DD. */
  readonly from: string;
}

function PeriodLink({ board, kind, from }: PeriodLinkProps) {
  const { locale } = useNumberFormat();
  const isShown = useBoards().some(({ name, visibility }) => name === board && visibility === 'public');
  const words = periodWords(kind, from, locale);
  return isShown ? <a href={resultsAddress(board, kind, from)}>{words}</a> : words;
}

/** The public page of a board's period, by its first day, YYYY-MM-DD. */
export function resultsAddress(board: string, kind: EndingKind, from: string): string {
  const shown = kind === 'monthly' ? { mode: kind } : { period: kind };
  return `${kind === 'monthly' ? '/leaderboard' : '/'}?${new URLSearchParams({ board, ...shown, at: from })}`;
}
