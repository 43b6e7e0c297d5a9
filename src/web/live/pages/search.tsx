import type { LiveSearchQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { FoundCount, SearchAnswer } from '../../../contract/page-answers.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { Pager } from '../../board/pager.tsx';
import { moveByArrow } from '../finding/arrow-keys.ts';
import styles from '../finding/finding.module.css';
import { RecentList } from '../finding/recent-list.tsx';
import { ResultTitle } from '../finding/result-title.tsx';
import { askForPage, onlyNow } from '../asking/ask-for-page.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { useRested } from '../asking/use-rested.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { CATEGORY_OF, ownId } from '../links/addresses.ts';
import { NoResults } from '../../parts/no-results.tsx';
import { SearchControls } from '../../parts/search-controls.tsx';
import { SearchResult } from '../../parts/search-result.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useTypedText } from '../../address/use-draft.ts';
import { useView } from '../../address/view-context.ts';
import { allWords, foundWords } from '../words/count-words.ts';

/** Pages are those of one category; of everything there is the first of each. */
function questionOf({ category, board, page }: View, text: string): LiveSearchQuestion {
  return { text, category, board, page: category === 'all' ? 1 : page };
}

export async function load(context: PageContext<LiveSource>): Promise<SearchAnswer | null> {
  await onlyNow(context);
  const { source, answers, view } = context;
  return askForPage(context, () => answers.ensure(liveQuestion(source, 'search', questionOf(view, view.text))));
}

export function head(): PageHead {
  return { title: 'Search', description: 'Find players, tournaments and achievements by name.' };
}

export function Component() {
  const { view } = useView();
  const [text, type] = useTypedText('text');
  const rested = useRested(text);
  return (
    <PageLayout
      heading="Search"
      lead={
        <>
          Players, tournaments and achievements, by name.
          <span className={styles.keys}> Press Ctrl K or ⌘ K on any page to search.</span>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box and the links in it */}
      <search className={`stack ${styles.finding}`} onKeyDown={moveByArrow}>
        <SearchControls text={text} onType={type} />
        {text === '' ? <RecentList /> : null}
        {/* The page in the address is one of what the address looks for. */}
        <Results question={questionOf(rested === view.text ? view : { ...view, page: 1 }, rested)} />
      </search>
    </PageLayout>
  );
}

function Results({ question }: { readonly question: LiveSearchQuestion }) {
  const format = useNumberFormat();
  const { data, error, isOther } = useLive('search', [question], { meanwhile: asBefore });
  if (error !== null) return <p role="status">The search failed. Type to try again.</p>;
  if (data === undefined) return null;
  const { entries, found } = data;
  return (
    <div className={`stack ${styles.found}`} aria-busy={isOther}>
      <p role="status" className={entries.length === 0 ? 'visually-hidden' : styles.count}>
        {foundWords(found, format)}
      </p>
      {entries.length === 0 ? (
        <NoResults />
      ) : (
        <ul aria-label="Results" className={`rows ${styles.results}`}>
          {entries.map((entry) => (
            <SearchResult
              key={entry.id}
              // By the id that the thing itself has: a player's bib has the colour it has on the board.
              entry={{ ...entry, id: ownId(entry) }}
              title={<ResultTitle entry={entry} text={question.text} />}
            />
          ))}
        </ul>
      )}
      {question.category === 'all' ? (
        <MoreOfEach found={found} text={question.text} />
      ) : (
        found.map((bounds) => <Pager key={bounds.type} rows={{ ...bounds, items: entries }} label="Results pages" />)
      )}
      {found.every(({ complete }) => complete) ? null : (
        <p className="note">Too many players match to list them all. Type more of a name.</p>
      )}
    </div>
  );
}

/** The ways to all there is of each type of which not all is shown. */
function MoreOfEach({ found, text }: { readonly found: readonly FoundCount[]; readonly text: string }) {
  const { view } = useView();
  const format = useNumberFormat();
  const more = found.filter(({ pages }) => pages > 1);
  if (more.length === 0) return null;
  return (
    <nav aria-label="More results">
      <ul className={styles.more}>
        {more.map((one) => (
          <li key={one.type}>
            <Link
              to={{ pathname: '/search', search: viewToSearch({ ...view, text, category: CATEGORY_OF[one.type], page: 1 }) }}
              className={control.button}
            >
              {allWords(one, format)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
