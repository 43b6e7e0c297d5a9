import { Link, useLocation } from 'react-router';

import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';

/** All boards, where there are several. The default one needs no name in the address. */
export function BoardChoice({ view: { board, boards } }: { readonly view: LiveBoardView }) {
  const { view } = useView();
  const { pathname } = useLocation();
  if (boards.length < 2) return null;
  return (
    <nav aria-label="Boards">
      <ul className={control.choices}>
        {boards.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={{ pathname, search: viewToSearch({ ...view, board: name === DEFAULT_BOARD ? '' : name, page: 1 }) }}
              aria-current={name === board.name ? 'true' : undefined}
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
