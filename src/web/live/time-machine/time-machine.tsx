import { useRef } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { minuteWords } from '../words/day-words.ts';
import { isEmpty } from '../words/is-empty.ts';
import { settledAt } from '../words/settled-at.ts';
import { ReplayNews } from './replay-news.tsx';
import { stepAt, stepsOf, type Step } from './replay-steps.ts';
import control from '../../ui/control.module.css';
import styles from './time-machine.module.css';
import { useMomentDraft } from '../../address/use-draft.ts';
import { useReplay } from './use-replay.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';

export interface TimeMachineProps {
  readonly view: LiveBoardView;
  readonly reach: NonNullable<LiveBoardView['reach']>;
  readonly asked: LiveRankingsQuestion;
  /** What a replay shows in place of what the address says. */
  readonly frame: string | undefined;
  readonly onFrame: (at: string | undefined) => void;
  readonly onUse: () => void;
  /** Whether what is asked for could not be had. */
  readonly failed: boolean;
}

/** A period at any of its moments: by a slider, or played like a race. */
export function TimeMachine({ view, reach, asked, frame, onFrame, onUse, failed }: TimeMachineProps) {
  const steps = stepsOf(reach, settledAt(view));
  const draft = useMomentDraft();
  const { several } = useUnitWords(view.board);
  const controls = useRef<HTMLElement>(null);
  const placeOf = (chosen: string | undefined) => (chosen === undefined ? -1 : steps.findIndex(({ at }) => at === chosen));
  const framed = placeOf(frame);
  const shown = framed === -1 ? stepAt(steps, view.moment) : framed;
  const replay = useReplay({ steps, shown, asked, frame, onFrame, write: draft.write, controls });

  const drafted = placeOf(draft.at);
  const index = drafted === -1 ? shown : drafted;
  const words = drafted === -1 && view.moment !== null ? timeOf(Date.parse(view.moment), view) : stepWords(steps, index, view);
  return (
    <section ref={controls} aria-label="Replay" className={styles.machine}>
      <button
        type="button"
        name="play"
        className={`${control.primary} ${styles.play}`}
        onClick={() => {
          onUse();
          draft.drop();
          if (replay.isPlaying) replay.pause();
          else replay.play(draft.at ?? asked.at);
        }}
      >
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" fill="currentColor">
          <path d={replay.isPlaying ? 'M2 1h3v10H2zM7 1h3v10H7z' : 'M2 1l9 5-9 5z'} />
        </svg>
        {replay.isPlaying ? 'Pause' : 'Play'}
      </button>
      <input
        type="range"
        name="moment"
        aria-label="Moment"
        aria-valuetext={words}
        min={0}
        max={steps.length - 1}
        value={index}
        className={styles.slider}
        onPointerDown={replay.pause}
        onChange={(event) => {
          onUse();
          replay.stop();
          draft.drawTo(steps[event.target.valueAsNumber]!.at);
        }}
      />
      <p className={styles.moment}>
        {words}
        {view.moment !== null && isEmpty(view) ? <span className={styles.empty}>Nobody had any {several} yet.</span> : null}
      </p>
      <p role="status" className={styles.trouble}>
        {replay.outcome === 'failed' || (failed && asked.at !== '') ? 'Could not load this moment. The board has not moved.' : ''}
      </p>
      <ReplayNews view={view} replay={replay} />
    </section>
  );
}

/** What a step is called: "Tue 3 Nov 2026, 14:15 (UTC)", and the last one for what it shows. */
function stepWords(steps: readonly Step[], index: number, view: LiveBoardView): string {
  if (index < steps.length - 1) return timeOf(steps[index]!.moment, view);
  if (view.later === null) return 'Now';
  return view.period.closed ? 'The final ranks' : 'As it ended';
}

function timeOf(moment: number, { board }: LiveBoardView): string {
  return `${minuteWords(moment, board.timeZone)} (${board.timeZone})`;
}
