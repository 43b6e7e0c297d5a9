import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { PODIUM_PLACES, podiumOf } from '../../../domain/podium.ts';

type Shown = Pick<LiveBoardView, 'podium'> & { readonly rows: readonly LiveStanding[]; readonly isSample: boolean };

const NAMES = ['Ada', 'Kenji', 'Zoë', 'Mara', 'Idris', 'Lena', 'Tomás'];

/** The players on a board, or sample players while it has none. */
export function rowsShown({ podium, rows, board }: Pick<LiveBoardView, 'podium' | 'rows' | 'board'>): Shown {
  if (shownPlayers({ podium, rows }) > 0) return { podium, rows: rows.items, isSample: false };
  const standings = NAMES.map((name, i): LiveStanding => ({
    rank: i + 1,
    points: board.direction === 'low' ? 61_250 + i * 1_730 : 4_200 - i * 370,
    prize: '',
    tie: { kind: 'none' },
    player: { id: name.toLowerCase(), name, avatar: '' },
    change: { state: 'none', places: null, earlierRank: null },
  }));
  return { podium: podiumOf(standings) as LiveBoardView['podium'], rows: standings.slice(PODIUM_PLACES), isSample: true };
}
