import type { PathToPodium } from '../../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../../domain/calendar.ts';
import type { UnitWords } from '../../../../domain/units/counted-words.ts';
import { useNumberFormat, type NumberFormat } from '../../../ui/number-format.ts';
import { useUnitWords } from '../../../ui/use-unit-words.ts';
import { limitWords } from '../../words/count-words.ts';
import { momentParts } from '../../words/moment-parts.ts';
import { PRESENT } from '../../words/rank-words.ts';
import styles from './ways-there.module.css';

type Outlook = PathToPodium['targets'][number]['outlook'];
type Plans = Extract<Outlook, { readonly kind: 'plans' }>;
type Plan = Plans['easiest'];

/** What the words of plans mean, once for all of them. Nothing where there are none. */
export function PlanRules({ outlooks }: { readonly outlooks: readonly Outlook[] }) {
  const plans = outlooks.flatMap((outlook) => (outlook.kind === 'plans' ? plansOf(outlook) : []));
  if (plans.length === 0) return null;
  return (
    <p className={styles.rules}>
      The easiest way is the one with the least difficulty in all: an easy activity counts 1, a medium one 2, a hard one 3.
      {plans.some(({ steps }) => steps.some(({ limit }) => limit !== undefined))
        ? ' Limits are counted from now on: what was done before is not known here.'
        : ''}
    </p>
  );
}

interface WaysThereProps {
  readonly outlook: Outlook;
  /** Where they lead, in words. */
  readonly rank: string;
  readonly kind: PeriodKind;
  readonly board: PathToPodium['board'];
}

/** The easiest way to a rank, others on demand, or why there is none. */
export function WaysThere({ outlook, rank, kind, board }: WaysThereProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  switch (outlook.kind) {
    case 'plans': {
      const day = (moment: string) => dayName(Date.parse(moment), kind, board.timeZone);
      const named = (name: string, plan: Plan) => (
        <NamedPlan
          key={name}
          name={name}
          plan={plan}
          words={words}
          wait={plan.notBefore === outlook.notBefore ? null : plan.notBefore}
          day={day}
        />
      );
      const others = otherWays(outlook);
      return (
        <div className={styles.ways}>
          <dl className={styles.plans}>{named('Easiest', outlook.easiest)}</dl>
          {outlook.notBefore === null ? null : <p>Not before {day(outlook.notBefore)}: limits allow it no earlier.</p>}
          {others.length === 0 ? null : (
            <details>
              <summary className={styles.others}>
                Other ways<span className="visually-hidden"> to {rank}</span>
              </summary>
              <dl className={styles.plans}>{others.map(({ names, plan }) => named(names.join(' and '), plan))}</dl>
            </details>
          )}
        </div>
      );
    }
    case 'too-many':
      return <p className={styles.ways}>Too far for a plan: {tooManyWords(outlook.alone, format)}</p>;
    case 'out-of-reach':
      return <p className={styles.ways}>{outOfReachWords(outlook.points, kind, words)}</p>;
    case 'unplanned':
      return null;
  }
}

interface NamedPlanProps {
  readonly name: string;
  readonly plan: Plan;
  readonly words: UnitWords;
  /** Before when this plan cannot be done, if that is worth saying. */
  readonly wait: string | null;
  readonly day: (moment: string) => string;
}

function NamedPlan({ name, plan: { steps, points, minutes }, words, wait, day }: NamedPlanProps) {
  const format = useNumberFormat();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <ul>
          {steps.map(({ activity, title, times, limit }) => (
            <li key={activity}>
              {format.count(times)} × {title}
              {times > 1 && limit !== undefined && limit.per !== 'ever' ? ` (${limitWords(limit, format)})` : ''}
            </li>
          ))}
        </ul>
      </dd>
      <dd className={styles.cost}>
        {words.words(points)}, {minutes === null ? 'time not known' : playingTime(minutes, format)}
        {wait === null ? '' : `, not before ${day(wait)}`}
      </dd>
    </div>
  );
}

function plansOf({ easiest, quickest, fewest }: Plans): readonly Plan[] {
  return [easiest, fewest, ...(quickest === null ? [] : [quickest])];
}

/** The plans that are not the easiest; one that is good at both things stands once. */
function otherWays({ easiest, quickest, fewest }: Plans): { readonly names: readonly string[]; readonly plan: Plan }[] {
  const isSame = (a: Plan, b: Plan) => JSON.stringify(a.steps) === JSON.stringify(b.steps);
  // What takes nobody knows how long may be quicker still.
  const quickestName = easiest.minutes === null || fewest.minutes === null ? 'Quickest of known time' : 'Quickest';
  const faster = quickest !== null && !isSame(quickest, easiest) ? [{ names: [quickestName], plan: quickest }] : [];
  if (isSame(fewest, easiest)) return faster;
  if (quickest !== null && isSame(fewest, quickest)) return [{ names: [quickestName, 'fewest activities'], plan: fewest }];
  return [...faster, { names: ['Fewest activities'], plan: fewest }];
}

function tooManyWords(alone: Extract<Outlook, { readonly kind: 'too-many' }>['alone'], format: NumberFormat): string {
  if (alone === null) return 'it would take more than ten of one activity.';
  const { title, times, minutes } = alone;
  return `it would take ${format.count(times)} × ${title}${minutes === null ? '' : `, ${playingTime(minutes, format)}`}.`;
}

function outOfReachWords(points: number, kind: PeriodKind, { words }: UnitWords): string {
  const [when, until] = kind === 'all-time' ? ['within a year', 'in that time'] : [PRESENT[kind], 'before the reset'];
  if (points === 0) return `Out of reach ${when}: no listed activity can be finished ${until}.`;
  return `Out of reach ${when}: the listed activities give ${words(points)} at most ${until}.`;
}

/** Hours, however many: nobody plays for days. */
function playingTime(minutes: number, format: NumberFormat): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours === 0 ? '' : `${format.count(hours)} h`, minutes % 60 === 0 ? '' : `${minutes % 60} min`];
  return parts.filter((part) => part !== '').join(' ');
}

/** A day in a period of a kind: in a week its weekday will do. */
function dayName(at: number, kind: PeriodKind, timeZone: string): string {
  const { weekday, day, month } = momentParts(at, timeZone, 'long');
  return kind === 'weekly' ? weekday : `${weekday} ${day} ${month}`;
}
