import { MissingPage } from './missing-page.tsx';
import { noMomentWords } from './no-moment-words.ts';
import styles from '../../site/not-found.module.css';
import type { Missing, PageHead } from '../../site/page.ts';
import own from './no-moment.module.css';

type NoMoment = Extract<Missing, { kind: 'moment' }>;

export function head({ at }: NoMoment): PageHead {
  return { title: 'Date not found', description: noMomentWords(at) };
}

/** Takes the place of any page whose `at` cannot be shown: says why, and what to write instead. */
export function Component({ what: { at } }: { readonly what: NoMoment }) {
  return (
    <MissingPage title="Date not found" words={noMomentWords(at)}>
      <p className={styles.help}>
        You can look back at any time since the first points. Write a day as <span className={own.example}>2026-11-20</span>, or a moment as{' '}
        <span className={own.example}>2026-11-20T18:00Z</span>.
      </p>
    </MissingPage>
  );
}
