import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useNavigate } from 'react-router';

import type { LeaderboardSource } from '../../contract/leaderboard-source.ts';
import { MAX_TEXT_LENGTH, viewToSearch } from '../../contract/view.ts';
import { SEARCH_CATEGORIES, type SearchCategory } from '../../domain/search.ts';
import { searchOf } from '../data/questions.ts';
import { useSource } from '../data/source-context.ts';
import { SearchResult } from '../page-parts/search-result.tsx';
import { SegmentedButtons } from '../ui/segmented-buttons.tsx';
import { useTypedText } from '../view/use-typed-text.ts';
import { useView } from '../view/view-context.ts';
import { PageLayout } from './page-layout.tsx';
import type { PageContext, PageHead } from './page.ts';
import styles from './search.module.css';

const NAMES: Record<SearchCategory, string> = { all: 'All', players: 'Players', tournaments: 'Tournaments', achievements: 'Achievements' };

export function load({ source, queryClient, view: { text, category } }: PageContext<LeaderboardSource>): Promise<unknown> {
  return queryClient.ensureQueryData(searchOf(source, { text, category }));
}

export function head(): PageHead {
  return { title: 'Search', description: 'Find players, tournaments and achievements by name.' };
}

export function Component() {
  const { view } = useView();
  const navigate = useNavigate();
  const [text, type] = useTypedText('text');
  return (
    <PageLayout heading="Search" lead="Players, tournaments and achievements, by title. Sample results.">
      <div className={styles.controls}>
        <input
          type="search"
          name="text"
          aria-label="Search players, tournaments and achievements"
          placeholder="Search players, tournaments, achievements..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          className={styles.box}
          onChange={(event) => type(event.target.value)}
        />
        <SegmentedButtons
          label="Category"
          name="category"
          options={SEARCH_CATEGORIES.map((category) => ({ value: category, text: NAMES[category] }))}
          chosen={view.category}
          onChoose={(category) => void navigate({ search: viewToSearch({ ...view, text, category }) }, { preventScrollReset: true })}
        />
      </div>
      <Results text={useDeferredValue(text)} category={useDeferredValue(view.category)} />
    </PageLayout>
  );
}

function Results({ text, category }: { readonly text: string; readonly category: SearchCategory }) {
  'use memo';
  const { data: entries } = useSuspenseQuery(searchOf(useSource(), { text, category }));
  return (
    <>
      <p role="status" className="visually-hidden">
        {entries.length === 0 ? 'No results' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </p>
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <h2>No results found</h2>
          <p>Try adjusting your search terms or filters</p>
        </div>
      ) : (
        <ul aria-label="Results" className={styles.results}>
          {entries.map((entry) => (
            <SearchResult key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </>
  );
}
