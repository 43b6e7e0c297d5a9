import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { DataTable } from '../parts/list.tsx';
import { RequestShown } from '../parts/request-shown.tsx';

const HEADS: Readonly<Record<PeriodKind, string>> = {
  daily: 'Today',
  weekly: 'This week',
  monthly: 'This month',
  'all-time': 'All time',
};

type OnBoard = PlayerData['boards'][number];

/** Where a player stands on each board, and the ways to why. Those whom visitors do not see have totals and no ranks. */
export function PlayerBoards({ data: { player, visibility, boards } }: { readonly data: PlayerData }) {
  const { username } = player;
  const isShown = visibility.state === 'shown';
  const isAsked = isShown && boards.length > 0;
  const { answer: page } = useQuestion('playerPage', { username }, { isAsked });
  const numbers = useNumberFormat();
  const cell = ({ board, totals }: OnBoard, kind: PeriodKind) => {
    const { figure } = unitWords(board, numbers);
    const place = isShown ? placeOn(page, board.name, kind) : undefined;
    if (place?.kind === 'ranked') return `${figure(place.points)}, rank ${numbers.count(place.rank)} of ${numbers.count(place.total)}`;
    const total = kind === 'all-time' ? totals.find((each) => each.kind === kind) : undefined;
    return total === undefined ? '–' : figure(total.points);
  };
  return (
    <>
      <DataTable
        caption="Boards"
        rows={boards}
        keyOf={({ board }) => board.name}
        none="No event of theirs is on any board."
        columns={[
          { head: 'Board', cell: ({ board }) => (board.state === 'archived' ? `${board.title} (archived)` : board.title) },
          ...PERIOD_KINDS.map((kind) => ({ head: HEADS[kind], cell: (row: OnBoard) => cell(row, kind) })),
          {
            head: 'Receipt',
            cell: ({ board }: OnBoard) =>
              visibility.state === 'hidden' ? '–' : <a href={receiptAddress(username, board.name)}>Why this rank</a>,
          },
        ]}
      />
      {isAsked ? <RequestShown id="playerPage" asked={{ username }} /> : null}
    </>
  );
}

function placeOn(page: PlayerPage | undefined, board: string, kind: PeriodKind) {
  const places = page?.boards.find((each) => each.board.name === board)?.places;
  return places?.find(({ period }) => period.kind === kind)?.place;
}

/** Where the site tells the events behind an all-time rank. */
function receiptAddress(username: string, board: string): string {
  return `/players/${encodeURIComponent(username)}/why?${new URLSearchParams({ mode: 'all-time', board })}`;
}
