import type { ApiWork } from '../../../contract/running-server.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import styles from './console.module.css';

/** How often it is asked for while something is under way, and while nothing is, in milliseconds. */
const EVERY_MS = { busy: 1000, idle: 10_000 } as const;

interface WorkToldProps {
  /** Only work of this kind, which is about to begin: it is asked for often. */
  readonly of?: ApiWork['what'];
}

/** What takes long and is under way, with how far it is. The server knows it, so that a reload or another room loses nothing. */
export function WorkTold({ of }: WorkToldProps) {
  const { count } = useNumberFormat();
  const { answer } = useQuestion('work', undefined, {
    everyMs: (last) => (of !== undefined || last?.work.some(isUnderWay) === true ? EVERY_MS.busy : EVERY_MS.idle),
  });
  const underWay = answer?.work.filter((work) => isUnderWay(work) && (of === undefined || work.what === of)) ?? [];
  if (underWay.length === 0) return null;
  return (
    <ul aria-label="Under way" className={`${styles.lit} ${styles.work}`}>
      {underWay.map((work) => (
        <li key={work.id}>
          <label className={styles.row}>
            <span>{workWords(work)}</span>
            <progress max={work.total ?? undefined} value={work.total === null ? undefined : (work.done ?? 0)} />
            {work.done === null || work.total === null ? null : (
              <span>
                {count(work.done)} of {count(work.total)}
              </span>
            )}
          </label>
        </li>
      ))}
    </ul>
  );
}

function isUnderWay({ state }: ApiWork): boolean {
  return state === 'under-way';
}

function workWords({ what, players: [first, second], subject, board }: ApiWork): string {
  switch (what) {
    case 'backup':
      return 'A backup is being made';
    case 'merge':
      return `${first?.displayName ?? 'A player'} is merged into ${second?.displayName ?? 'another'}`;
    case 'erasure':
      return `${first?.displayName ?? 'A player'} is erased`;
    case 'import':
      return `${subject ?? 'A file'} is imported into ${board ?? 'a board'}`;
  }
}
