import type { ApiOverview } from '../../../contract/server-answers.ts';
import { Link } from '../../address/link.tsx';
import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import look from '../parts/console.module.css';
import { attention, passkeysByOthers } from './attention.ts';
import styles from './overview.module.css';

/** What needs attention, with a link to where it is dealt with; or that nothing does. */
export function NeedsYou({ overview }: { readonly overview: ApiOverview }) {
  const { id } = usePerson();
  const { answer } = useQuestion('operators');
  const own = answer?.operators.find((each) => each.id === id)?.passkeys ?? [];
  const matters = [...passkeysByOthers(own, Date.parse(overview.at)), ...attention(overview)];
  if (matters.length === 0) {
    return (
      <p className={look.good}>
        <strong>All clear</strong>
      </p>
    );
  }
  return (
    <section aria-label="Needs attention" className={look.bad}>
      <h2 className={look.large}>Needs attention</h2>
      <ul className={styles.matters}>
        {matters.map(({ words, path }) => (
          <li key={words}>{path === undefined ? words : <Link to={path}>{words}</Link>}</li>
        ))}
      </ul>
    </section>
  );
}
