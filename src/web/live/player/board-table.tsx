import type { PlayerPage } from '../../../contract/player-answers.ts';
import type { View } from '../../../contract/view.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Section } from '../../ui/section.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { BoardChooser } from '../board/board-chooser.tsx';
import { boardInAddress, chosenSearch, playerPath } from '../links/addresses.ts';
import { ChoiceLinks } from '../links/choice-links.tsx';
import { boardTitle } from '../words/board-view.ts';
import { rankWords } from '../words/rank-words.ts';
import { NOW, PLAYER_WORDS } from './player-words.ts';
import styles from './board-table.module.css';

type OnBoard = PlayerPage['boards'][number];

/** Where a player stands on each board they have been on, in the kind of period that is shown; the page is about one of them. */
export function BoardTable({ page: { player, boards, chosen } }: { readonly page: PlayerPage }) {
  if (boards.length < 2) return null;
  return (
    <Section id="boards" title={`${PLAYER_WORDS.boards}, ${NOW[chosen.kind].toLowerCase()}`}>
      <table aria-labelledby="boards" className={`tabular ${styles.table}`}>
        <TableHead columns={[[PLAYER_WORDS.board], [PLAYER_WORDS.rank, styles.figure], [PLAYER_WORDS.total, styles.figure]]} />
        <tbody>
          {boards.map((on) => (
            <BoardRow key={on.board.name} username={player.username} on={on} chosen={chosen} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

interface BoardRowProps extends Pick<PlayerPage, 'chosen'> {
  readonly username: string;
  readonly on: OnBoard;
}

function BoardRow({ username, on: { board, places }, chosen }: BoardRowProps) {
  const { view } = useView();
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const place = places.find(({ period }) => period.kind === chosen.kind)?.place;
  const isRanked = place?.kind === 'ranked';
  return (
    <tr aria-current={board.name === chosen.board ? 'true' : undefined}>
      <th scope="row" className="anywhere">
        <Link to={boardAddress(username, board.name, chosen.kind, view)} preventScrollReset className={control.link}>
          {boardTitle(board)}
        </Link>
      </th>
      <td className={`condensed ${styles.figure}`}>{isRanked ? rankWords(place.rank, format) : '–'}</td>
      <td className={styles.figure}>{isRanked ? <Total words={words} total={place.points} /> : '–'}</td>
    </tr>
  );
}

/** The page of a player about a board of theirs, in the same kind of period. */
function boardAddress(username: string, board: string, kind: PeriodKind, view: View) {
  return { pathname: playerPath(username), search: chosenSearch(kind, { ...view, board: boardInAddress(board) }) };
}

/** More boards than this are no row of boxes any more. */
const MOST_BOXES = 5;

/** The menu of a player's boards, where they have been on several. */
export function BoardMenu({ page: { player, boards, chosen } }: { readonly page: PlayerPage }) {
  const { view } = useView();
  if (boards.length < 2) return null;
  const all = boards.map(({ board }) => board);
  const shown = all.find(({ name }) => name === chosen.board)!;
  if (all.length <= MOST_BOXES) {
    const choices = all.map((board) => ({
      key: board.name,
      to: boardAddress(player.username, board.name, chosen.kind, view),
      text: boardTitle(board),
      isShown: board === shown,
    }));
    return <ChoiceLinks label={PLAYER_WORDS.boards} choices={choices} />;
  }
  return (
    <nav aria-label={PLAYER_WORDS.boards}>
      <BoardChooser
        boards={all}
        title={boardTitle(shown)}
        link={({ name, title }) => (
          <Link
            to={boardAddress(player.username, name, chosen.kind, view)}
            preventScrollReset
            aria-current={name === chosen.board ? 'true' : undefined}
            className={control.choice}
          >
            {title}
          </Link>
        )}
      />
    </nav>
  );
}
