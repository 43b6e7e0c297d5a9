import { MissingPage } from './missing-page.tsx';
import { noMomentWords } from './no-moment-words.ts';
import styles from '../../site/not-found.module.css';
import type { Missing, PageHead } from '../../site/page.ts';
import own from './no-moment.module.css';

type NoMoment = Extract<Missing, { kind: 'moment' }>;

export function head({ at }: NoMoment): PageHead {
  return { title: 'No such moment', description: noMomentWords(at) };
}

/** Any page that was asked for a moment that is none: which it is, and what there is. */
export function Component({ what: { at } }: { readonly what: NoMoment }) {
  return (
    <MissingPage title="No such moment" words={noMomentWords(at)}>
      <p className={styles.help}>
        Every moment from the first points until now can be looked back at: a day as <span className={own.example}>2026-11-20</span>, a
        moment as <span className={own.example}>2026-11-20T18:00Z</span>.
      </p>
    </MissingPage>
  );
}
