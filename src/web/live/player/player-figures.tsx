import type { ReactNode } from 'react';

import type { PlayerPage } from '../../../contract/player-answers.ts';
import { finishedKind } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { boardInAddress, kindSearch, whyPath } from '../links/addresses.ts';
import { RankChange } from '../words/marks/rank-change.tsx';
import { absenceWords, PRESENT, rankWords, resultWords, type PlaceInPeriod, type RankedPlace } from '../words/rank-words.ts';
import { calendarDay, minuteOfDay, monthWords, dayWords } from '../words/time-words.ts';
import { gapWords, PLAYER_WORDS, runWords, achievedWords } from './player-words.ts';
import styles from './player-figures.module.css';

type OnBoard = PlayerPage['on'];

interface FiguresProps {
  readonly page: PlayerPage;
  readonly on: OnBoard;
  readonly place: PlaceInPeriod;
}

/** A player's standing and achievements as large figures; a figure without a value has no tile. */
export function PlayerFigures({ page, on, place: { period, place } }: FiguresProps) {
  const { view } = useView();
  const format = useNumberFormat();
  const words = useUnitWords(on.board);
  const why = {
    pathname: whyPath(page.player.username),
    search: kindSearch(period.kind, { ...view, at: '', board: boardInAddress(on.board.name) }),
  };
  const present = PRESENT[period.kind];
  const last = resultWords(page.chosen, format);
  return (
    <>
      {place.kind === 'ranked' ? null : (
        <p className={`ground ${styles.absent}`}>
          {place.absence.reason === 'no-points' && period.kind !== 'all-time'
            ? PLAYER_WORDS.noneYet(words.several, present)
            : absenceWords(place.absence, words)}{' '}
          {last === '' ? null : `${last}. `}
          <Link to={why} className={styles.why} aria-label={`${PLAYER_WORDS.whyNone}, ${present}?`}>
            {PLAYER_WORDS.whyNone}?
          </Link>
        </p>
      )}
      <ul className={`rows ${styles.figures}`} aria-label={PLAYER_WORDS.figures}>
        {place.kind === 'absent' ? null : (
          <>
            <Figure figure={rankWords(place.rank, format)} mark={period.kind === 'all-time' ? null : <RankChange change={place.change} />}>
              {besideWords(page, place, words, format)}
            </Figure>
            <Figure figure={<Total words={words} total={place.points} />} length={words.figure(place.points).length}>
              {words.tag(place.points) === '' ? null : `${words.several} · `}
              <Link to={why} className={styles.why} aria-label={`${PLAYER_WORDS.why}, ${present}?`}>
                {PLAYER_WORDS.why}?
              </Link>
            </Figure>
          </>
        )}
        <Career page={page} on={on} />
      </ul>
    </>
  );
}

/** Wins in finished periods, and the player's current lead or streak. */
function Career({ page: { chosen }, on: { board, places } }: Pick<FiguresProps, 'page' | 'on'>) {
  const format = useNumberFormat();
  const kind = finishedKind(chosen.kind);
  const total = (of: 'periods' | 'wins' | 'podiums') => chosen.seasons.reduce((sum, season) => sum + season[of], 0);
  const [periods, wins, podiums] = [total('periods'), total('wins'), total('podiums')];
  const today = places.find(({ period }) => period.kind === 'daily')?.period.start;
  return (
    <>
      {periods === 0 ? null : (
        <Figure figure={format.count(wins || podiums || periods)}>{achievedWords(kind, { wins, podiums, periods }, format)}</Figure>
      )}
      {chosen.leadsSince !== null && today ? (
        <Lead since={Date.parse(chosen.leadsSince)} today={Date.parse(today)} timeZone={board.timeZone} />
      ) : chosen.run === null ? null : (
        <Figure figure={format.count(chosen.run.length)}>{runWords(kind, chosen.run)}</Figure>
      )}
    </>
  );
}

/** About a month. */
const MONTH_DAYS = 30.44;

/** How long a lead has lasted, in months or days, or its time if it began today. Epoch milliseconds; `today`: the start of the day. */
function Lead({ since, today, timeZone }: { readonly since: number; readonly today: number; readonly timeZone: string }) {
  const format = useNumberFormat();
  const days = Math.ceil((today - since) / DAY_MS);
  if (days <= 0) return <Figure figure={minuteOfDay(since, timeZone)}>{PLAYER_WORDS.leadsSinceTime}</Figure>;
  const months = Math.floor(days / MONTH_DAYS);
  const day = calendarDay(since, timeZone);
  return months < 3 ? (
    <Figure figure={format.count(days)}>{PLAYER_WORDS.daysInLead(days === 1, dayWords(day))}</Figure>
  ) : (
    <Figure figure={format.count(months)}>{PLAYER_WORDS.monthsInLead(monthWords(day))}</Figure>
  );
}

interface FigureProps {
  readonly figure: ReactNode;
  /** The length of the figure in characters, if it may be too long for a tile. */
  readonly length?: number;
  readonly mark?: ReactNode;
  /** The unit of the figure. */
  readonly children: ReactNode;
}

function Figure({ figure, length = 0, mark, children }: FigureProps) {
  return (
    <li className={styles.figure}>
      <p className="cluster">
        <strong className={`condensed tabular ${styles.value}`} data-length={length > 12 ? 'huge' : length > 6 ? 'long' : undefined}>
          {figure}
        </strong>
        {mark}
      </p>
      <p className="muted small anywhere">{children}</p>
    </li>
  );
}

/** The adjacent player, and the gap: "1,386 ahead of Max Verstappen · of 84". */
function besideWords(
  { player, chosen: { neighbours } }: PlayerPage,
  { rank, points, total }: RankedPlace,
  words: ReturnType<typeof useUnitWords>,
  format: ReturnType<typeof useNumberFormat>,
): string {
  const of = `of ${format.count(total)}`;
  const beside = neighbours.find((one) => one.rank === (rank === 1 ? 2 : rank - 1) && one.player.id !== player.username);
  if (beside === undefined) return of;
  const apart = Math.abs(points - beside.points);
  const name = isolated(beside.player.name);
  if (apart === 0) return `tied with ${name} · ${of}`;
  return `${gapWords(apart, rank === 1 ? 'above' : 'below', words)} ${rank === 1 ? `of ${name}` : name} · ${of}`;
}
