import type { Highlights } from '../../contract/page-answers.ts';
import { type PeriodKind, previousPeriod } from '../../domain/calendar.ts';
import { closestFight } from '../../domain/highlights/closest-fight.ts';
import { largestMoves } from '../../domain/highlights/movers.ts';
import type { AsOf, RankedPlayer } from '../boards/orders/board-reading.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { isMeasured } from '../../domain/units/unit.ts';
import { boardAnswer } from './parts/board-answer.ts';
import { type BoardAsked, dayOf } from './parts/board-days.ts';
import { shownPlayer } from './parts/player-place.ts';
import { changeOf, periodAnswer } from './parts/rankings-answer.ts';
import { winnersAnswer } from './winners-answer.ts';

/** The top ranks considered for climbs and falls. */
const AMONG = 100;

/** The top ranks considered for the closest fight. */
const FIGHTERS = 10;

const MOST = { climbs: 3, falls: 2, winners: 3, ways: 3 } as const;

/** A board's movers, closest fight, recent winners and ways to earn points. */
export async function highlightsAnswer(boards: ReadBoards, { board, kind, asOf }: BoardAsked): Promise<Highlights> {
  return boards.commits.atOneInstant(async () => {
    const { period, closed, standings } = await boards.reading.page(board, kind, asOf, { after: 0 }, AMONG);
    const shown = standings.filter(isNamed);
    const fight = closestFight(standings.slice(0, FIGHTERS).filter(isNamed));
    // All time has no previous period, and so no movers.
    const earlier = previousPeriod(period, board.calendar);
    const fell = earlier === undefined ? [] : await ranksNow(boards, board, kind, asOf, earlier.start);
    const { winners } = await winnersAnswer(boards, {
      board: board.name,
      period: kind === 'all-time' ? 'monthly' : kind,
      before: kind === 'all-time' ? '' : dayOf(period.start, board.calendar),
      limit: MOST.winners,
    });
    return {
      board: boardAnswer(board),
      period: periodAnswer(boards, board.name, period, closed),
      movers: {
        among: AMONG,
        climbs: largestMoves(shown, 'up', MOST.climbs).map(moverAnswer),
        falls: largestMoves(fell, 'down', MOST.falls).map(moverAnswer),
      },
      fight: fight === undefined ? null : { ahead: fighterAnswer(fight.ahead), behind: fighterAnswer(fight.behind), gap: fight.gap },
      winners: winners.map(({ day, period: won, places }) => ({ day, period: won, points: places[0]!.points, player: places[0]!.player })),
      ways: (isMeasured(board.unit) ? [] : boards.catalogue.value.activities)
        .slice(0, MOST.ways)
        .map(({ id, title, points }) => ({ id, title, points })),
    };
  });
}

type Mover = Pick<RankedPlayer, 'rank' | 'earlierRank' | 'player'>;

/** Current ranks of the top players of the previous period. */
async function ranksNow(boards: ReadBoards, board: BoardSettings, kind: PeriodKind, asOf: AsOf, earlier: number): Promise<Mover[]> {
  const { standings } = await boards.reading.page(board, kind, earlier, { after: 0 }, AMONG);
  const named = standings.filter(isNamed);
  const ranks = await boards.reading.ranks(
    board,
    kind,
    asOf,
    named.map(({ player }) => player.number),
  );
  return named.flatMap(({ rank, player }, i) => (ranks[i] === undefined ? [] : [{ rank: ranks[i], earlierRank: rank, player }]));
}

/** Whether a player is shown: names of hidden ones begin with a reserved character. */
function isNamed({ player }: Pick<RankedPlayer, 'player'>): boolean {
  return !player.username.startsWith(' ');
}

function moverAnswer({ rank, earlierRank, player }: Mover): Highlights['movers']['climbs'][number] {
  return { rank, change: changeOf(rank, earlierRank), player: shownPlayer(player) };
}

function fighterAnswer({ rank, points, player }: RankedPlayer): NonNullable<Highlights['fight']>['ahead'] {
  return { rank, points, player: shownPlayer(player) };
}
