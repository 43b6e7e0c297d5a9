import { useLayoutEffect, useEffect, useRef, useState } from 'react';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { RankChange } from '../../../contract/parts/answer-parts.ts';
import { standingsOf } from '../../../domain/board.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { useLive } from '../asking/use-live.ts';
import { pageOfRank } from '../links/rank-jump.tsx';
import { ViewLink } from '../links/view-link.tsx';
import { isPresent, ranksOf } from '../words/board-view.ts';
import { SinceNotice } from '../news/since-notice.tsx';
import { News } from '../words/news.tsx';
import { rankWords, nameList } from '../words/rank-words.ts';
import { useMe, type Me } from './me.ts';
import styles from './my-row.module.css';
import { seeBoard, useVisitBefore, sinceThen, type Sighting, type Since } from './visits.ts';

export interface MyVisitProps {
  readonly view: LiveBoardView;
  /** Told before anything is painted, so that the rest of the page says the same. */
  readonly onPlace: (place: MyPlace | undefined) => void;
}

/** Finds the visitor on a board, and says what happened to them since they last looked. */
export function MyVisit({ view, onPlace }: MyVisitProps) {
  const my = useMyPlace(view);
  const text = JSON.stringify(my);
  useLayoutEffect(() => onPlace(text === undefined ? undefined : (JSON.parse(text) as MyPlace)), [text, onPlace]);
  const format = useNumberFormat();
  return <SinceNotice my={my && { ...my, username: my.me.username }} words={(since) => sinceWords(since, format)} />;
}

/** At least this long between two announcements of one's own rank, in milliseconds. */
const OWN_EVERY_MS = 8_000;

export interface MyFootProps {
  readonly my: MyPlace | undefined;
  /** Whose ranks the board shows, also while they are looked for. */
  readonly of: string;
  readonly words: UnitWords;
}

/** Their row while it is out of view, and for a screen reader that they climbed, fell, took or lost the lead: what several changes come to, once. */
export function MyFoot({ my, of, words }: MyFootProps) {
  const format = useNumberFormat();
  return (
    <>
      {my === undefined ? null : <OwnRow my={my} words={words} />}
      <News
        now={my === undefined ? '' : String(my.rank)}
        of={of}
        everyMs={OWN_EVERY_MS}
        words={(before) => (my === undefined ? '' : ownWords(Number(before), my, words, format))}
      />
    </>
  );
}

/** Your own row, at the foot of the screen while the real one is out of view, and the way there. */
function OwnRow({ my: { rank, points, hue }, words }: { readonly my: MyPlace; readonly words: UnitWords }) {
  const { typePlayer } = useView();
  const format = useNumberFormat();
  const going = useRef(false);
  const observer = useRef<IntersectionObserver>(null);
  const [inView, setInView] = useState(false);

  useEffect(() => {
    const made = new IntersectionObserver((entries) => setInView(entries.some((entry) => entry.isIntersecting)));
    observer.current = made;
    return () => made.disconnect();
  }, []);

  // After every render: rows come, go and move with the board. One that goes is told as out of view.
  useEffect(() => {
    const mark = document.querySelector('main [data-me]');
    if (mark === null) return;
    observer.current?.observe(mark);
    if (!going.current) return;
    going.current = false;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    mark.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
    mark.querySelector('a')?.focus({ preventScroll: true });
  });

  if (inView) return null;
  return (
    <aside aria-label="Your place" data-hue={hue} className={`line strong tabular ${styles.row}`}>
      <span className={`condensed ${styles.rank}`}>{rankWords(rank, format)}</span>
      <span className={styles.you}>You</span>
      <span className={styles.points}>
        <Total words={words} total={points} /> {words.tag(points)}
      </span>
      <ViewLink
        shown={{ q: '', page: pageOfRank(rank) }}
        className={`pointed ${control.link} ${styles.go}`}
        onClick={() => {
          typePlayer('');
          going.current = true;
        }}
      >
        Find me
      </ViewLink>
    </aside>
  );
}

/** How often somebody who is on another page of the board is looked for, in milliseconds. */
const LOOK_EVERY_MS = 10_000;

/** How many of those around somebody are remembered, each way. */
const AROUND = 5;

/** Where the person in front of this browser stands on a board. */
export interface MyPlace {
  readonly me: Me;
  /** Which ranks theirs is one of. */
  readonly ranksOf: string;
  /** Of the player's colour, for `data-hue`. */
  readonly hue: number;
  readonly rank: number;
  readonly points: number;
  readonly change: RankChange;
  /** How many points the one above is away, of the leader the one below; `undefined` where they are not seen. */
  readonly gap: number | undefined;
  /** What happened since the last visit; `undefined` where nothing did. */
  readonly since: Since | undefined;
}

