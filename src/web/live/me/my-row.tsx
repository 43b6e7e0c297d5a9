import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Link } from '../../address/link.tsx';
import { Total } from '../../ui/total.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import control from '../../ui/control.module.css';
import { useView } from '../../address/view-context.ts';
import { rankWords } from '../words/rank-words.ts';
import { pageOfRank } from '../links/rank-jump.tsx';
import styles from './my-row.module.css';
import { sinceWords } from './since-words.ts';
import type { MyPlace } from './use-my-place.ts';

/** What happened to the person in front of the screen since they last looked. */
export function SinceLastVisit({ my }: { readonly my: MyPlace | undefined }) {
  const format = useNumberFormat();
  if (my?.since === undefined) return null;
  return (
    <p className={styles.since}>
      <strong>Since your last visit:</strong> {sinceWords(my.since, format)}.
    </p>
  );
}

/** Your own row, at the foot of the screen while the real one is out of view, and the way there. */
export function MyRow({ my, words }: { readonly my: MyPlace | undefined; readonly words: UnitWords }) {
  return my === undefined ? null : <OwnRow my={my} words={words} />;
}

function OwnRow({ my: { rank, points }, words }: { readonly my: MyPlace; readonly words: UnitWords }) {
  const { view, typePlayer } = useView();
  const { pathname } = useLocation();
  const format = useNumberFormat();
  const going = useRef(false);
  const observer = useRef<IntersectionObserver>(null);
  const [inView, setInView] = useState(false);

  useEffect(() => {
    const made = new IntersectionObserver((entries) => setInView(entries.some((entry) => entry.isIntersecting)));
    observer.current = made;
    return () => made.disconnect();
  }, []);

  // After every render: rows come, go and move with the board. One that goes is told as out of view.
  useEffect(() => {
    const mark = document.querySelector('main [data-me]');
    if (mark === null) return;
    observer.current?.observe(mark);
    if (!going.current) return;
    going.current = false;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    mark.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
    mark.querySelector('a')?.focus({ preventScroll: true });
  });

  if (inView) return null;
  return (
    <aside aria-label="Your place" className={styles.row}>
      <span className={`condensed ${styles.rank}`}>{rankWords(rank, format)}</span>
      <span className={styles.you}>You</span>
      <span className={styles.points}>
        <Total words={words} total={points} /> {words.tag(points)}
      </span>
      <Link
        to={{ pathname, search: viewToSearch({ ...view, q: '', page: pageOfRank(rank) }) }}
        preventScrollReset
        className={`${control.link} ${styles.go}`}
        onClick={() => {
          typePlayer('');
          going.current = true;
        }}
      >
        Find me
      </Link>
    </aside>
  );
}
