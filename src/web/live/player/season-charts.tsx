import { useId, useState } from 'react';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerHistory, PlayerPage } from '../../../contract/player-answers.ts';
import { rankGroups } from '../../../domain/history/rank-groups.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { asBefore } from '../asking/use-answer.ts';
import { useLive } from '../asking/use-live.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { pointsScale, rankScale } from '../charts/chart-scales.ts';
import { RangeChart } from '../charts/range-chart.tsx';
import { slotScale } from '../charts/time-axis.tsx';
import { countWords } from '../words/count-words.ts';
import { monthWords } from '../words/day-words.ts';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';
import { PeriodCharts } from './period-charts.tsx';
import styles from './player.module.css';

interface SeasonChartsProps {
  readonly chosen: Readonly<Pick<PlayerPage['chosen'], 'kind' | 'history'>> & {
    readonly groups: readonly PlayerPage['chosen']['groups'][number][];
  };
  readonly board: ApiBoard;
  readonly question: PlayerQuestion;
  /** The year that all of it is of, and its periods; where there is none, those of each year are asked for. */
  readonly within?: { readonly year: string; readonly periods: PlayerHistory['history'] };
}

/** Many periods that are over: years (or months) at a glance, and each period of the one that is chosen. */
export function SeasonCharts({ chosen: { kind, groups, history }, board, question, within }: SeasonChartsProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const id = useId();
  const newest = groups.at(-1)!.name;
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const shown = groups.find(({ name }) => name === asked) ?? groups.at(-1)!;
  const { data: past } = useLive('history', [question, shown.name], {
    isAsked: shown.name !== newest && within === undefined,
    // What is shown stays until the answer is there.
    meanwhile: asBefore,
  });
  const known = within?.periods.filter(({ day }) => day.startsWith(shown.name));
  const periods = known ?? (shown.name === newest ? history : (past?.history ?? history));
  // A year of a game that is played every day is told by its months.
  const months = rankGroups(periods);

  const of = within === undefined ? '' : ` of ${within.year}`;
  const unit = newest.length === 4 ? 'year' : 'month';
  const one = ONE_PERIOD[kind];
  const time = slotScale(slotsBetween(groups[0]!.name, newest), unit);
  const xs = groups.map(({ name }) => time.x(firstDay(name)));
  const named = (name: string) => (unit === 'year' ? name : monthWords(firstDay(name)));
  const rank = (value: number) => rankWords(value, format);
  const shared = {
    xs,
    time,
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
      <RangeChart
        {...shared}
        title={`Rank each ${one}, by ${unit}${of}`}
        about={`Won ${format.count(sum(groups.map(({ wins }) => wins)))} of ${countWords(sum(groups.map((group) => group.periods)), one, format)}`}
        ranges={groups}
        scale={rankScale(Math.max(...groups.map(({ worst }) => worst)))}
        valueWords={rank}
        words={(i) => {
          const { name, periods: many, wins, upper, lower } = groups[i]!;
          const half = upper === lower ? rank(upper) : `${rank(upper)} to ${rank(lower)}`;
          return `${named(name)}: won ${format.count(wins)} of ${countWords(many, one, format)}, mostly ${half}`;
        }}
        chosen={groups.indexOf(shown)}
        onChoose={(i) => setAsked(groups[i]!.name)}
      />
      {!ADDS_UP[board.scoring] ? null : (
        <BarChart
          {...shared}
          title={`${words.head} by ${unit}${of}`}
          whenMost={(i) => `in ${named(groups[i]!.name)}`}
          width={0.7 / slotsBetween(groups[0]!.name, newest).length}
          values={points}
          scale={pointsScale(points)}
          valueWords={words.brief}
          words={(i) => `${named(groups[i]!.name)}: ${words.words(points[i]!)}`}
        />
      )}
      <p className={`cluster ${styles.choice}`}>
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
          chosen={{ kind, groups: months, history: [] }}
          board={board}
          question={question}
          within={{ year: periods[0]!.day.slice(0, newest.length), periods }}
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
