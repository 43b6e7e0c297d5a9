import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { LiveSource } from '../../../contract/live-source.ts';
import type { SearchCategory, SearchEntry } from '../../../domain/search/search.ts';
import { ownId } from '../finding/own-id.ts';
import { moveByArrow } from '../finding/arrow-keys.ts';
import styles from '../finding/finding.module.css';
import { RecentList } from '../finding/recent-list.tsx';
import { ResultTitle } from '../finding/result-title.tsx';
import { liveSearchOf } from '../asking/live-questions.ts';
import { onlyNow } from '../asking/only-now.ts';
import { useLiveSource } from '../asking/live-source-context.ts';
import { useRested } from '../asking/use-rested.ts';
import { SearchControls } from '../../parts/search-controls.tsx';
import { SearchResults } from '../../parts/search-results.tsx';
import { PageLayout } from '../../site/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import { useTypedText } from '../../address/use-draft.ts';
import { useView } from '../../address/view-context.ts';

export async function load(context: PageContext<LiveSource>): Promise<readonly SearchEntry[]> {
  await onlyNow(context);
  const {
    source,
    queryClient,
    view: { text, category },
  } = context;
  return queryClient.ensureQueryData(liveSearchOf(source, { text, category }));
}

export function head(): PageHead {
  return { title: 'Search', description: 'Find players, tournaments and achievements by name.' };
}

export function Component() {
  const { view } = useView();
  const [text, type] = useTypedText('text');
  return (
    <PageLayout heading="Search" lead="Players, tournaments and achievements, by name. Press Ctrl K or ⌘ K on any page to search.">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box and the links in it */}
      <search className={styles.finding} onKeyDown={moveByArrow}>
        <SearchControls text={text} onType={type} />
        {text === '' ? <RecentList /> : null}
        <Results text={useRested(text)} category={view.category} />
      </search>
    </PageLayout>
  );
}

function Results({ text, category }: { readonly text: string; readonly category: SearchCategory }) {
  const { data, isError, isPlaceholderData } = useQuery({
    ...liveSearchOf(useLiveSource(), { text, category }),
    placeholderData: keepPreviousData,
  });
  if (isError) return <p role="status">The search failed. Type to try again.</p>;
  return <SearchResults entries={(data ?? []).map(withOwnId)} busy={isPlaceholderData} title={titleMarking(text)} />;
}

function titleMarking(text: string): (entry: SearchEntry) => ReactNode {
  return (entry) => <ResultTitle entry={entry} text={text} />;
}

/** A result by the id that the thing itself has: a player's bib has the colour it has on the board. */
function withOwnId(entry: SearchEntry): SearchEntry {
  return { ...entry, id: ownId(entry) };
}
