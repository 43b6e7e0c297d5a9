import { type ReactNode, Fragment } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import control from '../../ui/control.module.css';
import { BothClocks } from './both-clocks.tsx';
import { useCountdown } from '../asking/use-now.ts';
import { Arrow, ViewLink } from '../links/view-link.tsx';
import { isPresent } from '../words/board-view.ts';
import { ONE_PERIOD } from '../words/rank-words.ts';
import { periodName, periodOfDay, momentName, timeLeft } from '../words/time-words.ts';
import { PastPeriod } from './loaded-parts.ts';
import styles from './period-bar.module.css';
import type { TimeMachineDoor } from './use-time-machine.ts';
import {
  CLOSE_REPLAY,
  OPEN_REPLAY,
  PERIODS,
  REPLAY,
  RESETTING,
  endsAt,
  nextPeriod,
  previousPeriod,
  resetsIn,
} from '../words/live-board-words.ts';

export interface ShownPeriod {
  readonly view: LiveBoardView;
  /** The time of the last answer, in epoch milliseconds; countdowns in HTML from a server start there. */
  readonly answeredAt: number;
}

interface PeriodBarProps extends ShownPeriod {
  /** The control that opens the time machine. */
  readonly replay: ReactNode;
  /** How up to date the board is; hidden for past periods. */
  readonly children: ReactNode;
}

/** The period shown, links to the adjacent ones, and when it ends or that it is over. */
export function PeriodBar({ view, answeredAt, replay, children }: PeriodBarProps) {
  const { board, period, earlier, later } = view;
  // The links skip periods without points, so their names include the target day.
  const one = ONE_PERIOD[period.kind];
  return (
    <div className={`line ${styles.bar}`}>
      <nav aria-label={PERIODS} className={`line ${styles.periods}`}>
        {earlier !== null ? (
          <PeriodLink at={earlier} name={previousPeriod(one, periodOfDay(period.kind, earlier))}>
            <Arrow to="earlier" />
          </PeriodLink>
        ) : period.end === null ? null : (
          // Reserves the space of the link until there is an earlier period.
          <span className={`pressable ${control.link} ${styles.link} ${styles.none}`}>
            <Arrow to="earlier" />
          </span>
        )}
        <h2 className={styles.name} data-short={periodName(period, board.timeZone, 'short')}>
          <span>{periodName(period, board.timeZone)}</span>
        </h2>
        {later === null ? null : (
          <PeriodLink at={later} name={nextPeriod(one, periodOfDay(period.kind, later))}>
            <Arrow to="later" />
          </PeriodLink>
        )}
      </nav>
      {replay}
      {isPresent(view) ? (
        <>
          {period.end === null ? null : (
            <div className={`small tabular ${styles.end}`}>
              <Countdown view={view} answeredAt={answeredAt} />
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

/** A link from a board to itself at another day or moment. */
export function PeriodLink({ at, name, children }: { readonly at: string; readonly name: string; readonly children: ReactNode }) {
  return (
    <ViewLink shown={{ at }} aria-label={name} title={name} className={`pressable muted strong pointed ${control.link} ${styles.link}`}>
      {children}
    </ViewLink>
  );
}

/** Opens and closes the time machine. Its space is reserved while there is nothing to replay. */
export function ReplayToggle({ isThere, door: { isOpen, open, close } }: { readonly isThere: boolean; readonly door: TimeMachineDoor }) {
  return (
    <button
      type="button"
      name="replay"
      hidden={!isThere}
      aria-label={REPLAY}
      aria-expanded={isOpen}
      title={isOpen ? CLOSE_REPLAY : OPEN_REPLAY}
      className={`pressable ${control.quiet} ${styles.toggle}`}
      onClick={isOpen ? close : open}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M2.5 5.5A6 6 0 1 1 2 8M2 1.5v4h4M8 4.5V8l2.5 2" />
      </svg>
      <span aria-hidden="true" className={styles.word}>
        {REPLAY}
      </span>
    </button>
  );
}

/** How long until the board resets. The tooltip has the time in the board's time zone and the visitor's. */
function Countdown({ view: { board, period }, answeredAt }: ShownPeriod) {
  const end = Date.parse(period.end!);
  const left = useCountdown(end, answeredAt);
  const shown = left <= 0 ? RESETTING : resetsIn(timeLeft(left));
  return (
    <BothClocks there={endsAt(momentName(end, board.timeZone), board.timeZone)} here={momentName(end)}>
      {/* Right-aligned text that changes also starts elsewhere: a new text node does not count as a layout shift. */}
      <Fragment key={shown}>{shown}</Fragment>
    </BothClocks>
  );
}
