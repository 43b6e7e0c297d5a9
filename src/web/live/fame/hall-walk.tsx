import type { ReactNode } from 'react';

import type { HallOfFame } from '../../../contract/page-answers.ts';
import { ENDING_KINDS } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { boardInAddress } from '../links/board-address.ts';
import { hallOfFame } from '../links/hall-address.ts';
import { KIND_WORDS, monthName, stretchName, yearOf } from './hall-words.ts';
import styles from './hall-walk.module.css';

/** Which month or year is shown, and the ways to the others: each leads to one that somebody won in. */
export function HallWalk({ hall }: { readonly hall: HallOfFame }) {
  const { board, boards, kind, from, earlier, later, months, years } = hall;
  const { view } = useView();
  return (
    <div className={`stack ${styles.walk}`}>
      {boards.length < 2 ? null : (
        <Choices label="Boards">
          {boards.map(({ name, title }) => (
            <Choice key={name} to={hallOfFame(kind, { ...view, board: boardInAddress(name) })} isShown={name === board.name}>
              {title}
            </Choice>
          ))}
        </Choices>
      )}
      <Choices label="Periods">
        {ENDING_KINDS.map((each) => (
          // The days of a year begin with its last month that is shown elsewhere; where nobody won, the page says so.
          <Choice key={each} to={hallOfFame(each, view)} isShown={each === kind}>
            {KIND_WORDS[each].many}
          </Choice>
        ))}
      </Choices>
      <nav aria-label={kind === 'daily' ? 'Months' : 'Years'} className={styles.beside}>
        <Step day={earlier} hall={hall} way="Earlier" d="M8 1L3 6l5 5" />
        <h2 className={`condensed ${styles.name}`}>{stretchName(kind, from)}</h2>
        <Step day={later} hall={hall} way="Later" d="M4 1l5 5-5 5" />
      </nav>
      {months.length < 2 ? null : (
        <Choices label={`Months of ${yearOf(from)}`}>
          {months.map((day) => (
            <Choice key={day} to={hallOfFame(kind, { ...view, at: day })} isShown={stretchName(kind, day) === stretchName(kind, from)}>
              <abbr title={monthName(day)} className={styles.month}>
                {monthName(day).slice(0, 3)}
              </abbr>
            </Choice>
          ))}
        </Choices>
      )}
      {years.length < 2 ? null : (
        <details>
          <summary className={`fine ${styles.summary}`}>All years</summary>
          <Choices label="All years">
            {years.map((day) => (
              <Choice key={day} to={hallOfFame(kind, { ...view, at: day })} isShown={yearOf(day) === yearOf(from)}>
                {yearOf(day)}
              </Choice>
            ))}
          </Choices>
        </details>
      )}
    </div>
  );
}

function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className={control.choices}>{children}</ul>
    </nav>
  );
}

interface ChoiceProps {
  readonly to: ReturnType<typeof hallOfFame>;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

function Choice({ to, isShown, children }: ChoiceProps) {
  return (
    <li>
      <Link to={to} aria-current={isShown ? 'true' : undefined} preventScrollReset className={`${control.choice} ${styles.choice}`}>
        {children}
      </Link>
    </li>
  );
}

interface StepProps {
  readonly day: string | null;
  readonly hall: HallOfFame;
  readonly way: 'Earlier' | 'Later';
  readonly d: string;
}

function Step({ day, hall: { kind }, way, d }: StepProps) {
  const { view } = useView();
  const arrow = (
    <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={d} />
    </svg>
  );
  if (day === null) return <span className={styles.step}>{arrow}</span>;
  const name = `${way}: ${stretchName(kind, day)}`;
  return (
    <Link to={hallOfFame(kind, { ...view, at: day })} aria-label={name} title={name} preventScrollReset className={styles.step}>
      {arrow}
    </Link>
  );
}
