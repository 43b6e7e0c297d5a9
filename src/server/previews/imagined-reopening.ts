import { firstPlaceAwaited } from '../../domain/ascending.ts';
import type { PeriodSpan } from '../../domain/calendar.ts';
import { compareKeys } from '../../domain/ordering.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import { keyOf } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { BoardSettings, ClosedPlace } from '../store/stored-values.ts';
import type { Imagined } from './previewed.ts';

/**
 * What opening a closed period again would do: whoever is not shown now leaves its ranks, and whoever was not shown when it
 * closed, and is now, comes back to where their points are.
 * @throws {Problem} conflict as `PeriodClosing.refuseReopening`.
 */
export async function imaginedReopening(boards: LiveBoards, board: BoardSettings, period: PeriodSpan): Promise<Imagined> {
  const key = keyOf(board.name, period);
  await boards.closing.refuseReopening(key);
  const { total, unshown } = (await boards.store.finalStandings(key, 1, 0))!;
  const shown = total - unshown;
  const behind = (await boards.store.finalStandings(key, shown + 1, unshown))?.standings ?? [];
  const gone = await boards.store.finalRanks(key, [...boards.players.absences.keys()]);
  const back = behind.filter(({ player }) => boards.players.isShown(player.number));

  const totalOf = ({ player, score }: ClosedPlace) => [orderKey(board, score.points), score.reachedAt, player.number] as const;
  const come = [];
  for (const place of back) {
    const own = totalOf(place);
    const isInFront = async (rank: number) => {
      const at = (await boards.store.finalStandings(key, rank, 1))!.standings[0]!;
      return compareKeys(...totalOf(at), ...own) < 0;
    };
    come.push({ own, before: (await firstPlaceAwaited(1, shown + 1, isInFront)) - 1 });
  }
  return {
    subject: [`${board.name} ${period.kind}`, [period.start, total, unshown]],
    changes: [
      {
        board,
        period,
        order: await boards.reading.orderOf(board, period, []),
        left: [
          ...Array.from(gone, ([player, rank]) => ({ player, rank })),
          ...back.map(({ player, rank }) => ({ player: player.number, rank })),
        ],
        come: come
          .toSorted((a, b) => compareKeys(...a.own, ...b.own))
          .map(({ own: [points, , player], before }) => ({ player, points, before })),
      },
    ],
  };
}
