import type { ReactNode } from 'react';

import type { SearchEntry } from '../../domain/search/search.ts';
import { Bib } from '../board/bib/bib.tsx';
import section from '../ui/section-title.module.css';
import styles from './search.module.css';
import { NO_RESULTS, NO_RESULTS_HINT, TYPE_NAMES } from './part-words.ts';

interface SearchResultProps {
  readonly entry: SearchEntry;
  readonly title?: ReactNode;
}

/** A search result. */
export function SearchResult({ entry, title = entry.title }: SearchResultProps) {
  return (
    <li className={`ground ${styles.result}`}>
      <Bib id={entry.id} name={entry.title} avatar={entry.avatar} size="row" />
      <div className={styles.what}>
        <span className={`anywhere ${section.part}`}>{title}</span>
        <span className="muted">{entry.subtitle}</span>
      </div>
      <div className={styles.facts}>
        <span className="small faint">{TYPE_NAMES[entry.type]}</span>
        <span className="name tabular">{entry.extra}</span>
      </div>
    </li>
  );
}

/** Shown in place of search results. */
export function NoResults() {
  return (
    <div className={styles.empty}>
      <h2 className={section.title}>{NO_RESULTS}</h2>
      <p className="muted">{NO_RESULTS_HINT}</p>
    </div>
  );
}
