import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { countWords } from './count-words.ts';
import { leaderOf } from './leader-of.ts';
import { useNews } from './use-news.ts';

/** At least this long between two leaders who are announced, in milliseconds. */
export const LEADER_EVERY_MS = 20_000;

interface LeaderNewsProps {
  readonly view: LiveBoardView;
  /** Whether the leader is the person in front of the screen, who is told of it in other words. */
  readonly isMe: boolean;
}

/** Says, seldom, that somebody else leads now. Everything else that moves is there to be read and not announced. */
export function LeaderNews({ view, isMe }: LeaderNewsProps) {
  const format = useNumberFormat();
  const first = leaderOf(view);
  const news = useNews({
    now: first?.player.id ?? '',
    of: `${view.board.name} ${view.period.kind} ${view.period.start}`,
    everyMs: LEADER_EVERY_MS,
    words: () => (first === undefined || isMe ? '' : `${first.player.name} leads now, with ${countWords(first.points, 'point', format)}`),
  });
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
