import type { PathToPodium } from '../../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../../domain/calendar.ts';
import { useNumberFormat, type NumberFormat } from '../../../ui/number-format.ts';
import { useUnitWords } from '../../../ui/use-unit-words.ts';
import { limitWords } from '../../words/count-words.ts';
import { PRESENT } from '../../words/rank-words.ts';
import styles from './ways-there.module.css';

type Outlook = PathToPodium['targets'][number]['outlook'];
type Plan = Extract<Outlook, { readonly kind: 'plans' }>['plans'][number];

interface WaysThereProps {
  readonly outlook: Outlook;
  readonly kind: PeriodKind;
  readonly board: PathToPodium['board'];
}

/** What leads to a rank, or that nothing does. */
export function WaysThere({ outlook, kind, board }: WaysThereProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  switch (outlook.kind) {
    case 'plans':
      return (
        <div className={styles.ways}>
          {outlook.plans.length === 1 ? null : <p>Any one of these gets there:</p>}
          <ul className={styles.plans} aria-label="Ways there">
            {outlook.plans.map((plan) => (
              <li key={plan.steps.map(({ activity }) => activity).join()}>
                {plan.steps.map((step) => stepWords(step, format)).join(' and ')}
                <span className={styles.cost}>
                  {words.words(plan.points)}
                  {plan.minutes === null ? '' : `, ${playingTime(plan.minutes, format)}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      );
    case 'no-plan':
      return <p className={styles.ways}>No listed activity leads there {kind === 'all-time' ? 'within a year' : PRESENT[kind]}.</p>;
    case 'unplanned':
      return null;
  }
}

/** "3 × Log in (once a day)". */
function stepWords({ title, times, limit }: Plan['steps'][number], format: NumberFormat): string {
  const within = times > 1 && limit !== undefined && limit.per !== 'ever' ? ` (${limitWords(limit, format)})` : '';
  return `${format.count(times)} × ${title}${within}`;
}

/** Hours, however many: nobody plays for days. */
function playingTime(minutes: number, format: NumberFormat): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours === 0 ? '' : `${format.count(hours)} h`, minutes % 60 === 0 ? '' : `${minutes % 60} min`];
  return parts.filter((part) => part !== '').join(' ');
}
