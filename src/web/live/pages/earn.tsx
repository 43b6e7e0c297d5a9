import type { LiveSource } from '../../../contract/live-source.ts';
import type { Activity } from '../../../domain/earning/activity.ts';
import { countedWords } from '../../../domain/units/counted-words.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { onlyNow } from '../asking/ask-for-page.ts';
import { useLiveNow } from '../asking/use-live.ts';
import { ActivityCard } from '../../parts/activity-card.tsx';
import { EarnHeading } from '../../parts/earn-heading.tsx';
import { StartButton, StartLink } from '../../parts/start-earning.tsx';
import styles from '../../parts/activity-grid.module.css';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { notify } from '../../ui/floating/notice.ts';
import { type NumberFormat, useNumberFormat } from '../../ui/number-format.ts';
import { limitWords } from '../words/count-words.ts';
import { EARN } from './page-words.ts';

export async function load(context: PageContext<LiveSource>): Promise<readonly Activity[]> {
  await onlyNow(context);
  const { source, answers } = context;
  return answers.ensure(liveQuestion(source, 'activities'));
}

export function head(): PageHead {
  return { title: EARN.title, description: EARN.description };
}

export function Component() {
  const activities = useLiveNow('activities');
  const format = useNumberFormat();
  const { several } = countedWords('high', format);
  return (
    <PageLayout heading={<EarnHeading />} lead={EARN.lead}>
      {activities.length === 0 ? (
        <p>{EARN.none(several)}</p>
      ) : (
        <ul className={styles.grid}>
          {activities.map((activity) => (
            <li key={activity.id} className="stack">
              <ActivityCard activity={withLimit(activity, format)} start={<Start activity={activity} />} />
            </li>
          ))}
        </ul>
      )}
    </PageLayout>
  );
}

function withLimit(activity: Activity, format: NumberFormat): Activity {
  const { timeRequired, limit } = activity;
  return limit === undefined ? activity : { ...activity, timeRequired: `${timeRequired}, ${limitWords(limit, format)}` };
}

function Start({ activity: { id, title, link } }: { readonly activity: Activity }) {
  if (link !== undefined) return <StartLink activity={id} href={link} />;
  return <StartButton activity={id} onPress={() => notify(EARN.noLink(title))} />;
}
