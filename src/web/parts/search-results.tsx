import type { SearchEntry } from '../../domain/search/search.ts';
import { NoResults } from './no-results.tsx';
import { SearchResult } from './search-result.tsx';

/** What a search found, or words where that is nothing; their number is said to a screen reader. */
export function SearchResults({ entries }: { readonly entries: readonly SearchEntry[] }) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {entries.length === 0 ? 'No results' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </p>
      {entries.length === 0 ? (
        <NoResults />
      ) : (
        <ul aria-label="Results" className="rows">
          {entries.map((entry) => (
            <SearchResult key={`${entry.type} ${entry.id}`} entry={entry} />
          ))}
        </ul>
      )}
    </>
  );
}
