import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import type { LiveBoardView } from '../../contract/page-answers.ts';
import { viewToSearch } from '../../contract/view.ts';
import { useView } from '../view/view-context.ts';
import { Countdown } from './countdown.tsx';
import { periodName } from './period-words.ts';
import styles from './period-bar.module.css';

/** Which period is shown, the ones beside it a click away, and when it ends or that it is over. */
export function PeriodBar({
  view: { board, period, earlier, later },
  answeredAt,
  children,
}: {
  readonly view: LiveBoardView;
  /** Epoch milliseconds. */
  readonly answeredAt: number;
  /** How true what is shown is; nothing is said of what is over. */
  readonly children: ReactNode;
}) {
  const past = later !== null;
  return (
    <div className={styles.bar} data-past={past ? '' : undefined}>
      <nav aria-label="Periods" className={styles.periods}>
        {earlier === null ? null : (
          <PeriodLink at={earlier} name={`${EARLIER[period.kind]}: ${earlier}`}>
            <Arrow d="M8 1L3 6l5 5" />
          </PeriodLink>
        )}
        <h2 className={styles.name}>{periodName(period, board.timeZone)}</h2>
        {past ? (
          <PeriodLink at={later} name={`${LATER[period.kind]}: ${later}`}>
            <Arrow d="M4 1l5 5-5 5" />
          </PeriodLink>
        ) : null}
        {past ? (
          <PeriodLink at="" name="Back to now">
            Now
          </PeriodLink>
        ) : null}
      </nav>
      {past ? (
        <p className={`${styles.end} ${styles.final}`}>{period.closed ? 'Final ranks' : 'Over, and about to be final'}</p>
      ) : period.end === null ? null : (
        <div className={styles.end}>
          <Countdown end={Date.parse(period.end)} timeZone={board.timeZone} answeredAt={answeredAt} />
        </div>
      )}
      {past ? null : children}
    </div>
  );
}

/** Periods in which nobody had points are passed over; the name says which day the link leads to. */
const EARLIER = { daily: 'The day before', weekly: 'The week before', monthly: 'The month before', 'all-time': '' } as const;
const LATER = { daily: 'The day after', weekly: 'The week after', monthly: 'The month after', 'all-time': '' } as const;

function PeriodLink({ at, name, children }: { readonly at: string; readonly name: string; readonly children: ReactNode }) {
  const { view } = useView();
  const { pathname } = useLocation();
  return (
    <Link
      to={{ pathname, search: viewToSearch({ ...view, at, page: 1 }) }}
      aria-label={name}
      title={name}
      preventScrollReset
      className={styles.link}
    >
      {children}
    </Link>
  );
}

function Arrow({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={d} />
    </svg>
  );
}
