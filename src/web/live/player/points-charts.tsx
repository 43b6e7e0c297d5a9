import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { Section } from '../../ui/section.tsx';
import { useUnitWords } from '../../ui/number-format.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { PLAYER_WORDS } from './player-words.ts';

/** The number of days shown, including today. */
const DAYS = 91;

interface PointsChartsProps {
  readonly chosen: PlayerPage['chosen'];
  readonly board: ApiBoard;
  /** On the board's calendar, YYYY-MM-DD. */
  readonly today: string;
}

/** A player's points on each of the last days, and in each season; charts with a single bar are left out. */
export function PointsCharts({ chosen: { days, seasons }, board, today }: PointsChartsProps) {
  const words = useUnitWords(board);
  const [first, last] = [Number(seasons[0]?.name), Number(seasons.at(-1)?.name)];
  const lastDays = Array.from({ length: DAYS }, (_, i) => new Date(Date.parse(today) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));
  const years = Array.from({ length: last - first + 1 || 0 }, (_, i) => `${String(first + i).padStart(4, '0')}-01-01`);
  const hasYears = years.length > 1 && ADDS_UP[board.scoring];
  if (days.length < 2 && !hasYears) return null;
  const bars = (slots: readonly string[], won: ReadonlyMap<string, number>) => {
    const values = slots.map((slot) => won.get(slot) ?? 0);
    return {
      days: slots,
      values,
      valueWords: words.brief,
      words: (i: number) => (values[i] === 0 ? PLAYER_WORDS.none(words.several) : words.words(values[i]!)),
      columns: [words.head],
      figures: (i: number) => (values[i] === 0 ? [] : [words.figure(values[i]!)]),
    };
  };
  return (
    <Section id="points" title={words.head} className="stack">
      {days.length < 2 ? null : (
        <BarChart
          {...bars(lastDays, new Map(days.map(({ day, points }) => [day, points])))}
          title={PLAYER_WORDS.perDay(words.head, DAYS)}
          unit="day"
          isRunning
        />
      )}
      {!hasYears ? null : (
        <BarChart
          {...bars(years, new Map(seasons.map(({ name, points }) => [`${name}-01-01`, points ?? 0])))}
          title={PLAYER_WORDS.career(words.several)}
          unit="year"
          isRunning={years.at(-1)!.slice(0, 4) === today.slice(0, 4)}
        />
      )}
    </Section>
  );
}
