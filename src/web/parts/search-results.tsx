import type { ReactNode } from 'react';

import type { SearchEntry } from '../../domain/search/search.ts';
import section from '../ui/section-title.module.css';
import { SearchResult } from './search-result.tsx';
import styles from './search-results.module.css';

interface SearchResultsProps {
  readonly entries: readonly SearchEntry[];
  /** Whether the answer to another question is on its way. */
  readonly busy?: boolean;
  /** How an edition shows the title of a result, where not as plain text. */
  readonly title?: (entry: SearchEntry) => ReactNode;
}

/** What a search found, or words where that is nothing; their number is said to a screen reader. */
export function SearchResults({ entries, busy = false, title }: SearchResultsProps) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {entries.length === 0 ? 'No results' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </p>
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <h2 className={section.title}>No results found</h2>
          <p>Try adjusting your search terms or filters</p>
        </div>
      ) : (
        <ul aria-label="Results" aria-busy={busy} className={styles.results}>
          {entries.map((entry) => (
            <SearchResult key={`${entry.type} ${entry.id}`} entry={entry} title={title?.(entry)} />
          ))}
        </ul>
      )}
    </>
  );
}
