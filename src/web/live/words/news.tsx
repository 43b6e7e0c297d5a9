import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { leaderOf, ranksOf } from './board-view.ts';

interface NewsProps {
  /** What the news is about, such as who leads; '' where nobody knows. */
  readonly now: string;
  /** What it belongs to, such as a period of a board: in another one nothing has changed, and what was said is over. */
  readonly of: string;
  /** At least so many milliseconds between two sayings: a screen reader has other things to say too. */
  readonly everyMs: number;
  /** What to say, given what it was when something was last said. */
  readonly words: (before: string) => string;
  /** What is said in place of news. */
  readonly instead?: string | undefined;
}

/** Announces something that changes: seldom, and nothing of what has changed back by then. */
export function News({ now, of, everyMs, words, instead }: NewsProps) {
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

  return (
    <p role="status" className="visually-hidden">
      {instead ?? (news.of === of ? news.words : '')}
    </p>
  );
}

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
  return (
    <News
      now={first?.player.id ?? ''}
      of={ranksOf(view)}
      everyMs={LEADER_EVERY_MS}
      words={() => (first === undefined || isMe ? '' : `${isolated(first.player.name)} leads now, with ${spoken(first.points)}`)}
    />
  );
}
