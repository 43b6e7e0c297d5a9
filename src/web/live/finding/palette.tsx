import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import type { FoundEntry, SearchAnswer } from '../../../contract/page-answers.ts';
import { cleanText, MAX_TEXT_LENGTH, viewToSearch } from '../../../contract/view.ts';
import { textMatcher } from '../../../domain/search/text-match.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { type NumberFormat, useNumberFormat } from '../../ui/number-format.ts';
import { countWords } from '../words/count-words.ts';
import { useFoundPages } from '../../site/header/site-pages.ts';
import { useView } from '../../address/view-context.ts';
import { MarkedText } from '../words/marks/marked-text.tsx';
import { foundWords } from '../words/found-words.ts';
import { useRested } from '../asking/use-rested.ts';
import { asBefore } from '../asking/use-answer.ts';
import { useLive } from '../asking/use-live.ts';
import { moveByArrow } from './arrow-keys.ts';
import { FoundLink } from './found-entry.tsx';
import row from './found-entry.module.css';
import styles from './palette.module.css';
import { rememberSearch } from './recent-searches.ts';

/** How many results of each type are shown: as many as fit without scrolling on most screens. The search page has all. */
const MOST: Record<FoundEntry['type'], number> = { player: 5, tournament: 2, achievement: 2 };

/** A search over the page it was opened on: pages, players, tournaments and achievements. `opened` counts how often it was asked for. */
export function Palette({ opened }: { readonly opened: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);

  useEffect(() => {
    const { current } = dialog;
    if (opened === 0 || current === null || current.open) return;
    current.showModal();
  }, [opened]);

  // Whoever has gone somewhere, also back, has left it. The address of the same page may still follow what was typed there.
  useEffect(() => {
    if (shownAt.current !== pathname) dialog.current?.close();
    shownAt.current = pathname;
  }, [pathname]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes it as Escape does
    <dialog
      ref={dialog}
      aria-label="Find anything"
      className={styles.palette}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={moveByArrow}
    >
      <Found key={opened} close={() => dialog.current?.close()} />
    </dialog>
  );
}

function Found({ close }: { readonly close: () => void }) {
  const { view } = useView();
  // What stands in the header's box is what somebody is looking for.
  const [text, setText] = useState(view.q);
  const [isFirstWanted, wantFirst] = useState(false);
  const results = useRef<HTMLUListElement>(null);
  const format = useNumberFormat();
  const rested = useRested(text);
  const { data, error, isOther } = useLive('search', [{ text: rested, category: 'all', board: view.board, page: 1 }], {
    isAsked: rested !== '',
    meanwhile: asBefore,
  });
  const matches = textMatcher(text);
  const { period, board } = view;
  const pages = useFoundPages().filter(({ name }) => matches(name));
  const { entries, found } = rested === '' || data === undefined ? NOTHING : data;
  const shown = found.flatMap(({ type }) => entries.filter((entry) => entry.type === type).slice(0, MOST[type]));
  const isMore = found.reduce((sum, { total }) => sum + total, 0) > shown.length;
  const count = pages.length + shown.length;
  const isAnswered = text === rested && (text === '' || (data !== undefined && !isOther));
  const follow = () => {
    rememberSearch(text);
    close();
  };

  useEffect(() => {
    if (isFirstWanted && isAnswered) results.current?.querySelector('a')?.click();
  }, [isFirstWanted, isAnswered]);

  return (
    <div className={`stack ${styles.inside}`}>
      <div className={styles.top}>
        <input
          type="search"
          aria-label="Find a page, a player, a tournament or an achievement"
          placeholder="Find anything"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          className={`${control.search} ${styles.box}`}
          onChange={(event) => {
            setText(cleanText(event.target.value));
            wantFirst(false);
          }}
          onKeyDown={(event) => event.key === 'Enter' && wantFirst(true)}
        />
        <button type="button" className={`${control.quiet} ${styles.close}`} onClick={close}>
          Close
        </button>
      </div>
      <p role="status" className={count === 0 ? styles.none : 'visually-hidden'}>
        {error !== null ? 'The search failed. Type to try again.' : resultWords(pages.length, foundWords(found, format), count, format)}
      </p>
      <ul ref={results} aria-label="Results" className={`rows ${row.results}`}>
        {pages.map(({ name, path }) => (
          <li key={path}>
            <Link to={{ pathname: path, search: viewToSearch({ period, board }) }} className={row.result} onClick={follow}>
              <span className={row.words}>
                <span className={row.title}>
                  <MarkedText text={name} wanted={text} />
                </span>
                <span className="note"> · Page</span>
              </span>
            </Link>
          </li>
        ))}
        {shown.map((entry) => (
          <li key={entry.id}>
            <FoundLink entry={entry} text={rested} onFollow={follow} />
          </li>
        ))}
        {isMore ? (
          <li>
            <Link to={{ pathname: '/search', search: viewToSearch({ period, board, text: rested }) }} className={row.all} onClick={follow}>
              All results: {foundWords(found, format)}
            </Link>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

const NOTHING: SearchAnswer = { entries: [], found: [] };

function resultWords(pages: number, found: string, count: number, format: NumberFormat): string {
  if (count === 0) return 'No results found';
  const ofPages = countWords(pages, 'page', format);
  if (count === pages) return ofPages;
  return pages === 0 ? found : `${ofPages}. ${found}`;
}
