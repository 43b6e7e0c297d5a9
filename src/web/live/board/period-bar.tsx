import type { ReactNode } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { Countdown } from './moving/countdown.tsx';
import { isPresent } from '../words/board-view.ts';
import control from '../../ui/control.module.css';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { periodName } from '../words/time-words.ts';
import styles from './period-bar.module.css';
import { PeriodLink } from './period-link.tsx';

/** What is said of a period that is over, or of a moment: most visits see only the present. */
export const PastPeriod = onDemand(() => import('./past-period.tsx'), 'PastPeriod');

/** Which period is shown, the ones beside it a click away, and when it ends or that it is over. */
export function PeriodBar({
  view,
  answeredAt,
  replay,
  children,
}: {
  readonly view: LiveBoardView;
  /** Epoch milliseconds. */
  readonly answeredAt: number;
  /** What opens the time machine. */
  readonly replay: ReactNode;
  /** How true what is shown is; nothing is said of what is over. */
  readonly children: ReactNode;
}) {
  const { board, period, earlier, later } = view;
  return (
    <div className={styles.bar}>
      <nav aria-label="Periods" className={styles.periods}>
        {earlier !== null ? (
          <PeriodLink at={earlier} name={`${EARLIER[period.kind]}: ${earlier}`}>
            <Arrow d="M8 1L3 6l5 5" />
          </PeriodLink>
        ) : period.end === null ? null : (
          // The room of the way there is kept for when there is one.
          <span className={`${control.link} ${styles.link} ${styles.none}`}>
            <Arrow d="M8 1L3 6l5 5" />
          </span>
        )}
        <h2 className={styles.name} data-short={periodName(period, board.timeZone, 'short')}>
          <span>{periodName(period, board.timeZone)}</span>
        </h2>
        {later === null ? null : (
          <PeriodLink at={later} name={`${LATER[period.kind]}: ${later}`}>
            <Arrow d="M4 1l5 5-5 5" />
          </PeriodLink>
        )}
      </nav>
      {replay}
      {isPresent(view) ? (
        <>
          {period.end === null ? null : (
            <div className={styles.end}>
              <Countdown end={Date.parse(period.end)} timeZone={board.timeZone} answeredAt={answeredAt} />
            </div>
          )}
          {children}
        </>
      ) : (
        <PastPeriod view={view} answeredAt={answeredAt} />
      )}
    </div>
  );
}

/** The links skip periods in which nobody had points, so their names also say which day they lead to. */
const EARLIER = { daily: 'Previous day', weekly: 'Previous week', monthly: 'Previous month', 'all-time': '' } as const;
const LATER = { daily: 'Next day', weekly: 'Next week', monthly: 'Next month', 'all-time': '' } as const;

function Arrow({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={d} />
    </svg>
  );
}
