import { useLayoutEffect, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { pageOfRank } from '../links/rank-jump.tsx';
import { useNews } from '../words/marks/news.tsx';
import { rankWords } from '../words/rank-words.ts';
import { sinceWords, ownWords } from './mine-words.ts';
import styles from './my-row.module.css';
import { useMyPlace, type MyPlace } from './use-my-place.ts';

/** A place, and the board and period it is on. */
export interface FoundPlace {
  readonly ranksOf: string;
  readonly my: MyPlace;
}

export interface MyVisitProps {
  readonly view: LiveBoardView;
  readonly ranksOf: string;
  /** Told before anything is painted, so that the rest of the page says the same. */
  readonly onPlace: (place: FoundPlace | undefined) => void;
}

/** Finds the person in front of the screen on a board, and says what happened to them since they last looked. */
export function MyVisit({ view, ranksOf, onPlace }: MyVisitProps) {
  const my = useMyPlace(view);
  const text = JSON.stringify(my);
  useLayoutEffect(() => onPlace(text === undefined ? undefined : { ranksOf, my: JSON.parse(text) as MyPlace }), [text, ranksOf, onPlace]);
  return <SinceLastVisit my={my} />;
}

export interface MyFootProps {
  readonly my: MyPlace | undefined;
  readonly ranksOf: string;
  readonly words: UnitWords;
}

/** Their row while it is out of view, and what a screen reader is told of it. */
export function MyFoot({ my, ranksOf, words }: MyFootProps) {
  return (
    <>
      <MyRow my={my} words={words} />
      <OwnNews my={my} ranksOf={ranksOf} words={words} />
    </>
  );
}

/** What happened to the person in front of the screen since they last looked. */
function SinceLastVisit({ my }: { readonly my: MyPlace | undefined }) {
  const format = useNumberFormat();
  if (my?.since === undefined) return null;
  return (
    <p className={styles.since}>
      <strong>Since your last visit:</strong> {sinceWords(my.since, format)}.
    </p>
  );
}

/** Your own row, at the foot of the screen while the real one is out of view, and the way there. */
function MyRow({ my, words }: { readonly my: MyPlace | undefined; readonly words: UnitWords }) {
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

/** At least this long between two announcements of one's own rank, in milliseconds. */
const OWN_EVERY_MS = 8_000;

interface OwnNewsProps {
  readonly my: MyPlace | undefined;
  /** The board and period it is the place on. */
  readonly ranksOf: string;
  readonly words: UnitWords;
}

/** Says that the person in front of the screen climbed, fell, took or lost the lead: what several changes come to, once. */
function OwnNews({ my, ranksOf, words: unit }: OwnNewsProps) {
  const format = useNumberFormat();
  const news = useNews({
    now: my === undefined ? '' : String(my.rank),
    of: `${ranksOf} ${my?.me.username}`,
    everyMs: OWN_EVERY_MS,
    words: (before) => (my === undefined ? '' : ownWords(Number(before), my, unit, format)),
  });
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
