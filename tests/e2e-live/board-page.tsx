// A game in React that shows a board, for `client.spec.ts`.
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { createLaurels, type Laurels } from '../../clients/web/src/laurels-client.ts';
import { useBoard } from '../../clients/web/src/react.ts';

function Board({ laurels, board }: { readonly laurels: Laurels; readonly board: string }) {
  const { rankings, error } = useBoard(laurels, board, { limit: 1 });
  if (rankings === undefined) return <p>{error === undefined ? 'loading' : 'failed'}</p>;
  return <p>{`${rankings.board}: ${rankings.standings[0]?.player.displayName ?? 'nobody'}`}</p>;
}

let laurels: Laurels;
let root: Root;

Object.assign(globalThis, {
  start(url: string) {
    laurels = createLaurels({ url, key: 'lk_none' });
    root = createRoot(document.body);
  },
  /** Shows a board, or none for `undefined`. */
  show: (board: string | undefined) =>
    root.render(<StrictMode>{board === undefined ? null : <Board laurels={laurels} board={board} />}</StrictMode>),
});
