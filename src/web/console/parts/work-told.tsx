import type { ApiWork } from '../../../contract/running-server.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import styles from './console.module.css';
import { WORK } from './parts-words.ts';

const EVERY_MS = { busy: 1000, idle: 10_000 } as const;

interface WorkToldProps {
  /** Only work of this kind, which is about to start, so it is refetched often. */
  readonly of?: ApiWork['what'];
}

/** Long-running work and its progress. Tracked by the server, so a reload loses nothing. */
export function WorkTold({ of }: WorkToldProps) {
  const { count } = useNumberFormat();
  const { answer } = useQuestion('work', undefined, {
    everyMs: (last) => (of !== undefined || last?.work.some(isUnderWay) === true ? EVERY_MS.busy : EVERY_MS.idle),
  });
  const underWay = answer?.work.filter((work) => isUnderWay(work) && (of === undefined || work.what === of)) ?? [];
  if (underWay.length === 0) return null;
  return (
    <ul aria-label={WORK.label} className={`${styles.lit} ${styles.work}`}>
      {underWay.map((work) => (
        <li key={work.id}>
          <label className={styles.row}>
            <span>{WORK[work.what](work)}</span>
            <progress max={work.total ?? undefined} value={work.total === null ? undefined : (work.done ?? 0)} />
            {work.done === null || work.total === null ? null : <span>{WORK.of(count(work.done), count(work.total))}</span>}
          </label>
        </li>
      ))}
    </ul>
  );
}

function isUnderWay({ state }: ApiWork): boolean {
  return state === 'under-way';
}
