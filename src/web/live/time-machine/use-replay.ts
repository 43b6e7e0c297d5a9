import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import { liveQuestion } from '../asking/live-questions.ts';
import { useLiveEdition } from '../asking/use-live.ts';
import { stepAfter, type Step } from './replay-steps.ts';

/** How long a step is shown at 1×, and with reduced motion, in milliseconds. */
const PACE_MS = 500;
const CALM_PACE_MS = 1_200;

interface ReplayParts {
  readonly steps: readonly Step[];
  /** The index of the step that is shown. */
  readonly shown: number;
  readonly asked: LiveRankingsQuestion;
  /** A factor: 2 is twice as fast. */
  readonly speed: number;
  /** The moment shown instead of the URL's. */
  readonly frame: string | undefined;
  readonly onFrame: (at: string | undefined) => void;
  readonly write: (at: string) => void;
  /** The replay's own controls: a click there doesn't pause it. */
  readonly controls: RefObject<HTMLElement | null>;
}

export interface Replay {
  readonly isPlaying: boolean;
  /** Why the last replay stopped by itself. */
  readonly outcome: 'none' | 'ended' | 'failed';
  readonly play: (from: string) => void;
  /** Stops, and writes the moment shown into the URL. */
  readonly pause: () => void;
  /** Stops without writing: the caller decides what is shown next. */
  readonly stop: () => void;
}

/** Plays a period from the step shown, or restarts at the last one. Waits for each step's answer and requests at most two at once. */
export function useReplay({ steps, shown, asked, speed, frame, onFrame, write, controls }: ReplayParts): Replay {
  const { answers, source } = useLiveEdition();
  const [wanted, setWanted] = useState(false);
  const [outcome, setOutcome] = useState<Replay['outcome']>('none');
  // Navigating elsewhere drops the frame, and with it the replay.
  const isPlaying = wanted && frame !== undefined;

  const next = stepAfter(steps, shown);
  const nextAt = steps[next]!.at;
  const isLast = next === steps.length - 1;
  const { board, period, q, page } = asked;

  const stop = () => {
    setWanted(false);
    setOutcome('none');
  };
  const pause = () => {
    if (!isPlaying) return;
    stop();
    write(frame);
  };
  const arrive = useEffectEvent(() => {
    if (!isLast) return onFrame(nextAt);
    setWanted(false);
    setOutcome('ended');
    write(nextAt);
  });
  const fail = useEffectEvent(() => {
    pause();
    setOutcome('failed');
  });
  const afterNext = isLast ? undefined : steps[next + 1]!.at;

  useEffect(() => {
    if (!isPlaying) return;
    const questionOf = (at: string) => liveQuestion(source, 'rankings', { board, period, q, page, at });
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const seen = new Promise<void>((done) => {
      const pace = matchMedia('(prefers-reduced-motion: reduce)').matches ? CALM_PACE_MS : PACE_MS;
      timer = setTimeout(done, pace / speed);
    });
    void Promise.all([answers.fresh(questionOf(nextAt)), seen]).then(
      () => stopped || arrive(),
      () => stopped || fail(),
    );
    if (afterNext !== undefined && !savesData()) void answers.fresh(questionOf(afterNext)).catch(() => undefined);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [isPlaying, nextAt, afterNext, speed, board, period, q, page, source, answers]);

  const hide = useEffectEvent(() => document.visibilityState === 'hidden' && pause());
  // The rest of the page only knows the URL, so the moment is written there before the click is handled.
  const leave = useEffectEvent(({ target }: Event) => {
    const pressed = target instanceof Element ? target.closest('a, button') : null;
    if (pressed !== null && controls.current?.contains(pressed) !== true) pause();
  });
  useEffect(() => {
    if (!isPlaying) return;
    const onHide = () => void hide();
    const onClick = (event: Event) => leave(event);
    document.addEventListener('visibilitychange', onHide);
    addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('click', onClick, true);
    };
  }, [isPlaying]);

  return {
    isPlaying,
    outcome,
    play: (from) => {
      setOutcome('none');
      setWanted(true);
      onFrame(from);
    },
    pause,
    stop,
  };
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
