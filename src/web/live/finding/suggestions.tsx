import { use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import type { SearchAnswer, FoundEntry } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { textMatcher } from '../../../domain/search/text-match.ts';
import { Link } from '../../address/link.tsx';
import { TypedContext, useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { useFoundPages } from '../../site/header/site-pages.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { boardQuestion, homeQuestion } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { useRested } from '../asking/in-browser.ts';
import { entryAddress, ownId } from '../links/addresses.ts';
import { countWords, foundWords, allWords } from '../words/count-words.ts';
import { MarkedText } from '../words/marks/marked-text.tsx';
import { isFew } from '../words/board-view.ts';
import styles from './suggestions.module.css';
import { FINDING, SEARCH_FAILED } from './finding-words.ts';

/** Suggestions of the header's search, in a layer above the page: matches that the page does not show, or anything. */
export type WantedSuggestions = 'nothing' | 'others' | 'anything';

export interface SuggestingProps {
  readonly wanted: WantedSuggestions;
  readonly isFirstFollowed: boolean;
  readonly onFollow: () => void;
}

/** The suggestions of the header's search while it has the focus: pages, players, tournaments and achievements. */
export function Suggesting({ wanted, isFirstFollowed, onFollow }: SuggestingProps) {
  const typed = use(TypedContext);
  const format = useNumberFormat();
  const panel = useRef<HTMLDivElement>(null);
  const text = useRested(typed);
  const matches = textMatcher(text);
  const pages = useFoundPages().filter(({ name }) => matches(name));
  const { found, error, isKnown } = useFound(text, wanted, pages.length > 0);
  const isAnswered = isKnown && text === typed;

  useEffect(() => {
    if (isFirstFollowed && isAnswered) panel.current?.querySelector('a')?.click();
  }, [isFirstFollowed, isAnswered]);

  const parts = [
    ...(pages.length === 0 ? [] : [countWords(pages.length, 'page', format)]),
    ...(found === undefined || found.entries.length === 0 ? [] : [foundWords(found.found, format)]),
  ];
  const isAny = found !== undefined && parts.length > 0;
  const isOpen = found !== undefined || error !== null;
  const none = error === null ? FINDING.none(text) : SEARCH_FAILED;
  return (
    <>
      <p role="status" className="visually-hidden">
        {isAny ? FINDING.browse(parts.join('. ')) : isOpen && wanted === 'anything' ? none : ''}
      </p>
      {!isOpen ? null : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press in it must not take the focus from the box, which would close it
        <div ref={panel} className={styles.suggestions} onMouseDown={(event) => event.preventDefault()}>
          {isAny ? (
            <FoundSuggestions found={found} pages={pages} text={text} onFollow={onFollow} />
          ) : (
            <p className={`muted anywhere ${styles.none}`}>{none}</p>
          )}
        </div>
      )}
    </>
  );
}

const NOTHING: SearchAnswer = { entries: [], found: [] };

/** Matches of a text, if wanted. Over a board they appear by themselves if it has few matches, and there are more than it shows. */
function useFound(text: string, wanted: WantedSuggestions, isPage: boolean) {
  const { view } = useView();
  const typed = use(TypedContext);
  const { pathname } = useLocation();
  const shown = wanted === 'anything' ? undefined : boardQuestion(pathname, view);
  const { data: board } = useLive('rankings', [{ ...(shown ?? homeQuestion(view)), q: text }], { isAsked: false });
  const hasRoom = shown === undefined || (board !== undefined && isFew(board));
  const isWanted = wanted === 'anything' || (wanted === 'others' && typed !== '' && text !== '' && hasRoom);
  const {
    data,
    error: failure,
    isOther,
  } = useLive('search', [{ text, category: 'all', board: view.board, page: 1 }], {
    isAsked: isWanted && text !== '',
    // The previous matches stay until the answer arrives, but "no matches" only holds for its own text.
    meanwhile: (before) => (before.entries.length === 0 ? undefined : before),
  });
  if (!isWanted) return { found: undefined, error: null, isKnown: false };
  const found = text === '' ? NOTHING : data;
  const error = wanted === 'anything' ? failure : null;
  const beyond =
    (found?.found ?? []).reduce((sum, { total }) => sum + total, 0) -
    (shown === undefined || board === undefined ? 0 : shownPlayers(board));
  if (shown !== undefined && beyond <= 0 && !isPage) return { found: undefined, error: null, isKnown: false };
  return { found, error, isKnown: found !== undefined && !isOther };
}

const MOST: Record<FoundEntry['type'], number> = { player: 5, tournament: 2, achievement: 2 };

export interface FoundSuggestionsProps {
  readonly found: SearchAnswer;
  readonly pages?: readonly { readonly name: string; readonly path: string }[];
  readonly text: string;
  readonly onFollow?: () => void;
}

/** Matches, closest first, each on one line ("Lewis Hamilton · 1st of all time"), and a link to all of them. */
export function FoundSuggestions({ found: { entries, found }, pages, text, onFollow }: FoundSuggestionsProps) {
  const { view } = useView();
  const format = useNumberFormat();
  const { period, board } = view;
  const shown = found.flatMap(({ type }) => entries.filter((entry) => entry.type === type).slice(0, MOST[type]));
  const isMore = found.reduce((sum, { total }) => sum + total, 0) > shown.length;
  const [players, ...others] = found;
  return (
    <ul aria-label={FINDING.suggestions} className={`rows ${styles.results}`}>
      {pages?.map(({ name, path }) => (
        <li key={path}>
          <Link
            to={{ pathname: path, search: viewToSearch({ period, board }) }}
            className={`line loose ${styles.result}`}
            onClick={onFollow}
          >
            <span className="grow anywhere">
              <span className="bold">
                <MarkedText text={name} wanted={text} />
              </span>
              <span className="note"> · {FINDING.page}</span>
            </span>
          </Link>
        </li>
      ))}
      {shown.map((entry) => (
        <li key={entry.id}>
          <Link to={entryAddress(entry, view)} className={`line loose ${styles.result}`} onClick={onFollow}>
            <Bib id={ownId(entry)} name={entry.title} avatar={entry.avatar} size="row" />
            <span className="grow anywhere">
              <bdi className="bold">
                <MarkedText text={entry.title} wanted={text} />
              </bdi>
              <span className={`note ${styles.below}`}>
                <span className={styles.dot}> · </span>
                {entry.subtitle}
              </span>
            </span>
          </Link>
        </li>
      ))}
      {isMore ? (
        <li>
          <Link
            to={{ pathname: '/search', search: viewToSearch({ period, board, text, category: others.length === 0 ? 'players' : 'all' }) }}
            className={`line loose muted strong ${styles.all}`}
            onClick={onFollow}
          >
            {others.length === 0 ? allWords(players!, format) : FINDING.all(foundWords(found, format))}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