/**
 * Where the person in front of this browser stands on the board that is shown, and what happened to them since they
 * last looked. `undefined` where nobody said who they are, where they have no rank, and in periods that are over.
 */
function useMyPlace(view: LiveBoardView): MyPlace | undefined {
  const me = useMe();
  const present = isPresent(view);
  const shown = standingsOf(view);
  const { board, period } = view;
  const username = me?.username ?? '';
  const indexIn = (people: readonly LiveStanding[]) => people.findIndex(({ player }) => isSamePlayer(player.id, username));
  const here = indexIn(shown);
  const question = { username, board: board.name, period: period.kind, at: '' };
  const { data: page } = useLive('player', [question], {
    isAsked: me !== undefined && present && here === -1,
    every: { ms: LOOK_EVERY_MS, of: [] },
  });
  const around = here === -1 ? (page?.chosen.neighbours ?? []) : shown;
  const index = here === -1 ? indexIn(around) : here;
  const own = present ? around[index] : undefined;

  const key = `${board.name} ${period.kind}`;
  const now = own === undefined ? undefined : sighting(around, index, period.start ?? '');
  const before = useVisitBefore(key);
  const text = JSON.stringify(now);
  useEffect(() => {
    if (text !== undefined) seeBoard(key, JSON.parse(text) as Sighting);
  }, [key, text]);

  if (me === undefined || own === undefined || now === undefined) return undefined;
  const beside = around.find(({ rank }) => rank === (own.rank === 1 ? 2 : own.rank - 1));
  return {
    me,
    ranksOf: ranksOf(view),
    hue: playerHue(own.player.id),
    rank: own.rank,
    points: own.points,
    change: own.change,
    gap: beside && Math.abs(beside.points - own.points),
    since: before === undefined ? undefined : sinceThen(before, now),
  };
}

/** What is seen of the one at `own`; when is said by whoever remembers it. */
function sighting(people: readonly LiveStanding[], own: number, period: string): Sighting {
  const rank = people[own]!.rank;
  // The podium stands above every page, and a filter leaves gaps: only whoever is next in rank is around.
  const near = (step: 1 | -1) =>
    Array.from({ length: AROUND }, (_, i) => people[own + step * (i + 1)]).flatMap((one, i) =>
      one?.rank === rank + step * (i + 1) ? [{ username: one.player.id, name: one.player.name }] : [],
    );
  return {
    period,
    at: 0,
    rank,
    above: near(-1),
    below: near(1),
  };
}

/** What became of one's own rank: "You climbed to 4th, 300 points to 3rd", "You lost the lead: 2nd now, level with 1st". */
export function ownWords(
  before: number,
  { rank, gap }: Pick<MyPlace, 'rank' | 'gap'>,
  { spoken }: Pick<UnitWords, 'spoken'>,
  format: NumberFormat,
): string {
  const where = gap === undefined ? '' : `, ${gapWords(rank, gap, spoken, format)}`;
  if (rank === 1) return `You took the lead${where}`;
  if (before === 1) return `You lost the lead: ${rankWords(rank, format)} now${where}`;
  return `You ${rank < before ? 'climbed' : 'fell'} to ${rankWords(rank, format)}${where}`;
}

function gapWords(rank: number, gap: number, spoken: UnitWords['spoken'], format: NumberFormat): string {
  const beside = rankWords(rank === 1 ? 2 : rank - 1, format);
  if (gap === 0) return `level with ${beside}`;
  return `${spoken(gap)} ${rank === 1 ? 'ahead of' : 'to'} ${beside}`;
}

/** More names than this are counted. */
const MOST_NAMES = 3;

/** What happened since the last visit, in a line: "14th to 11th; passed Kai and Noor; overtaken by Ivo". */
export function sinceWords({ from, to, passed, overtakenBy }: Since, format: NumberFormat): string {
  return [
    from === to ? `still ${rankWords(to, format)}` : `${rankWords(from, format)} to ${rankWords(to, format)}`,
    ...(passed.length === 0 ? [] : [`passed ${some(passed)}`]),
    ...(overtakenBy.length === 0 ? [] : [`overtaken by ${some(overtakenBy)}`]),
  ].join('; ');
}

function some(names: readonly string[]): string {
  const apart = names.map(isolated);
  return names.length <= MOST_NAMES
    ? nameList(apart)
    : nameList([...apart.slice(0, MOST_NAMES - 1), `${names.length - MOST_NAMES + 1} more`]);
}
