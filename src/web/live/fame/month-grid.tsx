import type { KeyboardEvent } from 'react';

import type { HallOfFame } from '../../../contract/page-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { useUnitWords } from '../../ui/number-format.ts';
import { kindSearch } from '../links/addresses.ts';
import { momentParts } from '../words/time-words.ts';
import { HALL, stretchName } from './hall-words.ts';
import styles from './month-grid.module.css';

const DAYS_OF_WEEK = 7;

/** A month as a calendar grid: each day with a winner links to its board. */
export function MonthGrid({ hall: { board, from, today, winners } }: { readonly hall: HallOfFame }) {
  const won = new Map(winners.map((each) => [each.day, each]));
  const weeks = weeksOf(from, board.weekStart);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the links in it
    <table className={`tabular ${styles.month}`} onKeyDown={moveAmongDays}>
      <caption className="visually-hidden">{HALL.dayByDay(stretchName('daily', from))}</caption>
      <thead>
        <tr>
          {weeks[1]!.map((day) => {
            const { weekday } = momentParts(Date.parse(day!), 'UTC', 'long');
            return (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 3)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, i) => (
              <td
                // oxlint-disable-next-line react/no-array-index-key -- a place in the week
                key={i}
                aria-current={day === today ? 'date' : undefined}
                data-won={won.has(day ?? '') ? '' : undefined}
              >
                {day === undefined ? null : <Day day={day} won={won.get(day)} board={board} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly day: string;
  readonly won: HallOfFame['winners'][number] | undefined;
  readonly board: HallOfFame['board'];
}

function Day({ day, won, board }: DayProps) {
  const { words } = useUnitWords(board);
  const { view } = useView();
  const number = Number(day.slice(8));
  if (won === undefined) return <span className={`small faint ${styles.none}`}>{number}</span>;
  const { player, points } = won.places[0]!;
  return (
    <Link
      to={{ pathname: '/leaderboard', search: kindSearch('daily', { ...view, at: day }) }}
      title={`${isolated(player.name)}, ${words(points)}`}
      className={`small bold pointed ${styles.day}`}
    >
      <span>{number}</span>
      <Bib id={player.id} name={player.name} avatar={player.avatar} size="row" />
      <bdi className={`name ${styles.winner}`}>{player.name}</bdi>
    </Link>
  );
}

/** The days (YYYY-MM-DD) of the month that begins on a day, in weeks; `undefined` for days of the adjacent months. */
function weeksOf(from: string, weekStart: number): readonly (readonly (string | undefined)[])[] {
  const first = Date.parse(from);
  const month = new Date(first).getUTCMonth();
  const into = (new Date(first).getUTCDay() - weekStart + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const day = (i: number) => {
    const date = new Date(first + (i - into) * DAY_MS);
    return date.getUTCMonth() === month ? date.toISOString().slice(0, 10) : undefined;
  };
  const weeks = Array.from({ length: 6 }, (_, week) => Array.from({ length: DAYS_OF_WEEK }, (__, i) => day(DAYS_OF_WEEK * week + i)));
  return weeks.filter((week) => week.some((each) => each !== undefined));
}

/** Moves the focus between days with a winner by arrow key: within a week, or to the closest day in a week above or below. */
function moveAmongDays(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const from = links.indexOf(event.target as HTMLElement);
  if (from === -1) return;
  event.preventDefault();
  if (Math.abs(step) === 1) return links[from + step]?.focus();
  const [row, column] = placeOf(links[from]!);
  const beyond = links.filter((link) => Math.sign(placeOf(link)[0] - row) === Math.sign(step));
  const distance = (link: HTMLElement) => Math.abs(placeOf(link)[0] - row) * DAYS_OF_WEEK + Math.abs(placeOf(link)[1] - column);
  beyond.toSorted((a, b) => distance(a) - distance(b))[0]?.focus();
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -DAYS_OF_WEEK, ArrowDown: DAYS_OF_WEEK };

function placeOf(link: HTMLElement): readonly [row: number, column: number] {
  const cell = link.closest('td')!;
  return [(cell.parentElement as HTMLTableRowElement).rowIndex, cell.cellIndex];
}
