import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';

import { cleanText, MAX_TEXT_LENGTH, viewToSearch } from '../../../contract/view.ts';
import type { SearchCategory, SearchEntry } from '../../../domain/search/search.ts';
import { textMatcher } from '../../../domain/search/text-match.ts';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { useNamedPages } from '../../site/header/site-pages.ts';
import { useView } from '../../address/view-context.ts';
import { liveSearchOf } from '../asking/live-questions.ts';
import { useLiveSource } from '../asking/live-source-context.ts';
import { MarkedText } from '../words/marked-text.tsx';
import { playerPath } from '../links/player-address.ts';
import { useRested } from '../asking/use-rested.ts';
import { moveByArrow } from './arrow-keys.ts';
import { ownId } from './own-id.ts';
import styles from './palette.module.css';
import { rememberSearch } from './recent-searches.ts';

/** How many results are shown: as many as fit without scrolling on most screens. */
const MOST = 8;

const CATEGORIES: Record<SearchEntry['type'], SearchCategory> = {
  player: 'players',
  tournament: 'tournaments',
  achievement: 'achievements',
};

/** A search over the page it was opened on: pages, players, tournaments and achievements. `opened` counts how often it was asked for. */
export function Palette({ opened }: { readonly opened: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const shownAt = useRef(key);

  useEffect(() => {
    const { current } = dialog;
    if (opened === 0 || current === null || current.open) return;
    current.showModal();
    current.querySelector('input')?.select();
  }, [opened]);

  // Whoever has gone somewhere has found what they looked for.
  useEffect(() => {
    if (shownAt.current !== key) dialog.current?.close();
    shownAt.current = key;
  }, [key]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes it as Escape does
    <dialog
      ref={dialog}
      aria-label="Find anything"
      className={styles.palette}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={moveByArrow}
    >
      <Found close={() => dialog.current?.close()} />
    </dialog>
  );
}

function Found({ close }: { readonly close: () => void }) {
  const { view } = useView();
  const [text, setText] = useState('');
  const rested = useRested(text);
  const { data, isError } = useQuery({
    ...liveSearchOf(useLiveSource(), { text: rested, category: 'all' }),
    enabled: rested !== '',
    placeholderData: keepPreviousData,
  });
  const matches = textMatcher(text);
  const search = viewToSearch({ period: view.period, board: view.board });
  const pages = useNamedPages().filter(({ name }) => matches(name));
  const entries = rested === '' ? [] : (data ?? []).slice(0, MOST);
  const count = pages.length + entries.length;
  const follow = () => {
    rememberSearch(text);
    close();
  };
  return (
    <div className={styles.inside}>
      <input
        type="search"
        aria-label="Find a page, a player, a tournament or an achievement"
        placeholder="Find anything"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        className={`${control.search} ${styles.box}`}
        onChange={(event) => setText(cleanText(event.target.value))}
      />
      <p role="status" className={count === 0 ? styles.none : 'visually-hidden'}>
        {isError
          ? 'The search failed. Type to try again.'
          : count === 0
            ? 'No results found'
            : `${count} ${count === 1 ? 'result' : 'results'}`}
      </p>
      <ul aria-label="Results" className={styles.results}>
        {pages.map(({ name, path }) => (
          <li key={path}>
            <Link to={{ pathname: path, search }} className={styles.result} onClick={follow}>
              <span className={styles.title}>
                <MarkedText text={name} wanted={text} />
              </span>
              <span className={styles.type}>Page</span>
            </Link>
          </li>
        ))}
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link to={addressOf(entry, search)} className={styles.result} onClick={follow}>
              <Bib id={ownId(entry)} name={entry.title} avatar={entry.avatar} size="row" />
              <span className={styles.title}>
                <MarkedText text={entry.title} wanted={rested} />
              </span>
              <span className={styles.type}>{entry.subtitle}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A player has a page; of everything else the search page tells what there is. */
function addressOf(entry: SearchEntry, search: string) {
  if (entry.type === 'player') return { pathname: playerPath(ownId(entry)), search };
  return { pathname: '/search', search: viewToSearch({ text: entry.title, category: CATEGORIES[entry.type] }) };
}
