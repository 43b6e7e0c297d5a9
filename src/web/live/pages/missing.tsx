import type { SubmitEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { UnknownMoment, whenOf } from '../../../contract/when.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { NotFound } from '../../site/not-found.tsx';
import styles from '../../site/instead.module.css';
import type { Missing, PageHead } from '../../site/page.ts';
import { WaysOn } from '../../site/ways-on.tsx';
import control from '../../ui/control.module.css';
import { HALL_PATH, kindSearch, parsePlayerPath } from '../links/addresses.ts';
import { KIND_NAMES } from '../words/rank-words.ts';
import { MISSING } from './page-words.ts';

type NotThere = Exclude<Missing, { kind: 'page' }>;

export function head(what: NotThere): PageHead {
  return what.kind === 'period'
    ? { title: MISSING.noPeriod, description: MISSING.periods }
    : { title: MISSING.noDate, description: wordsOf(what) };
}

/** Shown instead of a page whose URL names a period or moment it cannot show: explains why, and links to available ones. */
export function Component({ what }: { readonly what: NotThere }) {
  const { pathname } = useLocation();
  const { view } = useView();
  const isOfNow = what.kind === 'moment' && what.page === 'of now';
  return (
    <NotFound text={head(what).title} hint={wordsOf(what)}>
      {what.kind === 'period' ? <Periods /> : isOfNow ? <p className="muted">{MISSING.onlyBoards}</p> : <DatePicker />}
      <Link to={{ pathname, search: viewToSearch({ ...view, at: '', page: 1 }) }} className={control.button}>
        {isOfNow ? MISSING.withoutDate : nowOf(pathname)}
      </Link>
    </NotFound>
  );
}

function DatePicker() {
  const { pathname } = useLocation();
  const { view } = useView();
  const navigate = useNavigate();
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = new FormData(event.currentTarget).get('at') as string;
    void navigate({ pathname, search: viewToSearch({ ...view, at, page: 1 }) });
  };
  return (
    <form className={`cluster ${styles.find}`} onSubmit={go}>
      <label className="muted">
        {MISSING.chooseDay} <input type="date" name="at" required className={`${control.field} ${styles.date}`} />
      </label>
      <button type="submit" className={control.button}>
        {MISSING.goToDay}
      </button>
    </form>
  );
}

function Periods() {
  const { pathname } = useLocation();
  const { view } = useView();
  const isPlayer = parsePlayerPath(pathname) !== undefined;
  return (
    <>
      <p className="muted">{MISSING.chooseOne}</p>
      <WaysOn
        ways={PERIOD_KINDS.map((kind) => ({
          to: { pathname: isPlayer ? pathname : '/leaderboard', search: kindSearch(kind, { ...view, at: '' }) },
          name: KIND_NAMES[kind],
        }))}
      />
    </>
  );
}

function nowOf(pathname: string): string {
  if (pathname === HALL_PATH) return MISSING.openHall;
  return parsePlayerPath(pathname) === undefined ? MISSING.openBoard : MISSING.openRank;
}

function wordsOf(what: NotThere): string {
  if (what.kind === 'period') return MISSING.noPeriodCalled(what.word);
  return what.page === 'of now' ? MISSING.presentOnly(what.at) : noMomentWords(what.at);
}

/** A day has begun in every time zone this long after it has in UTC; the board's zone is unknown here. */
const BEGUN_EVERYWHERE_MS = DAY_MS;

/**
 * Why there is nothing at an `at`: it is not a moment, the board's calendar skips that day (some zones did), or it is in the future at
 * `now`, epoch milliseconds.
 */
export function noMomentWords(at: string, now = Date.now()): string {
  try {
    const when = whenOf(at);
    if (when.kind === 'day' && Date.parse(when.day) + BEGUN_EVERYWHERE_MS <= now) return MISSING.notOnCalendar(at);
  } catch (error) {
    if (!(error instanceof UnknownMoment)) throw error;
    return MISSING.notATime(at);
  }
  return MISSING.inFuture(at);
}
