import { useRef, useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useMomentDraft } from '../../address/use-draft.ts';
import control from '../../ui/control.module.css';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useLive } from '../asking/use-live.ts';
import { isEmpty, settledAt, leaderOf } from '../words/board-view.ts';
import { LEADER_EVERY_MS, News } from '../words/news.tsx';
import { dayOfMoment, minuteOfDay, minuteWords, momentParts, momentWithin } from '../words/time-words.ts';
import { Race, useRaceAddress } from './race.tsx';
import { stepAt, stepsOf, type Step, evenWords, fittingStep, stepKindsOf, stopsOf } from './replay-steps.ts';
import styles from './time-machine.module.css';
import { timeMarks } from './time-marks.ts';
import { useReplay, type Replay } from './use-replay.ts';

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
  const { kind } = view.period;
  const question = { board: asked.board, period: kind, at: settledAt(view) };
  const { data: played } = useLive('played', [question], { isAsked: kind !== 'daily' });
  const [wanted, setStepKind] = useState(() => fittingStep(kind, played));
  const stepKinds = stepKindsOf(played);
  const stepKind = stepKinds.includes(wanted) ? wanted : 'even';
  const [speed, setSpeed] = useState<number>(1);
  const even = stepsOf(reach, settledAt(view));
  const steps = stepKind === 'even' ? even : stepsOf(reach, settledAt(view), stopsOf(stepKind, played));
  const draft = useMomentDraft();
  const { several } = useUnitWords(view.board);
  const controls = useRef<HTMLElement>(null);
  const race = useRaceAddress(controls);
  const placeOf = (chosen: string | undefined) => (chosen === undefined ? -1 : steps.findIndex(({ at }) => at === chosen));
  const framed = placeOf(frame);
  const shown = framed === -1 ? stepAt(steps, view.moment) : framed;
  const replay = useReplay({ steps, shown, asked, speed, frame, onFrame, write: draft.write, controls });

  const drafted = placeOf(draft.at);
  const index = drafted === -1 ? shown : drafted;
  // The last step is none.
  const step = index === steps.length - 1 ? undefined : steps[index]!.moment;
  const moment = drafted === -1 && view.moment !== null ? Date.parse(view.moment) : step;
  const words = momentWords(moment, view);
  const controlsOf = (
    <section ref={controls} aria-label="Replay" className={`card ${styles.machine}`}>
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
      <Scale steps={steps} view={view} />
      <p className={`cluster small strong tabular ${styles.moment}`}>
        {words}
        {view.moment !== null && isEmpty(view) ? <span className="muted regular">Nobody had any {several} yet.</span> : null}
      </p>
      <div className={`cluster ${styles.choices}`}>
        {stepKinds.length < 2 ? null : (
          <Choice
            name="Stops"
            chosen={stepKind}
            options={stepKinds.map((each) => [each, each === 'even' ? evenWords(even) : STOPS[each]])}
            onChoose={setStepKind}
          />
        )}
        <Choice name="Speed" chosen={speed} options={SPEEDS} onChoose={setSpeed} />
        {race.isRace ? null : (
          <button type="button" name="race" className={control.button} onClick={race.open}>
            Race view
          </button>
        )}
      </div>
      <p role="status" className={`note ${styles.trouble}`}>
        {replay.outcome === 'failed' || (failed && asked.at !== '') ? 'Could not load this moment. The board has not moved.' : ''}
      </p>
      <ReplayNews view={view} replay={replay} />
    </section>
  );
  if (!race.isRace) return controlsOf;
  return (
    <Race view={view} date={dateWords(moment, view)} address={race.page} onClose={race.leave}>
      {controlsOf}
    </Race>
  );
}

