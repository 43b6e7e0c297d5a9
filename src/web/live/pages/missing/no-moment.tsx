import { MissingPage } from './missing-page.tsx';
import { noMomentWords } from './no-moment-words.ts';
import type { Missing, PageHead } from '../../../site/page.ts';
import own from './no-moment.module.css';

type NoMoment = Extract<Missing, { kind: 'moment' }>;

export function head(what: NoMoment): PageHead {
  return { title: 'Date not found', description: wordsOf(what) };
}

/** Takes the place of any page whose `at` cannot be shown: says why, and what to write instead. */
export function Component({ what }: { readonly what: NoMoment }) {
  if (what.page === 'of now')
    return (
      <MissingPage title="Date not found" words={wordsOf(what)} way="Open it without a date">
        <p className="muted">You can look back on the boards, and at the events behind a rank.</p>
      </MissingPage>
    );
  return (
    <MissingPage title="Date not found" words={wordsOf(what)}>
      <p className="muted">
        You can look back at any time since the first points. Write a day as <span className={own.example}>2026-11-20</span>, or a moment as{' '}
        <span className={own.example}>2026-11-20T18:00Z</span>.
      </p>
    </MissingPage>
  );
}

function wordsOf({ at, page }: NoMoment): string {
  return page === 'of now' ? `This page shows only the present. It cannot show “${at}”.` : noMomentWords(at);
}
