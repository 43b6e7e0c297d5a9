import { useId, useState } from 'react';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerHistory, PlayerPage } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { rankGroups } from '../../../domain/history/rank-groups.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { RankChart } from '../charts/rank-chart.tsx';
import { calendarScale, slotScale } from '../charts/time-axis.tsx';
import { countWords } from '../words/count-words.ts';
import { dayWords, monthWords, weekdayWords, pastPeriodWords } from '../words/time-words.ts';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';
import styles from './player.module.css';

/** How many days of activity are shown. */
const DAYS = 91;

interface PastChartsProps {
  readonly chosen: PlayerPage['chosen'];
  readonly board: ApiBoard;
  readonly question: PlayerQuestion;
  /** On the board's calendar, YYYY-MM-DD. */
  readonly today: string;
}

/** How a player did in the periods that are over, and what they won on each of the last days where the periods are longer, if anything. */
export function PastCharts({ chosen, board, question, today }: PastChartsProps) {
  const { kind, groups, history } = chosen;
  const { several } = useUnitWords(board);
  return (
    <div className="stack rows">
      {kind === 'all-time' ? (
        chosen.days.length === 0 && (
          <p className={`muted ${styles.none}`}>
            No {several} in the last {DAYS} days.
          </p>
        )
      ) : history.length === 0 ? (
        <p className={`muted ${styles.none}`}>
          Charts appear once the first {ONE_PERIOD[kind]} with {several} is final.
        </p>
      ) : groups.length === 0 ? (
        <PeriodCharts kind={kind} board={board} history={history} of="" />
      ) : (
        <SeasonCharts key={`${board.name} ${kind}`} kind={kind} groups={groups} history={history} board={board} question={question} />
      )}
      {kind === 'daily' ? null : <Activity days={chosen.days} board={board} today={today} />}
    </div>
  );
}

function Activity({ days, board, today }: Pick<PastChartsProps, 'board' | 'today'> & Pick<PlayerPage['chosen'], 'days'>) {
  const words = useUnitWords(board);
  if (days.length === 0) return null;
  const won = new Map(days.map(({ day, points }) => [day, points]));
  const all = Array.from({ length: DAYS }, (_, i) => new Date(Date.parse(today) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));
  const values = all.map((day) => won.get(day) ?? 0);
  return (
    <BarChart
      title={`${words.head} per day, last ${DAYS} days`}
      whenMost={(i) => `on ${dayWords(all[i]!)}`}
      days={all}
      time={calendarScale(all, board.weekStart)}
      values={values}
      valueWords={words.brief}
      words={(i) => `${weekdayWords(all[i]!)}: ${values[i] === 0 ? `no ${words.several}` : words.words(values[i]!)}`}
      table={{ head: ['Day', words.head], rows: days.toReversed().map(({ day, points }) => [weekdayWords(day), words.figure(points)]) }}
    />
  );
}

/** How far periods of a kind lie apart at most, in days. */
const STEP = { daily: 1, weekly: 7, monthly: 31, 'all-time': 1 } as const;

interface PeriodChartsProps {
  readonly kind: PeriodKind;
  readonly board: ApiBoard;
  /** Oldest first, at least one. */
  readonly history: PlayerHistory['history'];
  /** Which year or month they are of, where there are others; `''` where these are all. */
  readonly of: string;
}

/** Rank and points of a player in each of some periods that are over. */
function PeriodCharts({ kind, board, history, of }: PeriodChartsProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const one = ONE_PERIOD[kind];
  const days = history.map(({ day }) => day);
  const name = (day: string) => (kind === 'daily' ? weekdayWords(day) : kind === 'weekly' ? `Week of ${dayWords(day)}` : monthWords(day));
  const wins = history.filter(({ rank }) => rank === 1).length;
  const shared = {
    days,
    time: calendarScale(days, board.weekStart),
    table: {
      head: [one.replace(/^./, (letter) => letter.toUpperCase()), 'Rank', 'Players', words.head],
      rows: history
        .toReversed()
        .map(({ day, rank, total, points }) => [name(day), rankWords(rank, format), format.count(total), words.figure(points)]),
    },
  };
  const title = (what: string) => (of === '' ? `${what} each ${one}` : `${what} each ${one}, ${of}`);
  return (
    <>
      <RankChart
        {...shared}
        title={title('Rank')}
        about={wins === 0 ? countWords(days.length, one, format) : `Won ${format.count(wins)} of ${countWords(days.length, one, format)}`}
        values={history.map(({ rank }) => rank)}
        step={STEP[kind]}
        words={(i) => `${name(days[i]!)}: ${rankWords(history[i]!.rank, format)} of ${format.count(history[i]!.total)}`}
      />
      <BarChart
        {...shared}
        title={title(words.head)}
        whenMost={(i) => pastPeriodWords(kind, days[i]!)}
        values={history.map(({ points }) => points)}
        valueWords={words.brief}
        words={(i) => `${name(days[i]!)}: ${words.words(history[i]!.points)}`}
      />
    </>
  );
}

