import { useRef, useState } from 'react';

import type { LiveRankingsQuestion } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { useMomentDraft } from '../../address/use-draft.ts';
import control from '../../ui/control.module.css';
import { useUnitWords } from '../../ui/number-format.ts';
import { useLive } from '../asking/use-live.ts';
import { isEmpty, settledAt, leaderOf } from '../words/board-view.ts';
import { LEADER_EVERY_MS, News } from '../words/news.tsx';
import { momentWithin } from '../words/time-words.ts';
import { Race, useRaceAddress } from './race.tsx';
import { stepAt, stepsOf, fittingStep, stepKindsOf, stopsOf } from './replay-steps.ts';
import { evenWords, raceDate, REPLAY_WORDS as WORDS, standingsWords } from './replay-words.ts';
import styles from './time-machine.module.css';
import { useReplay, type Replay } from './use-replay.ts';

export interface TimeMachineProps {
  readonly view: LiveBoardView;
  readonly reach: NonNullable<LiveBoardView['reach']>;
  readonly asked: LiveRankingsQuestion;
  /** The replay's moment, in place of the URL's. */
  readonly frame: string | undefined;
  readonly onFrame: (at: string | undefined) => void;
  readonly onUse: () => void;
  readonly onClose: () => void;
  /** Whether the requested board failed to load. */
  readonly failed: boolean;
}

/** Replays a period: a bar at the bottom of the window, and of the race. */
export function TimeMachine({ view, reach, asked, frame, onFrame, onUse, onClose, failed }: TimeMachineProps) {
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
  // The last step is not a moment.
  const step = index === steps.length - 1 ? undefined : steps[index]!.moment;
  const moment = drafted === -1 && view.moment !== null ? Date.parse(view.moment) : step;
  const [prefix, when] = standingsWords(moment, view);
  const isFailed = replay.outcome === 'failed' || (failed && asked.at !== '');
  const close = () => {
    replay.pause();
    onClose();
    document.querySelector<HTMLElement>('[name="replay"]')?.focus();
  };
  const controlsOf = (
    <section ref={controls} aria-label={WORDS.name} className={`line ${styles.dock}`}>
      <button
        type="button"
        name="play"
        aria-label={replay.isPlaying ? WORDS.pause : WORDS.play}
        className={`${control.primary} ${styles.play}`}
        onClick={() => {
          onUse();
          draft.drop();
          if (replay.isPlaying) replay.pause();
          else replay.play(draft.at ?? asked.at);
        }}
      >
        <Sign path={replay.isPlaying ? 'M3 2h3v12H3zM10 2h3v12h-3z' : 'M3 1l11 7-11 7z'} />
      </button>
      <input
        type="range"
        name="moment"
        aria-label={WORDS.moment}
        aria-valuetext={prefix + when}
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
      <p className={`small strong tabular ${styles.moment}`}>
        <span className={styles.wide}>{prefix}</span>
        {when}
      </p>
      {stepKinds.length < 2 ? null : (
        <Choice
          name={WORDS.step}
          chosen={stepKind}
          options={stepKinds.map((each) => [each, each === 'even' ? evenWords(even) : WORDS[each]])}
          onChoose={setStepKind}
        />
      )}
      <Choice name={WORDS.speed} chosen={speed} options={SPEEDS} onChoose={setSpeed} />
      {race.isRace ? null : (
        <button
          type="button"
          name="race"
          aria-label={WORDS.race}
          className={`pressable ${control.button} ${styles.race}`}
          onClick={race.open}
        >
          <Sign path="M1 2h13v2H1zM1 7h9v2H1zM1 12h5v2H1z" />
          <span>{WORDS.race}</span>
        </button>
      )}
      <button
        type="button"
        name="close-replay"
        aria-label={race.isRace ? WORDS.closeRace : WORDS.close}
        className={`pressable ${control.quiet}`}
        onClick={race.isRace ? race.leave : close}
      >
        <Sign path="M3.500 2 8 6.500 12.500 2 14 3.500 9.500 8 14 12.500 12.500 14 8 9.500 3.500 14 2 12.500 6.500 8 2 3.500z" />
      </button>
      <p role="status" className={`small ${styles.trouble}`}>
        {isFailed ? WORDS.failed : view.moment !== null && isEmpty(view) && !race.isRace ? WORDS.empty(several) : ''}
      </p>
      <ReplayNews view={view} replay={replay} />
    </section>
  );
  if (!race.isRace) return controlsOf;
  return (
    <Race view={view} date={raceDate(moment, view)} onClose={race.leave}>
      {controlsOf}
    </Race>
  );
}

function Sign({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="currentColor">
      <path d={path} />
    </svg>
  );
}

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
    <label className={`line note ${styles.choice}`}>
      <span className={styles.wide}>{name}</span>
      <select
        name={name.toLowerCase()}
        aria-label={name}
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

/** Announces a new leader in a replay, at most every {@link LEADER_EVERY_MS}, and the end of the replay. */
function ReplayNews({ view, replay: { isPlaying, outcome } }: { readonly view: LiveBoardView; readonly replay: Replay }) {
  const { spoken } = useUnitWords(view.board);
  const first = isPlaying ? leaderOf(view) : undefined;
  const when = view.moment === null ? '' : momentWithin(view.period.kind, Date.parse(view.moment), view.board.timeZone);
  return (
    <News
      now={first?.player.id ?? ''}
      of={String(isPlaying)}
      everyMs={LEADER_EVERY_MS}
      words={() => (first === undefined ? '' : WORDS.takesLead(isolated(first.player.name), when, spoken(first.points)))}
      instead={isPlaying ? undefined : outcome === 'ended' ? WORDS.over : ''}
    />
  );
}
