import { useLocation } from 'react-router';

import type { SearchAnswer } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { useView } from '../../address/view-context.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { boardQuestion, homeQuestion, playersCalled } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { useRested } from '../asking/use-rested.ts';
import { foundWords } from '../words/found-words.ts';
import { isFew } from '../words/match-words.ts';
import styles from './live-header-search.module.css';
import { SuggestedPlayers } from './suggested-players.tsx';

export interface SuggestingProps {
  readonly isWanted: boolean;
  readonly onFollow: () => void;
}

/** The players that the header's search suggests, while somebody is at it. */
export function Suggesting({ isWanted, onFollow }: SuggestingProps) {
  const { view } = useView();
  const text = useRested(view.q);
  const found = useSuggestions(text, isWanted && view.q !== '');
  return (
    <>
      <SuggestionNews found={found} />
      {found === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press in it must not take the focus from the box, which would close it
        <div className={styles.suggestions} onMouseDown={(event) => event.preventDefault()}>
          {found.entries.length === 0 ? (
            <p className={styles.none}>No player is called “{text}”.</p>
          ) : (
            <SuggestedPlayers found={found} text={text} onFollow={onFollow} />
          )}
        </div>
      )}
    </>
  );
}

/** Whom a text may mean, if that is wanted and the page does not show them already. */
function useSuggestions(text: string, isWanted: boolean): SearchAnswer | undefined {
  const { view } = useView();
  const { pathname } = useLocation();
  const shown = boardQuestion(pathname, view);
  // The page asks it; here it is only looked at.
  const { data: board } = useLive('rankings', [{ ...(shown ?? homeQuestion(view)), q: text }], { isAsked: false });
  const isAsked = isWanted && text !== '' && (shown === undefined || (board !== undefined && isFew(board)));
  const { data: found } = useLive('search', [playersCalled(text, view.board)], {
    isAsked,
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
