import { EVENT_DETAILS, type EventDetail, type Privacy } from '../../../contract/operation/privacy.ts';
import styles from '../parts/console.module.css';
import { ActForm } from '../parts/act-form.tsx';
import { AsTyped } from '../parts/as-typed.tsx';
import { ChoiceField, textOf } from '../parts/fields.tsx';

const DETAIL_WORDS: Readonly<Record<EventDetail, { readonly choice: string; readonly meaning: string }>> = {
  all: {
    choice: 'Every event',
    meaning: 'Whoever opens a player’s receipt sees each event with its time, its points and its activity.',
  },
  'by-day': {
    choice: 'Only what each day added up to',
    meaning: 'Whoever opens a player’s receipt sees a line for each day, and not when somebody played or what they did.',
  },
  none: {
    choice: 'Nothing',
    meaning: 'Nobody sees what a total is made of.',
  },
};

const CHOICES = EVENT_DETAILS.map((value) => ({ value, text: DETAIL_WORDS[value].choice }));

interface VisitorsSeeProps {
  readonly kept: Privacy;
  readonly etag: string | null;
  readonly onDone: () => void;
}

/** What visitors see of the events behind a total. */
export function VisitorsSee({ kept, etag, onDone }: VisitorsSeeProps) {
  return (
    <ActForm
      act="replacePrivacy"
      label="Save what visitors see"
      etag={etag}
      asked={(form) => ({ body: { ...kept, events: textOf(form, 'events') as EventDetail } })}
      done="What visitors see is saved. The site has it now."
      onDone={onDone}
    >
      <ChoiceField name="events" label="Of the events behind a total" defaultValue={kept.events} options={CHOICES} />
      <AsTyped>{(form) => <p>{DETAIL_WORDS[(textOf(form, 'events') || kept.events) as EventDetail].meaning}</p>}</AsTyped>
      <p className={styles.small}>Ranks, totals and when a total was reached are always shown, because ties are decided by it.</p>
    </ActForm>
  );
}
