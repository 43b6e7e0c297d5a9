import { LIMIT_SPANS } from '../../../domain/earning/activity.ts';
import { limitWords } from '../../live/words/count-words.ts';
import { ActivityCard } from '../../parts/activity-card.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import look from '../parts/console.module.css';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import type { EntryOf } from './changed-catalogue.ts';
import type { EntryFieldsProps, EntryPart } from './entry-part.ts';

type Activity = EntryOf<'activities'>;

const DIFFICULTIES = { Easy: 'Easy', Medium: 'Medium', Hard: 'Hard' };

const SPAN_WORDS = { day: 'a day', week: 'a week', month: 'a month', ever: 'ever' } as const;

const SPANS = [
  { value: '', text: 'As often as somebody likes' },
  ...LIMIT_SPANS.map((span) => ({ value: span, text: `So many times ${SPAN_WORDS[span]}` })),
];

/** The ways to earn points. */
export const ACTIVITIES: EntryPart<'activities'> = {
  id: 'activities',
  name: 'Activities',
  one: 'activity',
  lead: 'The ways to earn points. The page for earning shows them in this order.',
  seenAt: '/earn',
  none: 'No activity yet. Add the first: players see it as a card with its points.',
  columns: {
    Points: { number: ({ entry: { points } }) => <Points points={points} /> },
    Difficulty: ({ entry: { difficulty } }) => difficulty,
    Takes: ({ entry: { timeRequired } }) => timeRequired,
    Counts: ({ entry: { limit } }) => (limit === undefined ? 'always' : <Limit limit={limit} />),
  },
  Fields: ActivityFields,
  sent: (made) =>
    made.map(({ limit, ...activity }) => {
      const { per, times = 1 }: Partial<NonNullable<Activity['limit']>> = limit ?? {};
      return { ...activity, ...(per !== undefined && { limit: { times, per } }) };
    }),
  Preview: ActivityPreview,
};

function ActivityFields({ nameOf }: EntryFieldsProps<'activities'>) {
  return (
    <>
      <TextField name={nameOf('title')} label="Title" placeholder="Daily match" />
      <TextField name={nameOf('description')} label="What to do" placeholder="Play one match." />
      <TextField name={nameOf('points')} label="Points for it" />
      <ChoiceField name={nameOf('difficulty')} label="Difficulty" options={DIFFICULTIES} />
      <TextField name={nameOf('timeRequired')} label="How long it takes" hint="As players read it, such as “20 min” or “an evening”." />
      <TextField
        name={nameOf('minutes')}
        label="The same in minutes"
        hint="For plans. You can leave it empty where the words above say it, such as “20 min” or “2 hours”."
      />
      <div className={look.fit}>
        <ChoiceField name={nameOf('limit.per')} label="How often it counts" options={SPANS} />
        <TextField name={nameOf('limit.times')} label="How many times" hint="Where it is limited." />
      </div>
      <TextField
        name={nameOf('link')}
        label="Where to do it"
        hint="The button leads to this address. You can leave it empty."
        placeholder="https://"
        inputMode="url"
      />
    </>
  );
}

function ActivityPreview({ made: [activity] }: { readonly made: readonly Activity[] }) {
  const format = useNumberFormat();
  const { title, description, timeRequired, limit, points } = activity!;
  const shown = {
    ...activity!,
    id: 'shown-activity',
    title: title || 'Title',
    description: description || 'What to do',
    points: points || 0,
    timeRequired: [timeRequired, ...(limit === undefined ? [] : [limitWords(limit, format)])].filter((words) => words !== '').join(', '),
  };
  return <ActivityCard activity={shown} start={<span className={control.primary}>Start Earning</span>} />;
}

function Points({ points }: { readonly points: number }) {
  return useNumberFormat().count(points);
}

function Limit({ limit }: { readonly limit: NonNullable<Activity['limit']> }) {
  return limitWords(limit, useNumberFormat());
}
