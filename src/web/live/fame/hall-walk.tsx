import type { ReactNode } from 'react';

import { Arrow } from '../links/view-link.tsx';
import type { HallOfFame } from '../../../contract/page-answers.ts';
import { ENDING_KINDS } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { hallOfFame } from '../links/addresses.ts';
import { ChoiceLinks } from '../links/choice-links.tsx';
import { PERIODS } from '../words/live-board-words.ts';
import { ONE_PERIOD } from '../words/rank-words.ts';
import { HALL, monthName, stretchName, yearOf } from './hall-words.ts';
import styles from './hall-walk.module.css';

/** Links to the other kinds of period, and to months and years that have a winner; `children`: links to the other boards. */
export function HallWalk({ hall, children }: { readonly hall: HallOfFame; readonly children: ReactNode }) {
  const { kind, from, earlier, later, months, years } = hall;
  const { view } = useView();
  const at = (day: string) => hallOfFame(kind, { ...view, at: day });
  return (
    <div className="stack">
      {children}
      <ChoiceLinks
        label={PERIODS}
        className={styles.choice}
        choices={ENDING_KINDS.map((each) => ({
          key: each,
          to: hallOfFame(each, view),
          text: `${ONE_PERIOD[each]}s`.replace(/^./, (letter) => letter.toUpperCase()),
          isShown: each === kind,
        }))}
      />
      <nav aria-label={kind === 'daily' ? HALL.months : HALL.years} className={styles.beside}>
        <Step day={earlier} kind={kind} way="earlier" />
        <h2 className={`condensed ${styles.name}`}>{stretchName(kind, from)}</h2>
        <Step day={later} kind={kind} way="later" />
      </nav>
      {months.length < 2 ? null : (
        <ChoiceLinks
          label={HALL.monthsOf(yearOf(from))}
          className={styles.choice}
          choices={months.map((day) => ({
            key: day,
            to: at(day),
            text: (
              <abbr title={monthName(day)} className={styles.month}>
                {monthName(day).slice(0, 3)}
              </abbr>
            ),
            isShown: stretchName(kind, day) === stretchName(kind, from),
          }))}
        />
      )}
      {years.length < 2 ? null : (
        <details>
          <summary className={`muted small strong ${styles.summary}`}>{HALL.allYears}</summary>
          <ChoiceLinks
            label={HALL.allYears}
            className={styles.choice}
            choices={years.map((day) => ({ key: day, to: at(day), text: yearOf(day), isShown: yearOf(day) === yearOf(from) }))}
          />
        </details>
      )}
    </div>
  );
}

interface StepProps extends Pick<HallOfFame, 'kind'> {
  readonly day: string | null;
  readonly way: 'earlier' | 'later';
}

function Step({ day, kind, way }: StepProps) {
  const { view } = useView();
  const arrow = <Arrow to={way} />;
  if (day === null) return <span className={styles.step}>{arrow}</span>;
  const name = `${HALL[way]}: ${stretchName(kind, day)}`;
  return (
    <Link
      to={hallOfFame(kind, { ...view, at: day })}
      aria-label={name}
      title={name}
      preventScrollReset
      className={`pointed ${styles.step}`}
    >
      {arrow}
    </Link>
  );
}
