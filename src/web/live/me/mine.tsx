import { useLayoutEffect, useEffect, useRef, useState } from 'react';

import type { LiveBoardView, LiveChange, LiveStanding } from '../../../contract/page-answers.ts';
import { shownPlayers, standingsOf } from '../../../domain/board.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useView } from '../../address/view-context.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { useLive } from '../asking/use-live.ts';
import { comeTo } from '../links/come-to.ts';
import { pageOfRank } from '../links/rank-jump.tsx';
import { ViewLink } from '../links/view-link.tsx';
import { isPresent, ranksOf } from '../words/board-view.ts';
import { YOU } from '../words/live-board-words.ts';
import { News } from '../words/news.tsx';
import { rankWords } from '../words/rank-words.ts';
import { useMe, type Me } from './me.ts';
import { VisitNews } from './visit-news.tsx';
import styles from './my-row.module.css';
import { seeBoard, useVisit, type Sighting } from './visits.ts';
import { ME, ownWords } from './me-words.ts';

export interface MyVisitProps {
  readonly view: LiveBoardView;
  /** The filter of the players shown. */
  readonly filter: string;
  readonly answeredAt: number;
  /** Called before paint, so that the rest of the page is consistent. */
  readonly onPlace: (place: MyPlace | undefined) => void;
}

/** Finds the visitor on a board, and reports what changed for them since their last visit, and just now. */
export function MyVisit({ onPlace, ...shown }: MyVisitProps) {
  const { board, period } = shown.view;
  const [my, now] = useMyPlace(shown);
  const text = JSON.stringify(my);
  useLayoutEffect(() => onPlace(text === undefined ? undefined : (JSON.parse(text) as MyPlace)), [text, onPlace]);

  const me = useMe();
  const key = `${board.name} ${period.kind} ${me?.username ?? ''}`;
  const seen = JSON.stringify(now);
  useEffect(() => {
    if (seen !== undefined) seeBoard(key, JSON.parse(seen) as Sighting);
  }, [key, seen]);
  const visit = useVisit(key);
  // A player who dropped off the page has no place until the server answers: the last sighting is kept meanwhile.
  return visit === undefined ? null : <VisitNews key={`${key} ${period.start ?? ''}`} hue={my?.hue ?? 0} visit={visit} now={now} />;
}

/** The minimum time between two announcements of the visitor's rank, in milliseconds. */
const OWN_EVERY_MS = 8_000;

export interface MyFootProps {
  readonly my: MyPlace | undefined;
  readonly words: UnitWords;
}

/** The visitor's row while it is out of view, and an announcement when they climb, fall, take or lose the lead, with changes merged. */
export function MyFoot({ my, words }: MyFootProps) {
  const format = useNumberFormat();
  // A player who drops off the page has no place until they are found again: the ranks they belong to stay the same.
  const [of, setOf] = useState('');
  const told = my === undefined ? of : `${my.ranksOf} ${my.me.username}`;
  if (told !== of) setOf(told);
  return (
    <>
      {my === undefined ? null : <OwnRow my={my} words={words} />}
      <News
        now={my === undefined ? '' : String(my.rank)}
        of={told}
        everyMs={OWN_EVERY_MS}
        words={(before) => (my === undefined ? '' : ownWords(Number(before), my, words, format))}
      />
    </>
  );
}

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

  // After every render, because rows are added, removed and moved. A removed row counts as out of view.
  useEffect(() => {
    const mark = document.querySelector('main [data-me]');
    if (mark === null) return;
    observer.current?.observe(mark);
    if (!going.current) return;
    going.current = false;
    comeTo(mark);
  });

  if (inView) return null;
  return (
    <aside aria-label={ME.place} data-hue={hue} className={`line strong tabular ${styles.row}`}>
      <span className={`condensed ${styles.rank}`}>{rankWords(rank, format)}</span>
      {/* A new element for each rank: moved text in the same element would count as a layout shift. */}
      <span key={rank} className={styles.you}>
        {YOU}
      </span>
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
        {ME.find}
      </ViewLink>
    </aside>
  );
}

/** The interval for looking up a visitor who is on another page of the board, in milliseconds. */
const LOOK_EVERY_MS = 10_000;

const AROUND = 5;

/** The visitor's place on a board. */
export interface MyPlace {
  readonly me: Me;
  readonly ranksOf: string;
  /** The player's colour, for `data-hue`. */
  readonly hue: number;
  readonly rank: number;
  readonly points: number;
  readonly change: LiveChange;
  /** The gap to the player above or, for the leader, to the one below; `undefined` if that player is not known. */
  readonly gap: number | undefined;
}

/**
 * The visitor's place on the board shown, and a sighting of it. Empty for unknown visitors, for visitors without a rank, and in past
 * periods.
 */
function useMyPlace({ view, filter, answeredAt }: Omit<MyVisitProps, 'onPlace'>): readonly [] | readonly [MyPlace, Sighting | undefined] {
  const me = useMe();
  const present = isPresent(view);
  const shown = standingsOf(view);
  const { board, period } = view;
  const username = me?.username ?? '';
  const indexIn = (people: readonly LiveStanding[]) => people.findIndex(({ player }) => isSamePlayer(player.id, username));
  const here = indexIn(shown);
  // A filter leaves gaps, and beyond the edge of a page no neighbours are visible.
  const isAmong = filter === '' && here !== -1 && areNeighboursShown(shown, here, shownPlayers(view));
  const question = { username, board: board.name, period: period.kind, at: '' };
  const page = useLive('player', [question], {
    isAsked: me !== undefined && present && !isAmong,
    every: { ms: LOOK_EVERY_MS, of: [] },
  });
  // An answer much older than the board's would report old places as news.
  const isFresh = page.answeredAt > answeredAt - 2 * LOOK_EVERY_MS;
  const near = isAmong ? shown : isFresh ? (page.data?.chosen.neighbours ?? []) : [];
  const around = here === -1 ? near : shown;
  const own = present ? around[indexIn(around)] : undefined;

  if (me === undefined || own === undefined) return [];
  const { rank, points, change } = own;
  const beside = around.find((one) => one.rank === (rank === 1 ? 2 : rank - 1));
  const gap = beside && Math.abs(beside.points - points);
  return [
    { me, ranksOf: ranksOf(view), hue: playerHue(own.player.id), rank, points, change, gap },
    sighting(near, indexIn(near), period.start ?? ''),
  ];
}

/** Whether a player's neighbours are shown too. The first has none above, and the last none below. */
export function areNeighboursShown(shown: readonly Pick<LiveStanding, 'rank'>[], own: number, total: number): boolean {
  const { rank } = shown[own]!;
  return (rank === 1 || shown[own - 1]?.rank === rank - 1) && (rank === total || shown[own + 1]?.rank === rank + 1);
}

function sighting(people: readonly LiveStanding[], own: number, period: string): Sighting | undefined {
  const rank = people[own]?.rank;
  if (rank === undefined) return undefined;
  // Every answer includes the podium, so only consecutive ranks are neighbours.
  const near = (step: 1 | -1) =>
    Array.from({ length: AROUND }, (_, i) => people[own + step * (i + 1)]).flatMap((one, i) =>
      one?.rank === rank + step * (i + 1) ? [{ username: one.player.id, name: one.player.name }] : [],
    );
  return { period, at: 0, rank, above: near(-1), below: near(1) };
}
