import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerCareer } from '../../../contract/player-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useLiveSource } from '../asking/live-source-context.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { pointsScale, rankScale } from '../charts/chart-scales.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { calendarScale } from '../charts/time-axis.tsx';
import { dayWords } from '../words/day-words.ts';
import { rankWords } from '../words/rank-words.ts';
import { unloadedWords } from '../words/trouble-words.ts';
import { careerOf } from './ways/player-questions.ts';
import styles from './player.module.css';

/** How far the places of a career are apart, inside a title. */
const EACH = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const;

interface CareerChartsProps {
  readonly board: ApiBoard;
  readonly question: PlayerQuestion;
  /** Where they stand today, if they are ranked. */
  readonly now: PlayerCareer['places'][number] | undefined;
}

/** A player's rank and points of all time, over the years and now. Asked for once the page is there: to count it may take a moment. */
export function CareerCharts({ board, question, now }: CareerChartsProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const { data, error } = useAnswer(careerOf(useLiveSource(), question));
  if (data === undefined)
    return (
      <p className={styles.awaited}>{error === null ? 'Counting the ranks of all time…' : unloadedWords('The ranks of all time', error)}</p>
    );
  const { step } = data;
  const places = [...data.places, ...(now === undefined ? [] : [now])];
  if (data.places.length === 0)
    return (
      <p className={styles.none}>
        Charts of all time appear once the first {EACH[step]} with {words.several} is over.
      </p>
    );
  const days = places.map(({ day }) => day);
  const time = calendarScale(days, board.weekStart);
  const ranks = places.map(({ rank }) => rank);
  const points = places.map((place) => place.points);
  const best = Math.min(...ranks);
  const shared = {
    xs: days.map(time.x),
    time,
    stretches: [[...days.keys()]],
    table: {
      head: ['End of', 'Rank', 'Players', words.head],
      rows: places
        .toReversed()
        .map(({ day, rank, total, points: won }) => [dayWords(day), rankWords(rank, format), format.count(total), words.figure(won)]),
    },
  };
  return (
    <>
      <LineChart
        {...shared}
        title={`Rank of all time, by ${EACH[step]}`}
        about={`Best: ${rankWords(best, format)}, first on ${dayWords(days[ranks.indexOf(best)]!)}`}
        look="rank"
        values={ranks}
        scale={rankScale(Math.max(...ranks))}
        valueWords={(rank) => rankWords(rank, format)}
        words={(i) => `${dayWords(days[i]!)}: ${rankWords(ranks[i]!, format)} of ${format.count(places[i]!.total)}`}
      />
      <LineChart
        {...shared}
        title={`${words.head} of all time, by ${EACH[step]}`}
        about=""
        look="points"
        values={points}
        scale={pointsScale(points)}
        valueWords={words.brief}
        words={(i) => `${dayWords(days[i]!)}: ${words.words(points[i]!)}`}
      />
    </>
  );
}
