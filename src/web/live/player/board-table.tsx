import type { PlayerPage } from '../../../contract/player-answers.ts';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import rows from '../../ui/row-table.module.css';
import { Section } from '../../ui/section.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { Total } from '../../ui/total.tsx';
import control from '../../ui/control.module.css';
import { useView } from '../../address/view-context.ts';
import { Pager } from '../../board/pager.tsx';
import { boardInAddress, chosenSearch } from '../links/addresses.ts';
import { ViewLink } from '../links/view-link.tsx';
import { boardTitle } from '../words/board-view.ts';
import { rankWords } from '../words/rank-words.ts';
import { NOW, PLAYER_WORDS } from './player-words.ts';
import styles from './board-table.module.css';

/** A player's places on all their boards in the kind of period shown, best first; the board of the page is marked. */
export function BoardTable({ page: { boards, boardsPage, chosen } }: { readonly page: PlayerPage }) {
  const { view } = useView();
  if (boardsPage.total < 2) return null;
  return (
    <Section id="boards" title={`${PLAYER_WORDS.boards}, ${NOW[chosen.kind].toLowerCase()}`}>
      <table aria-labelledby="boards" className={`${rows.table} ${styles.table}`}>
        <TableHead columns={[[PLAYER_WORDS.board], [PLAYER_WORDS.rank, styles.figure], [PLAYER_WORDS.total, styles.figure]]} />
        <tbody>
          {boards.map((on) => (
            <BoardRow key={on.board.name} on={on} chosen={chosen} />
          ))}
        </tbody>
      </table>
      <Pager
        rows={{ ...boardsPage, items: boards }}
        label={PLAYER_WORDS.boardPages}
        search={(page) => chosenSearch(chosen.kind, view, page)}
      />
    </Section>
  );
}

function BoardRow({ on: { board, places }, chosen }: Pick<PlayerPage, 'chosen'> & { readonly on: PlayerPage['on'] }) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const place = places.find(({ period }) => period.kind === chosen.kind)?.place;
  const isRanked = place?.kind === 'ranked';
  return (
    <tr aria-current={board.name === chosen.board ? 'true' : undefined}>
      <th scope="row" className="anywhere">
        <ViewLink kind={chosen.kind} shown={{ board: boardInAddress(board.name) }} className={control.link}>
          {boardTitle(board)}
        </ViewLink>
      </th>
      <td className={`condensed ${styles.figure}`}>{isRanked ? rankWords(place.rank, format) : '–'}</td>
      <td className={styles.figure}>{isRanked ? <Total words={words} total={place.points} /> : '–'}</td>
    </tr>
  );
}
