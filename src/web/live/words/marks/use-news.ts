import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface NewsParts {
  /** What the news is about, such as who leads; '' where nobody knows. */
  readonly now: string;
  /** What it belongs to, such as a period of a board: in another one nothing has changed, and what was said is over. */
  readonly of: string;
  /** At least so many milliseconds between two sayings: a screen reader has other things to say too. */
  readonly everyMs: number;
  /** What to say, given what it was when something was last said. */
  readonly words: (before: string) => string;
}

/** What is to be announced of something that changes: seldom, and nothing of what has changed back by then. */
export function useNews({ now, of, everyMs, words }: NewsParts): string {
  const [news, setNews] = useState({ of, words: '' });
  if (news.of !== of) setNews({ of, words: '' });
  const said = useRef({ was: '', of: '', at: -Infinity });

  const say = useEffectEvent(() => {
    const { was } = said.current;
    said.current = { was: now, of, at: performance.now() };
    setNews({ of, words: words(was) });
  });
  useEffect(() => {
    const before = said.current;
    if (before.of !== of || before.was === '') {
      said.current = { was: now, of, at: before.at };
      return;
    }
    if (now === before.was || now === '') return;
    const timer = setTimeout(() => say(), Math.max(0, before.at + everyMs - performance.now()));
    return () => clearTimeout(timer);
  }, [now, of, everyMs]);

  return news.of === of ? news.words : '';
}
