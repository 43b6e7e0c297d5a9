import { Section } from '../../ui/section.tsx';
import type { LiveSource } from '../../../contract/live-source.ts';
import type { Trends } from '../../../contract/page-answers.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { StatTile } from '../../parts/stat-tile.tsx';
import tiles from '../../parts/stat-tiles.module.css';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import section from '../../ui/section-title.module.css';
import { onlyNow, askForPage } from '../asking/ask-for-page.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { useLiveAnswers } from '../asking/use-live-answers.ts';
import { useLive, useLiveNow } from '../asking/use-live.ts';
import { BoardChoice, loadBoardChoice } from '../board/board-choice.tsx';
import { BarChart } from '../charts/bar-chart.tsx';
import { percent } from '../charts/chart-scales.ts';
import { hallOfFame } from '../links/addresses.ts';
import { RecordList } from '../whiteboard/record-list.tsx';
import styles from '../whiteboard/whiteboard.module.css';
import { boardTitle } from '../words/board-view.ts';
import { countWords } from '../words/count-words.ts';
import { PAGE_NAMES } from '../words/live-board-words.ts';
import { WHITEBOARD } from './page-words.ts';

export async function load(context: PageContext<LiveSource>): Promise<Trends | null> {
  await onlyNow(context);
  const { source, answers, view } = context;
  return askForPage(context, async () => {
    const [trends] = await Promise.all([
      answers.ensure(liveQuestion(source, 'trends', view.board)),
      answers.ensure(liveQuestion(source, 'statCards')),
      answers.fresh(liveQuestion(source, 'records', view.board)).catch(() => undefined),
    ]);
    await loadBoardChoice(trends);
    return trends;
  });
}

export function head(): PageHead {
  return { title: WHITEBOARD.title, description: WHITEBOARD.description };
}

const HEADING = `anywhere ${section.title} ${styles.heading}`;

export function Component() {
  const { view } = useView();
  // Refreshes once for changes since the page was rendered, then as they happen.
  useLiveAnswers('', false);
  const cards = useLiveNow('statCards');
  const format = useNumberFormat();
  const { data: records } = useLive('records', [view.board]);
  const trends = useLiveNow('trends', view.board);
  return (
    <PageLayout
      heading={WHITEBOARD.title}
      lead={WHITEBOARD.lead}
      controls={
        <Link to={hallOfFame(view.period, view)} className={control.button}>
          {PAGE_NAMES.hall}
        </Link>
      }
    >
      <dl className={`rows ${tiles.tiles}`}>
        {cards.map((card) => (
          <StatTile key={card.label} card={card} against={WHITEBOARD.against[card.label]} />
        ))}
      </dl>
      <BoardChoice view={trends} />
      {records === undefined || records.records.length === 0 ? null : (
        <Section id="records" title={WHITEBOARD.records} titleClass={HEADING}>
          <p className={`muted ${styles.note}`}>{WHITEBOARD.finishedOnly}</p>
          <RecordList records={records} />
        </Section>
      )}
      <Section
        id="trends"
        title={WHITEBOARD.lastDays(boardTitle(trends.board), countWords(trends.days.length, 'day', format))}
        titleClass={HEADING}
      >
        <TrendCharts trends={trends} />
      </Section>
    </PageLayout>
  );
}

function TrendCharts({ trends: { board, days, isRunning, activities } }: { readonly trends: Trends }) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  return days.length === 0 ? (
    <p>{WHITEBOARD.none(words.several)}</p>
  ) : (
    <div className="stack rows">
      <BarChart
        title={WHITEBOARD.playersEachDay}
        unit="day"
        isRunning={isRunning}
        days={days.map(({ day }) => day)}
        values={days.map(({ players }) => players)}
        valueWords={format.count}
        words={(i) => countWords(days[i]!.players, 'player', format)}
        columns={[WHITEBOARD.players]}
        figures={(i) => [format.count(days[i]!.players)]}
      />
      <BarChart
        title={WHITEBOARD.eachDay(words.head)}
        unit="day"
        isRunning={isRunning}
        days={days.map(({ day }) => day)}
        values={days.map(({ points }) => points)}
        valueWords={words.brief}
        words={(i) => WHITEBOARD.inEvents(words.words(days[i]!.points), countWords(days[i]!.events, 'event', format))}
        columns={[WHITEBOARD.events, words.head]}
        figures={(i) => [format.count(days[i]!.events), words.figure(days[i]!.points)]}
      />
      <ActivityBars activities={activities} words={words} />
    </div>
  );
}

function ActivityBars({ activities, words }: { readonly activities: Trends['activities']; readonly words: UnitWords }) {
  const format = useNumberFormat();
  const most = Math.max(1, ...activities.map(({ points }) => points));
  return (
    <figure className={`card ${styles.chart}`} aria-labelledby="points-by-activity">
      <figcaption>
        <h3 id="points-by-activity" className={section.part}>
          {WHITEBOARD.byActivity(words.head)}
        </h3>
      </figcaption>
      {activities.length === 0 ? (
        <p className={`muted ${styles.none}`}>{WHITEBOARD.noneInDays(words.several)}</p>
      ) : (
        <ul className={`stack loose ${styles.bars}`}>
          {activities.map((one) => (
            <li key={one.kind === 'named' ? `named ${one.activity}` : one.kind}>
              <span className={`cluster spread ${styles.words}`}>
                <span className="name">{one.kind === 'named' ? one.title : WHITEBOARD.unnamed[one.kind]}</span>
                <span className="strong tabular">
                  {words.figure(one.points)}{' '}
                  <span className="muted regular">
                    {WHITEBOARD.in} {countWords(one.events, 'event', format)}
                  </span>
                </span>
              </span>
              <svg aria-hidden="true" width="100%" height="8">
                <rect width={percent(Math.max(0, one.points) / most)} height="8" className={styles.bar} />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
