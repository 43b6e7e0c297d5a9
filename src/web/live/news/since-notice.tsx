import { useEffect, useState } from 'react';

import control from '../../ui/control.module.css';
import { NEWS_WORDS } from './news-words.ts';
import styles from './since-notice.module.css';

/** "Just now" closes by itself after this long, in milliseconds. */
const JUST_NOW_MS = 15_000;

/** From one rank to another, and past whom. */
interface Since {
  readonly from: number;
  readonly to: number;
  readonly passed: readonly string[];
  readonly overtakenBy: readonly string[];
}

interface Place {
  readonly username: string;
  readonly ranksOf: string;
  readonly rank: number;
}

interface SinceNoticeProps {
  readonly my: (Place & { readonly hue: number; readonly since: Since | undefined }) | undefined;
  /** What happened, in a line. */
  readonly words: (since: Since) => string;
}

/** What happened to the visitor since their last visit and then, whenever their rank changes, just now. It floats over the page and moves nothing. */
export function SinceNotice({ my, words }: SinceNoticeProps) {
  const [known, setKnown] = useState<KnownRank | undefined>(undefined);
  const now = my === undefined ? known : knownRank(known, my);
  if (now !== known) setKnown(now);
  const [closed, close] = useState('');
  const justNow = now?.justNow;
  const since = justNow ?? my?.since;
  const text = since === undefined ? '' : `${words(since)}.`;
  useEffect(() => {
    if (justNow === undefined) return;
    const timer = setTimeout(() => close(text), JUST_NOW_MS);
    return () => clearTimeout(timer);
  }, [justNow, text]);
  if (my === undefined || text === closed) return null;
  return (
    <div className={`line ${styles.notice}`} data-hue={my.hue}>
      <p className="small grow anywhere">
        <strong>{justNow === undefined ? NEWS_WORDS.sinceLastVisit : NEWS_WORDS.justNow}</strong> {text}
      </p>
      <button
        type="button"
        name="close-news"
        aria-label={NEWS_WORDS.close}
        className={`pressable ${control.quiet}`}
        onClick={() => close(text)}
      >
        ×
      </button>
    </div>
  );
}

/** The rank of a player that was last seen on this page, and how it changed there. */
interface KnownRank extends Place {
  readonly justNow: Since | undefined;
}

/** What is known after one more look: the same value if nothing changed. */
export function knownRank(known: KnownRank | undefined, { username, ranksOf, rank }: Place): KnownRank {
  const isSame = known !== undefined && known.ranksOf === ranksOf && known.username === username;
  if (!isSame) return { username, ranksOf, rank, justNow: undefined };
  return known.rank === rank ? known : { ...known, rank, justNow: { from: known.rank, to: rank, passed: [], overtakenBy: [] } };
}
