import { useEffect, useState } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { ApiPeriod } from '../../../contract/parts/answer-parts.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { useLive } from '../asking/use-live.ts';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { isEmpty, firstDay, isPresent } from '../words/board-view.ts';

/** Loaded on demand: most visits see no end of a period. */
export const ShownFinish = onDemand(() => import('./photo-finish.tsx'), 'PhotoFinish');

/** The stages of a finish: `line` until it is final, or for a while; `final`, for a while; then `told`, a line of text. */
const PHASES = {
  line: { ms: 2 * MINUTE_MS, next: 'waiting' },
  waiting: undefined,
  /** Dismissed by the visitor before it was final. */
  closed: undefined,
  final: { ms: 40_000, next: 'told' },
  told: { ms: 10 * MINUTE_MS, next: 'over' },
  over: undefined,
} as const;

type Phase = keyof typeof PHASES;

/** The finish of a period that ended while the visitor watched: loading, in the podium's place, or a line of text. */
type Finish = { readonly stage: 'coming' } | FinishThere;

export interface FinishThere {
  readonly stage: 'shown' | 'told';
  /** The board of the ended period, final once it is closed. */
  readonly view: LiveBoardView;
  readonly day: string;
  /** Shows the current period again. */
  readonly close: () => void;
}

/** The finish of the period shown before, for a while; `undefined` if none ended or it had no points. `answeredAt`: epoch milliseconds. */
export function useFinish(view: LiveBoardView, answeredAt: number): Finish | undefined {
  const [watched, setWatched] = useState(NOTHING_WATCHED);
  const now = watchedSince(watched, view, answeredAt);
  if (now !== watched) setWatched(now);
  const ended = endedOf(now, view);

  const [reached, setReached] = useState<{ readonly ended: WatchedPeriod; readonly phase: Phase } | undefined>(undefined);
  const before = ended === undefined ? 'over' : reached?.ended === ended ? reached.phase : 'line';

  const { data } = useLive('rankings', [{ board: view.board.name, period: view.period.kind, at: ended?.day ?? '', q: '', page: 1 }], {
    isAsked: before !== 'over',
  });
  const phase = data?.period.closed === true ? onceFinal(before) : before;
  useEffect(() => {
    const step = PHASES[phase];
    if (ended === undefined || step === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        // Not while the pointer or the focus is on it.
        if (document.querySelector('[data-finish]:is(:hover, :focus-within)') !== null) wait(1_000);
        else setReached({ ended, phase: step.next });
      }, ms);
    };
    wait(step.ms);
    return () => clearTimeout(timer);
  }, [ended, phase]);

  useEffect(() => {
    if (ended !== undefined) void ShownFinish.load();
  }, [ended]);

  if (ended === undefined) return undefined;
  if (data === undefined) return phase === 'line' ? { stage: 'coming' } : undefined;
  if (isEmpty(data)) return undefined;
  const close = () => setReached({ ended, phase: phase === 'final' ? 'told' : 'closed' });
  if (phase === 'line' || phase === 'final') return { view: data, day: ended.day, stage: 'shown', close };
  return phase === 'told' ? { view: data, day: ended.day, stage: 'told', close } : undefined;
}

function onceFinal(phase: Phase): Phase {
  if (phase === 'line' || phase === 'waiting') return 'final';
  return phase === 'closed' ? 'told' : phase;
}

/** A period of a board. `day` is a day of it on the board's calendar. */
interface WatchedPeriod {
  readonly board: string;
  readonly period: ApiPeriod;
  readonly day: string;
}

/** The periods a visitor has watched: the current one, and the previous one if it ended meanwhile. */
interface Watched {
  readonly present: WatchedPeriod | undefined;
  readonly ended: WatchedPeriod | undefined;
}

export const NOTHING_WATCHED: Watched = { present: undefined, ended: undefined };

/** A visitor who returns this long after a period's end does not see its finish, in milliseconds. */
const LATE_MS = 10 * MINUTE_MS;

/** The watched periods after another view and the time of its answer, epoch milliseconds. Returns `before` itself if nothing changed. */
export function watchedSince(before: Watched, view: LiveBoardView, answeredAt: number): Watched {
  const { board, period } = view;
  if (!isPresent(view) || period.start === null || period.end === null) return before;
  const { present } = before;
  const isSameKind = present !== undefined && present.board === board.name && present.period.kind === period.kind;
  if (isSameKind && present.period.start === period.start) return before;
  const now = { board: board.name, period, day: firstDay(view) };
  if (!isSameKind) return { present: now, ended: before.ended };
  const end = Date.parse(present.period.end!);
  return { present: now, ended: end <= Date.parse(period.start) && answeredAt - end < LATE_MS ? present : undefined };
}

/** The period that ended, if the view shows the current one of the same board and kind. */
export function endedOf({ ended }: Watched, view: LiveBoardView): WatchedPeriod | undefined {
  return isPresent(view) && ended?.board === view.board.name && ended.period.kind === view.period.kind ? ended : undefined;
}
