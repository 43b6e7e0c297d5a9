import type { LiveSource } from '../../../contract/live-source.ts';
import type { Trends } from '../../../contract/page-answers.ts';
import type { StatCard } from '../../../domain/stat-card.ts';
import { Link } from '../../address/link.tsx';
import { liveQuestion } from '../asking/live-questions.ts';
import { hallOfFame } from '../links/addresses.ts';
import { onlyNow, askForPage } from '../asking/ask-for-page.ts';
import { useLiveAnswers } from '../asking/use-live-answers.ts';
import { useLive, useLiveNow } from '../asking/use-live.ts';
import { RecordList } from '../whiteboard/record-list.tsx';
import { TrendCharts } from '../whiteboard/trend-charts.tsx';
import control from '../../ui/control.module.css';
import section from '../../ui/section-title.module.css';
import whiteboard from '../whiteboard/whiteboard.module.css';
import { StatTile } from '../../parts/stat-tile.tsx';
import { countWords } from '../words/count-words.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import styles from '../../parts/stat-tiles.module.css';
import { useView } from '../../address/view-context.ts';
import { boardTitle } from '../words/board-view.ts';

/** What each figure's change is measured against. */
const AGAINST: Record<StatCard['label'], string> = {
  'Total Players': 'from seven days ago.',
  'Active Games': 'from last week. Counts boards with points.',
  Tournaments: 'from last week.',
  'Daily Logins': 'from yesterday. Counts players who scored.',
};

export async function load(context: PageContext<LiveSource>): Promise<Trends | null> {
  await onlyNow(context);
  const { source, answers, view } = context;
  return askForPage(context, async () => {
    const [trends] = await Promise.all([
      answers.ensure(liveQuestion(source, 'trends', view.board)),
      answers.ensure(liveQuestion(source, 'statCards')),
      // The page goes without the records rather than not at all.
      answers.fresh(liveQuestion(source, 'records', view.board)).catch(() => undefined),
    ]);
    return trends;
  });
}

export function head(): PageHead {
  return { title: 'Analytics Dashboard', description: 'The game in figures: players, active games, tournaments and daily logins.' };
}

export function Component() {
  const { view } = useView();
  // Whatever changed since the page was made, it is asked for once and then as it happens.
  useLiveAnswers('', false);
  const cards = useLiveNow('statCards');
  const format = useNumberFormat();
  const { data: records } = useLive('records', [view.board]);
  const trends = useLiveNow('trends', view.board);
  return (
    <PageLayout
      heading="Analytics Dashboard"
      lead="The game in figures, counted from its points."
      controls={
        <Link to={hallOfFame(view.period, view)} className={control.button}>
          Hall of fame
        </Link>
      }
    >
      <dl className={styles.tiles}>
        {cards.map((card) => (
          <StatTile key={card.label} card={card} against={AGAINST[card.label]} />
        ))}
      </dl>
      {records === undefined || records.records.length === 0 ? null : (
        <section aria-labelledby="records">
          <h2 id="records" className={`${section.title} ${whiteboard.heading}`}>
            Records
          </h2>
          <p className={`muted ${whiteboard.note}`}>Of days, weeks and months that are over.</p>
          <RecordList records={records} />
        </section>
      )}
      <section aria-labelledby="trends">
        <h2 id="trends" className={`${section.title} ${whiteboard.heading}`}>
          {boardTitle(trends.board)}, the last {countWords(trends.days.length, 'day', format)} with points
        </h2>
        <TrendCharts trends={trends} />
      </section>
    </PageLayout>
  );
}
