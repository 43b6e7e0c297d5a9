import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { boardInAddress } from '../links/addresses.ts';
import { ViewLink } from '../links/view-link.tsx';
import { boardTitle } from '../words/board-view.ts';
import styles from './board-choice.module.css';
import { BOARDS, keptBoard } from '../words/live-board-words.ts';

/** Above this many boards, a menu is used. */
const MOST_BOXES = 3;

const BoardChooser = onDemand(() => import('./board-chooser.tsx'), 'BoardChooser');

type Boards = Pick<LiveBoardView, 'board' | 'boards'>;

/** Loads the menu's code if there are many boards. */
export async function loadBoardChoice({ boards }: Pick<Boards, 'boards'>): Promise<void> {
  if (boards.length > MOST_BOXES) await BoardChooser.load();
}

/** All boards, if there are several: side by side, or in a searchable list if there are many. Archived boards are marked. */
export function BoardChoice({ view: { board, boards }, kind }: { readonly view: Boards; readonly kind?: PeriodKind }) {
  const { view, chosen } = useView();
  const archived = board.state === 'archived' ? <p>{keptBoard(boardTitle(board))}</p> : null;
  // From an archived board, all other boards are links.
  if (boards.length < 2 && archived === null) return null;
  // Marked current as soon as it is chosen, even while it loads.
  const lit = chosen.board === view.board ? board.name : chosen.board || DEFAULT_BOARD;
  const link = ({ name, title }: LiveBoardView['boards'][number]) => (
    <ViewLink
      kind={kind}
      shown={{ board: boardInAddress(name) }}
      aria-current={name === lit ? 'true' : undefined}
      className={control.choice}
    >
      {title}
    </ViewLink>
  );
  return (
    <>
      {archived}
      <nav aria-label={BOARDS}>
        {boards.length > MOST_BOXES ? (
          <BoardChooser boards={boards} title={boards.find(({ name }) => name === lit)?.title ?? boardTitle(board)} link={link} />
        ) : (
          <ul className={`${control.choices} ${styles.line}`}>
            {boards.map((one) => (
              <li key={one.name}>{link(one)}</li>
            ))}
          </ul>
        )}
      </nav>
    </>
  );
}