interface SeasonChartsProps extends Omit<PeriodChartsProps, 'of'> {
  readonly groups: readonly PlayerPage['chosen']['groups'][number][];
  readonly question: PlayerQuestion;
  /** The year that all of it is of, whose periods are the history; where there is none, that is of the newest, and the others are asked for. */
  readonly year?: string;
}

/** Many periods that are over: years (or months) at a glance, by their middle rank, and each period of the one that is chosen. */
function SeasonCharts({ kind, groups, history, board, question, year }: SeasonChartsProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const id = useId();
  const newest = groups.at(-1)!.name;
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const shown = groups.find(({ name }) => name === asked) ?? groups.at(-1)!;
  const { data: past } = useLive('history', [question, shown.name], {
    isAsked: shown.name !== newest && year === undefined,
    // What is shown stays until the answer is there.
    meanwhile: asBefore,
  });
  const known = year === undefined ? undefined : history.filter(({ day }) => day.startsWith(shown.name));
  const periods = known ?? (shown.name === newest ? history : (past?.history ?? history));
  // A year of a game that is played every day is told by its months.
  const months = rankGroups(periods);

  const of = year === undefined ? '' : ` of ${year}`;
  const unit = newest.length === 4 ? 'year' : 'month';
  const one = ONE_PERIOD[kind];
  const named = (name: string) => (unit === 'year' ? name : monthWords(firstDay(name)));
  const rank = (value: number) => rankWords(value, format);
  const won = (wins: number, many: number) => `${format.count(wins)} of ${countWords(many, one, format)}`;
  const shared = {
    days: groups.map(({ name }) => firstDay(name)),
    time: slotScale(slotsBetween(groups[0]!.name, newest), unit),
    table: {
      head: [unit === 'year' ? 'Year' : 'Month', `${one}s`, 'Best', 'Middle', 'Worst', 'Won', words.head],
      rows: groups
        .toReversed()
        .map(({ name, periods: many, best, median, worst, wins, points }) => [
          named(name),
          format.count(many),
          rank(best),
          rank(median),
          rank(worst),
          format.count(wins),
          points === null || !ADDS_UP[board.scoring] ? '–' : words.figure(points),
        ]),
    },
  };
  const points = groups.map((group) => group.points ?? 0);
  return (
    <>
      <RankChart
        {...shared}
        title={`Middle rank by ${unit}${of}`}
        about={`Won ${won(sum(groups.map(({ wins }) => wins)), sum(groups.map((group) => group.periods)))}`}
        values={groups.map(({ median }) => median)}
        step={unit === 'year' ? 366 : 31}
        words={(i) => {
          const { name, periods: many, wins, best, upper, lower, worst } = groups[i]!;
          const half = upper === lower ? rank(upper) : `${rank(upper)} to ${rank(lower)}`;
          return `${named(name)}: won ${won(wins, many)}, ${best === worst ? '' : `${rank(best)} to ${rank(worst)}, `}mostly ${half}`;
        }}
        chosen={groups.indexOf(shown)}
        onChoose={(i) => setAsked(groups[i]!.name)}
      />
      {!ADDS_UP[board.scoring] ? null : (
        <BarChart
          {...shared}
          title={`${words.head} by ${unit}${of}`}
          whenMost={(i) => `in ${named(groups[i]!.name)}`}
          values={points}
          valueWords={words.brief}
          words={(i) => `${named(groups[i]!.name)}: ${words.words(points[i]!)}`}
        />
      )}
      <p className={`cluster ground strong ${styles.choice}`}>
        <label htmlFor={id}>Each {one} of</label>
        <select id={id} value={shown.name} className={styles.select} onChange={(event) => setAsked(event.target.value)}>
          {groups.toReversed().map(({ name }) => (
            <option key={name} value={name}>
              {named(name)}
            </option>
          ))}
        </select>
      </p>
      {months.length === 0 ? (
        <PeriodCharts kind={kind} board={board} history={periods} of={named(periods[0]!.day.slice(0, newest.length))} />
      ) : (
        <SeasonCharts
          key={shown.name}
          kind={kind}
          groups={months}
          history={periods}
          board={board}
          question={question}
          year={periods[0]!.day.slice(0, newest.length)}
        />
      )}
    </>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The first day of a year or month. */
function firstDay(name: string): string {
  return `${name}-01-01`.slice(0, 10);
}

/** The first days of all years (or months) from one to another, also those without a period. */
function slotsBetween(from: string, to: string): readonly string[] {
  const slots: string[] = [];
  for (const at = new Date(firstDay(from)); slots.at(-1) !== firstDay(to);) {
    slots.push(at.toISOString().slice(0, 10));
    at.setUTCMonth(at.getUTCMonth() + (to.length === 4 ? 12 : 1));
  }
  return slots;
}
