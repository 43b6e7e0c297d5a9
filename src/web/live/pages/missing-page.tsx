import { useLocation } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import { NotFound, Component as AnyPage, head as anyHead, useLoggedPath } from '../../site/not-found.tsx';
import type { Missing, PageHead } from '../../site/page.ts';
import { WaysOn } from '../../site/ways-on.tsx';
import { useInBrowser } from '../asking/in-browser.ts';
import { homeQuestion, playersCalled } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { Suggestions } from '../board/loaded-parts.ts';
import { boardInAddress, parsePlayerPath } from '../links/addresses.ts';
import { MISSING_BOARD, MISSING_PLAYER } from './page-words.ts';

type MissingPage = Extract<Missing, { kind: 'page' }>;

export function head(what: MissingPage): PageHead {
  if (what.of === undefined) return anyHead();
  return what.of === 'player'
    ? { title: MISSING_PLAYER.title, description: MISSING_PLAYER.description }
    : { title: MISSING_BOARD.title, description: MISSING_BOARD.description };
}

/**
 * Shown instead of a page, player or board that does not exist. The server sends the same HTML for all three; the browser then names the
 * player or board.
 */
export function Component({ what }: { readonly what: MissingPage }) {
  const of = useInBrowser() ? what.of : undefined;
  if (of === undefined) return <AnyPage />;
  return of === 'player' ? <MissingPlayer /> : <MissingBoard />;
}

function MissingPlayer() {
  useLoggedPath();
  const name = parsePlayerPath(useLocation().pathname) ?? '';
  // The start of a mistyped name is often right.
  const letters = [...name];
  const start = letters.slice(0, Math.ceil(letters.length / 3)).join('');
  const found = useCalled(name, true);
  const near = useCalled(start, found?.entries.length === 0);
  const [shown, text] = found?.entries.length === 0 ? [near, start] : [found, name];
  return (
    <NotFound text={MISSING_PLAYER.text(name)} hint={MISSING_PLAYER.hint} wanted={name}>
      {shown === undefined || shown.entries.length === 0 ? null : <Suggestions found={shown} text={text} />}
    </NotFound>
  );
}

function useCalled(text: string, isAsked: boolean) {
  const { view } = useView();
  return useLive('search', [playersCalled(text, view.board)], { isAsked: isAsked && text !== '' }).data;
}

function MissingBoard() {
  useLoggedPath();
  const { pathname } = useLocation();
  const { view } = useView();
  const isPlayer = parsePlayerPath(pathname) !== undefined;
  const { data } = useLive('rankings', [{ ...homeQuestion(view), board: '', at: '', q: '', page: 1 }]);
  return (
    <NotFound text={MISSING_BOARD.text(view.board)} hint={MISSING_BOARD.hint}>
      {data === undefined ? null : (
        <WaysOn
          ways={data.boards.map(({ name, title }) => ({
            to: { pathname: isPlayer ? '/' : pathname, search: viewToSearch({ ...view, board: boardInAddress(name), at: '', page: 1 }) },
            name: title,
          }))}
        />
      )}
    </NotFound>
  );
}
