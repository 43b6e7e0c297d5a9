import { useLayoutEffect, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { RankChange } from '../../../contract/parts/answer-parts.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { standingsOf } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { useLive } from '../asking/use-live.ts';
import { pageOfRank } from '../links/rank-jump.tsx';
import { isPresent } from '../words/board-view.ts';
import { News } from '../words/news.tsx';
import { rankWords, nameList } from '../words/rank-words.ts';
import { useMe, type Me } from './me.ts';
import styles from './my-row.module.css';
import { seeBoard, useVisitBefore, sinceThen, type Sighting, type Since } from './visits.ts';

/** A place, and the board and period it is on. */
export interface FoundPlace {
  readonly ranksOf: string;
  readonly my: MyPlace;
}

export interface MyVisitProps {
  readonly view: LiveBoardView;
  readonly ranksOf: string;
  /** Told before anything is painted, so that the rest of the page says the same. */
  readonly onPlace: (place: FoundPlace | undefined) => void;
}

/** Finds the person in front of the screen on a board, and says what happened to them since they last looked. */
export function MyVisit({ view, ranksOf, onPlace }: MyVisitProps) {
  const my = useMyPlace(view);
  const text = JSON.stringify(my);
  useLayoutEffect(() => onPlace(text === undefined ? undefined : { ranksOf, my: JSON.parse(text) as MyPlace }), [text, ranksOf, onPlace]);
  return <SinceLastVisit my={my} />;
}

export interface MyFootProps {
  readonly my: MyPlace | undefined;
  /** The board and period it is the place on. */
  readonly ranksOf: string;
  readonly words: UnitWords;
}

/** Their row while it is out of view, and what a screen reader is told of it. */
export function MyFoot({ my, ranksOf, words }: MyFootProps) {
  return (
    <>
      {my === undefined ? null : <OwnRow my={my} words={words} />}
      <OwnNews my={my} ranksOf={ranksOf} words={words} />
    </>
  );
}

/** What happened to the person in front of the screen since they last looked. */
function SinceLastVisit({ my }: { readonly my: MyPlace | undefined }) {
  const format = useNumberFormat();
  if (my?.since === undefined) return null;
  return (
    <p className={`ground anywhere ${styles.since}`}>
      <strong>Since your last visit:</strong> {sinceWords(my.since, format)}.
    </p>
  );
}

/** Your own row, at the foot of the screen while the real one is out of view, and the way there. */
function OwnRow({ my: { rank, points }, words }: { readonly my: MyPlace; readonly words: UnitWords }) {
  const { view, typePlayer } = useView();
  const { pathname } = useLocation();
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
    <aside aria-label="Your place" className={`line strong tabular ${styles.row}`}>
      <span className={`condensed ${styles.rank}`}>{rankWords(rank, format)}</span>
      <span className={styles.you}>You</span>
      <span className={styles.points}>
        <Total words={words} total={points} /> {words.tag(points)}
      </span>
      <Link
        to={{ pathname, search: viewToSearch({ ...view, q: '', page: pageOfRank(rank) }) }}
        preventScrollReset
        className={`pointed ${control.link} ${styles.go}`}
        onClick={() => {
          typePlayer('');
          going.current = true;
        }}
      >
        Find me
      </Link>
    </aside>
  );
}

/** At least this long between two announcements of one's own rank, in milliseconds. */
const OWN_EVERY_MS = 8_000;

/** Says that the person in front of the screen climbed, fell, took or lost the lead: what several changes come to, once. */
function OwnNews({ my, ranksOf, words: unit }: MyFootProps) {
  const format = useNumberFormat();
  return (
    <News
      now={my === undefined ? '' : String(my.rank)}
      of={`${ranksOf} ${my?.me.username}`}
      everyMs={OWN_EVERY_MS}
      words={(before) => (my === undefined ? '' : ownWords(Number(before), my, unit, format))}
    />
  );
}

/** How often somebody who is on another page of the board is looked for, in milliseconds. */
const LOOK_EVERY_MS = 10_000;

/** How many of those around somebody are remembered, each way. */
const AROUND = 5;

/** Where the person in front of this browser stands on a board. */
export interface MyPlace {
  readonly me: Me;
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
  const here = me === undefined ? -1 : shown.findIndex(({ player }) => isSamePlayer(player.id, me.username));
  const { board, period } = view;
  const username = me?.username ?? '';
  const question = { username, board: board.name, period: period.kind, at: '' };
  const { data: page } = useLive('player', [question], {
    isAsked: me !== undefined && present && here === -1,
    every: { ms: LOOK_EVERY_MS, of: [] },
  });
  const around = here === -1 ? (page?.chosen.neighbours ?? []) : shown;
  const index = here === -1 ? around.findIndex(({ player }) => isSamePlayer(player.id, username)) : here;
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
    Array.from({ length: AROUND }, (_, i) => people[own + step * (i + 1)])
      .filter((one, i) => one !== undefined && one.rank === rank + step * (i + 1))
      .map((one) => nameOf(one!));
  return {
    period,
    at: 0,
    rank,
    above: near(-1),
    below: near(1),
  };
}

function nameOf({ player: { id, name } }: LiveStanding): Sighting['above'][number] {
  return { username: id, name };
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
