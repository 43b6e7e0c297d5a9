import type { ApiOverview } from '../../../contract/server-answers.ts';
import { Link } from '../../address/link.tsx';
import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { attention, passkeysByOthers } from './attention.ts';
import styles from './overview.module.css';

/** What somebody has to look at, with the way there; or that all is well. */
export function NeedsYou({ overview }: { readonly overview: ApiOverview }) {
  const { id } = usePerson();
  const { answer } = useQuestion('operators');
  const own = answer?.operators.find((each) => each.id === id)?.passkeys ?? [];
  const matters = [...passkeysByOthers(own, Date.parse(overview.at)), ...attention(overview)];
  if (matters.length === 0) {
    return (
      <p className={styles.well}>
        <strong>All is well.</strong> Nothing needs you.
      </p>
    );
  }
  return (
    <section aria-label="What needs you" className={styles.needs}>
      <h2 className={styles.needsTitle}>What needs you</h2>
      <ul className={styles.matters}>
        {matters.map(({ words, path }) => (
          <li key={words}>{path === undefined ? words : <Link to={path}>{words}</Link>}</li>
        ))}
      </ul>
    </section>
  );
}
