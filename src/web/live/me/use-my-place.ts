import { useEffect } from 'react';

import type { RankChange } from '../../../contract/parts/answer-parts.ts';
import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { standingsOf } from '../../../domain/board.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import { isPresent } from '../words/board-view.ts';
import { useLive } from '../asking/use-live.ts';
import { useMe, type Me } from './me.ts';
import { seeBoard, useVisitBefore, sinceThen, type Sighting, type Since } from './visits.ts';

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
export function useMyPlace(view: LiveBoardView): MyPlace | undefined {
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
