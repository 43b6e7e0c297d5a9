import { Link, useLocation } from 'react-router';

import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { boardInAddress } from '../links/board-address.ts';

/** All boards, where there are several. */
export function BoardChoice({ view: { board, boards } }: { readonly view: LiveBoardView }) {
  const { view, chosen } = useView();
  const { pathname } = useLocation();
  if (boards.length < 2) return null;
  // Another one as soon as it is chosen, while it is loaded.
  const lit = chosen.board === view.board ? board.name : chosen.board || DEFAULT_BOARD;
  return (
    <nav aria-label="Boards">
      <ul className={control.choices}>
        {boards.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={{ pathname, search: viewToSearch({ ...view, board: boardInAddress(name), page: 1 }) }}
              aria-current={name === lit ? 'true' : undefined}
              preventScrollReset
              className={control.choice}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
