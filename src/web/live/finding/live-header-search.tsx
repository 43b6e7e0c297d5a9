import { useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';

import type { SearchAnswer } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { PlayerSearch } from '../../site/header/player-search.tsx';
import { useView } from '../../address/view-context.ts';
import { boardQuestion, homeQuestion, liveRankingsOf, liveSearchOf, playersCalled } from '../asking/live-questions.ts';
import { useLiveSource } from '../asking/live-source-context.ts';
import { useRested } from '../asking/use-rested.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { foundWords } from '../words/found-words.ts';
import { isFew } from '../words/match-words.ts';
import { moveByArrow } from './arrow-keys.ts';
import styles from './live-header-search.module.css';
import { PaletteOpener } from './palette-opener.tsx';
import { SuggestedPlayers } from './suggested-players.tsx';

/**
 * The header's search of this edition. It filters what is shown, as in the other one; and while somebody is at it, it
 * suggests players: on a page without a board whoever the text may mean, on one with a board if it has few of them.
 */
export function LiveHeaderSearch() {
  const { view, leavePlayer } = useView();
  const [isOpen, setOpen] = useState(false);
  const text = useRested(view.q);
  const found = useSuggestions(text, isOpen && view.q !== '');

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isInBox = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape' && !isInBox) {
      event.currentTarget.querySelector('input')?.focus();
      setOpen(false);
      return;
    }
    if (isInBox && event.key === 'ArrowDown') setOpen(true);
    if (found !== undefined) moveByArrow(event);
  };

  const follow = () => {
    // The letters belong to the page that is left, where going back finds them.
    leavePlayer();
    setOpen(false);
  };

  return (
    <div className={styles.search}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box and the links in it */}
      <div
        onFocus={() => setOpen(true)}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
        // What was typed before the page listened comes without the focus.
        onInput={({ currentTarget }) => currentTarget.contains(document.activeElement) && setOpen(true)}
        onKeyDown={onKeyDown}
      >
        <PlayerSearch>{view.board === '' ? null : <input type="hidden" name="board" value={view.board} />}</PlayerSearch>
        <SuggestionNews found={found} />
        {found === undefined ? null : (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press in it must not take the focus from the box, which would close it
          <div className={styles.suggestions} onMouseDown={(event) => event.preventDefault()}>
            {found.entries.length === 0 ? (
              <p className={styles.none}>No player is called “{text}”.</p>
            ) : (
              <SuggestedPlayers found={found} text={text} onFollow={follow} />
            )}
          </div>
        )}
      </div>
      <PaletteOpener />
    </div>
  );
}

/** Whom a text may mean, if that is wanted and the page does not show them already. */
function useSuggestions(text: string, isWanted: boolean): SearchAnswer | undefined {
  const source = useLiveSource();
  const { view } = useView();
  const { pathname } = useLocation();
  const shown = boardQuestion(pathname, view);
  // The page asks it; here it is only looked at.
  const { data: board } = useAnswer({ ...liveRankingsOf(source, { ...(shown ?? homeQuestion(view)), q: text }), isAsked: false });
  const isAsked = isWanted && text !== '' && (shown === undefined || (board !== undefined && isFew(board)));
  const { data: found } = useAnswer({
    ...liveSearchOf(source, playersCalled(text, view.board)),
    isAsked: isAsked,
    // What is shown stays until the answer is there; that nobody is called so holds for that text alone.
    meanwhile: (before) => (before.entries.length === 0 ? undefined : before),
  });
  if (!isAsked || found === undefined) return undefined;
  const others = found.found[0]!.total - (shown === undefined || board === undefined ? 0 : shownPlayers(board));
  // The board says itself that nobody is called so.
  return shown !== undefined && others <= 0 ? undefined : found;
}

/** Says to a screen reader that there are suggestions. */
function SuggestionNews({ found }: { readonly found: SearchAnswer | undefined }) {
  const format = useNumberFormat();
  const isAny = found !== undefined && found.entries.length > 0;
  return (
    <p role="status" className="visually-hidden">
      {isAny ? `${foundWords(found.found, format)} found. Use the down arrow to go through them.` : ''}
    </p>
  );
}
