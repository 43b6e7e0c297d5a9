import { useLocation } from 'react-router';

import type { LiveSearchQuestion, LiveSource } from '../../../contract/live-source.ts';
import type { FoundCount, SearchAnswer, FoundEntry } from '../../../contract/page-answers.ts';
import { viewToSearch, type View } from '../../../contract/view.ts';
import { Link } from '../../address/link.tsx';
import { useTypedText } from '../../address/use-draft.ts';
import { useView } from '../../address/view-context.ts';
import { Pager } from '../../board/pager.tsx';
import { SearchControls } from '../../parts/search-controls.tsx';
import { NoResults, SearchResult } from '../../parts/search-result.tsx';
import { PageLayout } from '../../site/frame/page-layout.tsx';
import type { PageContext, PageHead } from '../../site/page.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { askForPage, onlyNow } from '../asking/ask-for-page.ts';
import { useInBrowser, useRested } from '../asking/in-browser.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { moveByArrow } from '../../ui/arrow-keys.ts';
import { SEARCH_FAILED } from '../finding/finding-words.ts';
import styles from '../finding/finding.module.css';
import { CATEGORY_OF, ownId, entryAddress } from '../links/addresses.ts';
import player from '../links/player-link.module.css';
import { allWords, foundWords } from '../words/count-words.ts';
import { MarkedText } from '../words/marks/marked-text.tsx';
import { SEARCH } from './page-words.ts';

function questionOf({ category, board, page }: View, text: string): LiveSearchQuestion {
  return { text, category, board, page: category === 'all' ? 1 : page };
}

export async function load(context: PageContext<LiveSource>): Promise<SearchAnswer | null> {
  await onlyNow(context);
  const { source, answers, view } = context;
  return askForPage(context, () => answers.ensure(liveQuestion(source, 'search', questionOf(view, view.text))));
}

export function head(): PageHead {
  return { title: SEARCH.title, description: SEARCH.description };
}

export function Component() {
  const { view } = useView();
  const [text, type] = useTypedText('text');
  const rested = useRested(text);
  return (
    <PageLayout heading={SEARCH.title} lead={SEARCH.lead}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box and the links in it */}
      <search className={`stack ${styles.finding}`} onKeyDown={moveByArrow}>
        <SearchControls text={text} onType={type} />
        {/* The page in the URL belongs to the text in the URL. */}
        <Results question={questionOf(rested === view.text ? view : { ...view, page: 1 }, rested)} />
      </search>
    </PageLayout>
  );
}

function Results({ question }: { readonly question: LiveSearchQuestion }) {
  const { view } = useView();
  const format = useNumberFormat();
  const { data, error, isOther } = useLive('search', [question], { meanwhile: asBefore });
  if (error !== null) return <p role="status">{SEARCH_FAILED}</p>;
  if (data === undefined) return null;
  const { entries, found } = data;
  return (
    <div className="stack loose" aria-busy={isOther}>
      <p role="status" className={entries.length === 0 ? 'visually-hidden' : 'strong tabular'}>
        {foundWords(found, format)}
      </p>
      {entries.length === 0 ? (
        <NoResults />
      ) : (
        <ul aria-label={SEARCH.results} className={`rows ${styles.results}`}>
          {entries.map((entry) => (
            <SearchResult
              key={entry.id}
              // The player's own id, so that their bib has the same colour as on the board.
              entry={{ ...entry, id: ownId(entry) }}
              title={<ResultTitle entry={entry} text={question.text} />}
            />
          ))}
        </ul>
      )}
      {question.category === 'all' ? (
        <MoreOfEach found={found} text={question.text} />
      ) : (
        found.map((bounds) => (
          <Pager
            key={bounds.type}
            rows={{ ...bounds, items: entries }}
            label={SEARCH.pages}
            // The results may be ahead of the URL: without their text, a quick click would page through the previous results.
            search={(page) => viewToSearch({ ...view, text: question.text, page })}
          />
        ))
      )}
      {found.every(({ complete }) => complete) ? null : <p className="note">{SEARCH.tooMany}</p>}
    </div>
  );
}

function MoreOfEach({ found, text }: { readonly found: readonly FoundCount[]; readonly text: string }) {
  const { view } = useView();
  const format = useNumberFormat();
  const more = found.filter(({ pages }) => pages > 1);
  if (more.length === 0) return null;
  return (
    <nav aria-label={SEARCH.more}>
      <ul className={control.choices}>
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

/** The title of a search result with the matches marked, linked to the player's page, the operator's link, or the result itself. */
function ResultTitle({ entry, text }: { readonly entry: FoundEntry; readonly text: string }) {
  const { view } = useView();
  const { hash } = useLocation();
  // The server does not receive the hash, and browsers apply :target only to pages they load themselves.
  const isMeant = useInBrowser() && hash === `#${entry.id}`;
  const marked = (
    <bdi>
      <MarkedText text={entry.title} wanted={text} />
    </bdi>
  );
  return (
    <span id={entry.id} data-meant={isMeant ? '' : undefined}>
      {entry.link === undefined ? (
        <Link to={entryAddress(entry, view)} className={player.link}>
          {marked}
        </Link>
      ) : (
        <a href={entry.link} rel="noopener" className={player.link}>
          {marked}
        </a>
      )}
    </span>
  );
}
