import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useView } from '../../address/view-context.ts';
import { Countdown } from './countdown.tsx';
import { FinalTime } from './final-time.tsx';
import { isEmpty } from '../words/is-empty.ts';
import { isPresent } from '../words/is-present.ts';
import { momentWithin, periodName } from '../words/period-words.ts';
import { settledAt } from '../words/settled-at.ts';
import styles from './period-bar.module.css';

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
        <Past view={view} answeredAt={answeredAt} />
      )}
    </div>
  );
}

/** What of the past is shown, and the ways back: from a moment to the ranks its period ended with, and to the present. */
function Past({ view, answeredAt }: { readonly view: LiveBoardView; readonly answeredAt: number }) {
  const { board, period, later, moment, reach } = view;
  const hasFinal = moment !== null && later !== null && reach !== null;
  return (
    <div className={styles.past} data-long={hasFinal && period.kind !== 'daily' ? '' : undefined}>
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
        <PeriodLink at={settledAt(view)} name="Go to the final ranks">
          Final ranks
        </PeriodLink>
      ) : null}
      <PeriodLink at="" name="Back to now">
        Now
      </PeriodLink>
    </div>
  );
}

function Settled({ view, answeredAt }: { readonly view: LiveBoardView; readonly answeredAt: number }) {
  const { q } = useView().view;
  const { board, period, finalAt, reach } = view;
  const { several } = useUnitWords(board);
  if (reach === null) return `Before the first ${several}`;
  if (period.closed || period.end === null || finalAt === null) return 'Final ranks';
  return (
    <FinalTime
      end={Date.parse(period.end)}
      finalAt={Date.parse(finalAt)}
      timeZone={board.timeZone}
      several={several}
      // Nobody who is looked for says nothing of the others.
      played={q !== '' || !isEmpty(view)}
      answeredAt={answeredAt}
    />
  );
}

/** The links skip periods in which nobody had points, so their names also say which day they lead to. */
const EARLIER = { daily: 'Previous day', weekly: 'Previous week', monthly: 'Previous month', 'all-time': '' } as const;
const LATER = { daily: 'Next day', weekly: 'Next week', monthly: 'Next month', 'all-time': '' } as const;

function PeriodLink({ at, name, children }: { readonly at: string; readonly name: string; readonly children: ReactNode }) {
  const { view } = useView();
  const { pathname } = useLocation();
  return (
    <Link
      to={{ pathname, search: viewToSearch({ ...view, at, page: 1 }) }}
      aria-label={name}
      title={name}
      preventScrollReset
      className={`${control.link} ${styles.link}`}
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
