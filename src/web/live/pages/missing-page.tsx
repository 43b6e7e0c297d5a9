import { useLocation } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useView } from '../../address/view-context.ts';
import { NotFound, Component as AnyPage, head as anyHead, useLoggedPath } from '../../site/not-found.tsx';
import type { Missing, PageHead } from '../../site/page.ts';
import { WaysOn } from '../../site/ways-on.tsx';
import { useInBrowser } from '../asking/in-browser.ts';
import { homeQuestion, playersCalled } from '../asking/live-questions.ts';
import { useLive } from '../asking/use-live.ts';
import { Suggestions } from '../board/loaded-parts.ts';
import { boardInAddress, parsePlayerPath } from '../links/addresses.ts';

type MissingPage = Extract<Missing, { kind: 'page' }>;

export function head(what: MissingPage): PageHead {
  if (what.of === undefined) return anyHead();
  return what.of === 'player'
    ? { title: 'Player not found', description: 'There is no player with this name.' }
    : { title: 'Board not found', description: 'There is no board with this name.' };
}

/**
 * Takes the place of a page whose address has no page, player or board. The server sends the same HTML for all of them; the
 * browser then says which player or board it is.
 */
export function Component({ what }: { readonly what: MissingPage }) {
  const of = useInBrowser() ? what.of : undefined;
  if (of === undefined) return <AnyPage />;
  return of === 'player' ? <MissingPlayer /> : <MissingBoard />;
}

function MissingPlayer() {
  useLoggedPath();
  const name = parsePlayerPath(useLocation().pathname) ?? '';
  // The beginning of a mistyped name is often right.
  const letters = [...name];
  const start = letters.slice(0, Math.ceil(letters.length / 3)).join('');
  const found = useCalled(name, true);
  const near = useCalled(start, found?.entries.length === 0);
  const [shown, text] = found?.entries.length === 0 ? [near, start] : [found, name];
  return (
    <NotFound
      text={`No player is called “${isolated(name)}”`}
      hint="The name may be mistyped, or the player has no points yet. Search for another spelling:"
      wanted={name}
    >
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
    <NotFound
      text={`No board is called “${isolated(view.board)}”`}
      hint="It may have been removed or renamed. Choose another board, or search:"
    >
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
