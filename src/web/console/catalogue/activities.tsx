import { limitWords } from '../../live/words/count-words.ts';
import { ActivityCard } from '../../parts/activity-card.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Fields } from '../parts/fields.tsx';
import { ACTIVITY } from './catalogue-words.ts';
import type { EntryOf } from './changed-catalogue.ts';
import type { EntryPart } from './entry-part.ts';

type Activity = EntryOf<'activities'>;

/** The form and list of activities. */
export const ACTIVITIES: EntryPart<'activities'> = {
  ...ACTIVITY,
  id: 'activities',
  seenAt: '/earn',
  columns: {
    points: { number: ({ entry: { points } }) => <Points points={points} /> },
    difficulty: ({ entry: { difficulty } }) => difficulty,
    time: { name: ({ entry: { timeRequired } }) => timeRequired },
    limit: ({ entry: { limit } }) => (limit === undefined ? ACTIVITY.unlimited : <Limit limit={limit} />),
  },
  Fields: ({ nameOf }) => <Fields of={ACTIVITY.fields} nameOf={nameOf} />,
  sent: (made) =>
    made.map(({ limit, ...activity }) => {
      const { per, times = 1 }: Partial<NonNullable<Activity['limit']>> = limit ?? {};
      return { ...activity, ...(per !== undefined && { limit: { times, per } }) };
    }),
  Preview: ActivityPreview,
};

function ActivityPreview({ made: [activity] }: { readonly made: readonly Activity[] }) {
  const format = useNumberFormat();
  const { title, description, timeRequired, limit, points } = activity!;
  const shown = {
    ...activity!,
    id: 'shown-activity',
    title: title || ACTIVITY.shown.title,
    description: description || ACTIVITY.shown.description,
    points: points || 0,
    timeRequired: [timeRequired, ...(limit === undefined ? [] : [limitWords(limit, format)])].filter((words) => words !== '').join(', '),
  };
  return <ActivityCard activity={shown} start={<span className={control.primary}>{ACTIVITY.start}</span>} />;
}

function Points({ points }: { readonly points: number }) {
  return useNumberFormat().count(points);
}

function Limit({ limit }: { readonly limit: NonNullable<Activity['limit']> }) {
  return limitWords(limit, useNumberFormat());
}
