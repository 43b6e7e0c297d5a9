import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { UnknownMoment, whenOf } from '../../../contract/when.ts';
import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { useNamedPages } from '../../site/header/site-pages.ts';
import styles from '../../site/instead.module.css';
import type { Missing, PageHead } from '../../site/page.ts';
import { WaysOn } from '../../site/ways-on.tsx';
import control from '../../ui/control.module.css';
import { HALL_PATH, kindSearch, parsePlayerPath } from '../links/addresses.ts';
import { KIND_NAMES } from '../words/rank-words.ts';

type NotThere = Exclude<Missing, { kind: 'page' }>;

export function head(what: NotThere): PageHead {
  return what.kind === 'period'
    ? { title: 'Period not found', description: 'Points are ranked by day, week, month and all time.' }
    : { title: 'Date not found', description: wordsOf(what) };
}

/** Takes the place of a page whose address names a period or a moment that it cannot show: says what is the matter, and links to what there is. */
export function Component({ what }: { readonly what: NotThere }) {
  const { pathname } = useLocation();
  const { view } = useView();
  const search = viewToSearch({ period: view.period, board: view.board });
  const isOfNow = what.kind === 'moment' && what.page === 'of now';
  return (
    <div className={`stack ${styles.page}`}>
      <h1 className={`condensed ${styles.code}`}>404</h1>
      <p className={styles.text}>{head(what).title}</p>
      <p className="muted anywhere">{wordsOf(what)}</p>
      {what.kind === 'period' ? <Periods /> : isOfNow ? <p className="muted">{ONLY_BOARDS}</p> : <OtherDay />}
      <Link to={{ pathname, search: viewToSearch({ ...view, at: '', page: 1 }) }} className={control.primary}>
        {isOfNow ? 'Open it without a date' : nowOf(pathname)}
      </Link>
      <p className="muted">Or try another page:</p>
      <WaysOn ways={useNamedPages().map(({ path, name }) => ({ to: { pathname: path, search }, name }))} />
    </div>
  );
}

const ONLY_BOARDS = 'You can look back on the boards, and at the events behind a rank.';

/** Leads to the same page on another day. */
function OtherDay() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { view } = useView();
  const [day, setDay] = useState('');
  return (
    <form
      className="cluster"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ pathname, search: viewToSearch({ ...view, at: day, page: 1 }) });
      }}
    >
      <label className="line">
        Go to a day
        <input type="date" name="day" required value={day} className={control.field} onChange={(event) => setDay(event.target.value)} />
      </label>
      <button type="submit" className={control.button}>
        Show standings
      </button>
    </form>
  );
}

/** The ways to the four that exist. */
function Periods() {
  const { pathname } = useLocation();
  const { view } = useView();
  const isPlayer = parsePlayerPath(pathname) !== undefined;
  return (
    <>
      <p className="muted">Choose one of these:</p>
      <WaysOn
        ways={PERIOD_KINDS.map((kind) => ({
          to: { pathname: isPlayer ? pathname : '/leaderboard', search: kindSearch(kind, { ...view, at: '' }) },
          name: KIND_NAMES[kind],
        }))}
      />
    </>
  );
}

/** What the page of a path shows without a date. */
function nowOf(pathname: string): string {
  if (pathname === HALL_PATH) return 'Hall of fame';
  return parsePlayerPath(pathname) === undefined ? 'Current board' : 'Current rank';
}

function wordsOf(what: NotThere): string {
  if (what.kind === 'period') return `There is no period called “${what.word}”.`;
  return what.page === 'of now' ? `This page shows only the present. It cannot show “${what.at}”.` : noMomentWords(what.at);
}

/** A day has begun everywhere this long after it has in UTC; which zone the board has is not known here. */
const BEGUN_EVERYWHERE_MS = DAY_MS;

/**
 * Why there is nothing at an `at`: it is no moment at all, the board's calendar has no such day (zones have skipped
 * some), or it is still to come at `now`, epoch milliseconds.
 */
export function noMomentWords(at: string, now = Date.now()): string {
  try {
    const when = whenOf(at);
    // A moment has come or has not; a day that has come everywhere is none.
    if (when.kind === 'day' && Date.parse(when.day) + BEGUN_EVERYWHERE_MS <= now)
      return `The day ${at} does not exist on the board’s calendar.`;
  } catch (error) {
    if (!(error instanceof UnknownMoment)) throw error;
    return `“${at}” is not a date or time.`;
  }
  return `${at} is in the future.`;
}