/** A moment in as few words as the period needs: "14:15", "28 Jul 2024". */
function dateWords(moment: number | undefined, { board: { timeZone }, period: { kind, end }, later }: LiveBoardView): string {
  if (moment !== undefined) return kind === 'daily' ? minuteOfDay(moment, timeZone) : dayOfMoment(moment, timeZone);
  if (later === null || end === null) return 'Now';
  return kind === 'daily' ? '24:00' : dayOfMoment(Date.parse(end) - 1, timeZone);
}

const STOPS = { days: 'Days with points', months: 'Months with points' } as const;

/** How fast a replay may be, and what that is called. */
const SPEEDS = [
  [0.5, '½×'],
  [1, '1×'],
  [2, '2×'],
  [4, '4×'],
] as const;

interface ChoiceProps<Value> {
  readonly name: string;
  readonly chosen: Value;
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string | number>({ name, chosen, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="line note">
      {name}
      <select
        name={name.toLowerCase()}
        value={chosen}
        className={`strong ${styles.select}`}
        onChange={({ target }) => onChoose(options[target.selectedIndex]![0])}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What lies under the slider: when it begins and ends, and where days, months or years begin in between. */
function Scale({ steps, view: { board, period, later } }: { readonly steps: readonly Step[]; readonly view: LiveBoardView }) {
  const { timeZone, weekStart } = board;
  const [first, last] = [steps[0]!.moment, steps.at(-1)!.moment];
  const words = (at: number) => (period.kind === 'daily' ? minuteOfDay(at, timeZone) : shortDay(at, timeZone, period.kind === 'all-time'));
  // The moment itself is the next period's.
  const end = period.kind === 'daily' ? '24:00' : words(last - 1);
  return (
    <div className={`line spread tiny muted tabular ${styles.scale}`}>
      <svg aria-hidden="true" className={styles.marks}>
        {steps.length < 3
          ? null
          : timeMarks(steps, { timeZone, weekStart } as Calendar).map(({ place, name }) => (
              <g key={name}>
                <line x1={`${100 * place}%`} x2={`${100 * place}%`} y1="0" y2="6" />
                {/* At the edges stand the dates of the ends. */}
                {place < 0.22 || place > 0.78 ? null : (
                  <text x={`${100 * place}%`} y="18">
                    {name}
                  </text>
                )}
              </g>
            ))}
      </svg>
      <span>{words(first)}</span>
      <span>{later === null ? 'Now' : end}</span>
    </div>
  );
}

/** The day of a moment without its year, "28 Jul", or the month with it, "Jul 2024". */
function shortDay(at: number, timeZone: string, isOfYears: boolean): string {
  const { day, month, year } = momentParts(at, timeZone, 'short');
  return isOfYears ? `${month} ${year}` : `${day} ${month}`;
}

/** The same in full: "Tue 3 Nov 2026, 14:15 (UTC)", and the last step by what it shows. */
function momentWords(moment: number | undefined, { board: { timeZone }, period, later }: LiveBoardView): string {
  if (moment !== undefined) return `${minuteWords(moment, timeZone)} (${timeZone})`;
  if (later === null) return 'Now';
  return { open: 'As it ended', provisional: 'The provisional ranks', final: 'The final ranks' }[period.state];
}

/** Says, seldom, who took the lead in a replay, and who has it at its end: nothing of the steps between. */
function ReplayNews({ view, replay: { isPlaying, outcome } }: { readonly view: LiveBoardView; readonly replay: Replay }) {
  const { spoken } = useUnitWords(view.board);
  const first = isPlaying ? leaderOf(view) : undefined;
  const when = view.moment === null ? '' : ` ${momentWithin(view.period.kind, Date.parse(view.moment), view.board.timeZone)}`;
  return (
    <News
      now={first?.player.id ?? ''}
      of={String(isPlaying)}
      everyMs={LEADER_EVERY_MS}
      words={() => (first === undefined ? '' : `${isolated(first.player.name)} takes the lead${when}, with ${spoken(first.points)}`)}
      instead={isPlaying ? undefined : outcome === 'ended' ? 'The replay is over' : ''}
    />
  );
}
