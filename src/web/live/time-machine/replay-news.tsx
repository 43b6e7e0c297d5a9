import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { LEADER_EVERY_MS } from '../words/leader-news.tsx';
import { leaderOf } from '../words/leader-of.ts';
import { useNews } from '../words/use-news.ts';
import { momentWithin } from '../words/period-words.ts';
import type { Replay } from './use-replay.ts';
import { countWords } from '../words/count-words.ts';

/** Says, seldom, who took the lead in a replay, and who has it at its end: nothing of the steps between. */
export function ReplayNews({ view, replay: { isPlaying, outcome } }: { readonly view: LiveBoardView; readonly replay: Replay }) {
  const format = useNumberFormat();
  const first = isPlaying ? leaderOf(view) : undefined;
  const when = view.moment === null ? '' : ` ${momentWithin(view.period.kind, Date.parse(view.moment), view.board.timeZone)}`;
  const news = useNews({
    now: first?.player.id ?? '',
    of: String(isPlaying),
    everyMs: LEADER_EVERY_MS,
    words: () =>
      first === undefined ? '' : `${first.player.name} takes the lead${when}, with ${countWords(first.points, 'point', format)}`,
  });
  return (
    <p role="status" className="visually-hidden">
      {isPlaying ? news : outcome === 'ended' ? 'The replay is over' : ''}
    </p>
  );
}
