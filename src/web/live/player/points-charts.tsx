import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { Section } from '../../ui/section.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { slotScale } from '../charts/time-axis.tsx';
import { weekdayWords } from '../words/time-words.ts';
import { PLAYER_WORDS } from './player-words.ts';

/** How many days are shown, today included. */
const DAYS = 91;

interface PointsChartsProps {
  readonly chosen: PlayerPage['chosen'];
  readonly board: ApiBoard;
  /** On the board's calendar, YYYY-MM-DD. */
  readonly today: string;
}

/** What a player won on each of the last days, and in each season; nothing where that is a single bar. */
export function PointsCharts({ chosen: { days, seasons }, board, today }: PointsChartsProps) {
  const words = useUnitWords(board);
  const [first, last] = [Number(seasons[0]?.name), Number(seasons.at(-1)?.name)];
  const lastDays = Array.from({ length: DAYS }, (_, i) => new Date(Date.parse(today) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));
  const years = Array.from({ length: last - first + 1 || 0 }, (_, i) => `${String(first + i).padStart(4, '0')}-01-01`);
  const hasYears = years.length > 1 && ADDS_UP[board.scoring];
  if (days.length < 2 && !hasYears) return null;
  return (
    <Section id="points" title={words.head} className="stack">
      {days.length < 2 ? null : (
        <Bars
          title={`${words.head} per day, last ${DAYS} days`}
          unit="day"
          slots={lastDays}
          won={new Map(days.map(({ day, points }) => [day, points]))}
          isRunning
          board={board}
        />
      )}
      {!hasYears ? null : (
        <Bars
          title={`Career ${words.several}`}
          unit="year"
          slots={years}
          won={new Map(seasons.map(({ name, points }) => [`${name}-01-01`, points ?? 0]))}
          isRunning={years.at(-1)!.slice(0, 4) === today.slice(0, 4)}
          board={board}
        />
      )}
    </Section>
  );
}

interface BarsProps extends Pick<PointsChartsProps, 'board'> {
  readonly title: string;
  readonly unit: 'day' | 'year';
  /** The first days of all bars, in order. */
  readonly slots: readonly string[];
  readonly won: ReadonlyMap<string, number>;
  /** Whether the last one may still grow. */
  readonly isRunning: boolean;
}

function Bars({ title, unit, slots, won, isRunning, board }: BarsProps) {
  const words = useUnitWords(board);
  const values = slots.map((slot) => won.get(slot) ?? 0);
  const short = (slot: string) => (unit === 'day' ? weekdayWords(slot) : slot.slice(0, 4));
  const named = (slot: string) => (isRunning && slot === slots.at(-1) ? `${short(slot)}, ${PLAYER_WORDS.running}` : short(slot));
  return (
    <BarChart
      title={title}
      whenMost={(i) => short(slots[i]!)}
      days={slots}
      time={slotScale(slots, unit)}
      values={values}
      isRunning={isRunning}
      valueWords={words.brief}
      words={(i) => `${named(slots[i]!)}: ${values[i] === 0 ? `no ${words.several}` : words.words(values[i]!)}`}
      table={{
        head: [unit === 'day' ? PLAYER_WORDS.day : PLAYER_WORDS.season, words.head],
        rows: slots.flatMap((slot, i) => (values[i] === 0 ? [] : [[named(slot), words.figure(values[i]!)]])).toReversed(),
      }}
    />
  );
}
