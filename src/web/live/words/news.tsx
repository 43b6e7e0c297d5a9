import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useUnitWords } from '../../ui/number-format.ts';
import { leaderOf, ranksOf } from './board-view.ts';

interface NewsProps {
  readonly now: string;
  /** Its context, such as a period of a board: a new context starts silent. */
  readonly of: string;
  /** The minimum milliseconds between two announcements. */
  readonly everyMs: number;
  readonly words: (before: string) => string;
  readonly instead?: string | undefined;
}

/** Announces changes to screen readers: infrequently, and skipping changes that were undone meanwhile. */
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

export const LEADER_EVERY_MS = 20_000;

export interface LeaderNewsProps {
  readonly view: LiveBoardView;
  readonly isMe: boolean;
}

/** Announces a new leader. Other moves are not announced. */
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
