import type { LiveBoardView } from '../../../../contract/page-answers.ts';
import { isolated } from '../../../../domain/names/isolated.ts';
import { useUnitWords } from '../../../ui/use-unit-words.ts';
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
  const { spoken } = useUnitWords(view.board);
  const first = leaderOf(view);
  const news = useNews({
    now: first?.player.id ?? '',
    of: `${view.board.name} ${view.period.kind} ${view.period.start}`,
    everyMs: LEADER_EVERY_MS,
    words: () => (first === undefined || isMe ? '' : `${isolated(first.player.name)} leads now, with ${spoken(first.points)}`),
  });
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
