import { useEffect, useRef, useState } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { countWords } from './count-words.ts';

/** At least this long between two announcements, in milliseconds: a screen reader has other things to say too. */
const SPARINGLY_MS = 20_000;

/** Says, seldom, that somebody else leads now. Everything else that moves is there to be read and not announced. */
export function LeaderNews({ view }: { readonly view: LiveBoardView }) {
  const format = useNumberFormat();
  const { holder } = view.podium[1];
  const first = holder.kind === 'taken' && holder.standing.rank === 1 ? holder.standing : undefined;
  const news = useLeaderNews(
    first?.player.id ?? '',
    `${view.board.name} ${view.period.kind} ${view.period.start}`,
    first === undefined ? '' : `${first.player.name} leads now, with ${countWords(first.points, 'point', format)}`,
  );
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}

/**
 * The `words` about a leader (by id, `''` for nobody) that are worth saying: that it is another one of the same period
 * than before. What was said of another period is over with it.
 */
export function useLeaderNews(leader: string, period: string, words: string): string {
  const [news, setNews] = useState({ period, words: '' });
  if (news.period !== period) setNews({ period, words: '' });
  const said = useRef({ leader: '', period: '', at: -Infinity });

  useEffect(() => {
    const before = said.current;
    if (before.period !== period || before.leader === '') {
      said.current = { leader, period, at: before.at };
      return;
    }
    if (leader === before.leader || leader === '') return;
    const wait = Math.max(0, before.at + SPARINGLY_MS - performance.now());
    // Whoever has lost the lead again by then is not worth a word.
    const timer = setTimeout(() => {
      said.current = { leader, period, at: performance.now() };
      setNews({ period, words });
    }, wait);
    return () => clearTimeout(timer);
  }, [leader, period, words]);

  return news.period === period ? news.words : '';
}
