import { useDeferredValue } from 'react';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import type { SearchCategory, SearchEntry } from '../../domain/search/search.ts';
import { useAnswer } from './questions.ts';
import { SearchControls } from '../parts/search-controls.tsx';
import { NoResults, SearchResult } from '../parts/search-result.tsx';
import { useTypedText } from '../address/use-draft.ts';
import { useView } from '../address/view-context.ts';
import { PageLayout } from '../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../site/page.ts';
import { SEARCH } from './page-words.ts';

export function load({ source, view: { text, category } }: PageContext<LeaderboardSource>): Promise<unknown> {
  return source.search({ text, category });
}

export function head(): PageHead {
  return { title: SEARCH.title, description: SEARCH.description };
}

export function Component() {
  const { view } = useView();
  const [text, type] = useTypedText('text');
  return (
    <PageLayout heading={SEARCH.title} lead={SEARCH.lead}>
      <SearchControls text={text} onType={type} />
      <Results text={useDeferredValue(text)} category={useDeferredValue(view.category)} />
    </PageLayout>
  );
}

function Results({ text, category }: { readonly text: string; readonly category: SearchCategory }) {
  'use memo';
  return <Found entries={useAnswer('search', { text, category })} />;
}

function Found({ entries }: { readonly entries: readonly SearchEntry[] }) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {SEARCH.found(entries.length)}
      </p>
      {entries.length === 0 ? (
        <NoResults />
      ) : (
        <ul aria-label={SEARCH.results} className="rows">
          {entries.map((entry) => (
            <SearchResult key={`${entry.type} ${entry.id}`} entry={entry} />
          ))}
        </ul>
      )}
    </>
  );
}
