import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { LEADER_EVERY_MS, useNews } from '../words/marks/news.tsx';
import { leaderOf } from '../words/board-view.ts';
import { momentWithin } from '../words/time-words.ts';
import type { Replay } from './use-replay.ts';

/** Says, seldom, who took the lead in a replay, and who has it at its end: nothing of the steps between. */
export function ReplayNews({ view, replay: { isPlaying, outcome } }: { readonly view: LiveBoardView; readonly replay: Replay }) {
  const { spoken } = useUnitWords(view.board);
  const first = isPlaying ? leaderOf(view) : undefined;
  const when = view.moment === null ? '' : ` ${momentWithin(view.period.kind, Date.parse(view.moment), view.board.timeZone)}`;
  const news = useNews({
    now: first?.player.id ?? '',
    of: String(isPlaying),
    everyMs: LEADER_EVERY_MS,
    words: () => (first === undefined ? '' : `${isolated(first.player.name)} takes the lead${when}, with ${spoken(first.points)}`),
  });
  return (
    <p role="status" className="visually-hidden">
      {isPlaying ? news : outcome === 'ended' ? 'The replay is over' : ''}
    </p>
  );
}
