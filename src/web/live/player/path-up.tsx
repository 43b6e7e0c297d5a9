import { Section } from '../../ui/section.tsx';
import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { PathToPodium } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { limitWords } from '../words/count-words.ts';
import { absenceWords, PRESENT, rankWords } from '../words/rank-words.ts';
import { timeLeft } from '../words/time-words.ts';
import { waitingWords } from '../words/trouble-words.ts';
import styles from './path-up.module.css';

type Target = PathToPodium['targets'][number];

/** What a player needs to get further up in the period that runs: points, pace, and ways there. */
export function PathUp({ question }: { readonly question: PlayerQuestion }) {
  const { data, error } = useLive('path', [question], { meanwhile: asBefore });
  return (
    <Section id="path" title="Path to the podium">
      {data === undefined ? <p className={`muted ${styles.note}`}>{waitingWords('path', error)}</p> : <Targets path={data} />}
    </Section>
  );
}

function Targets({ path: { place, targets, minutesLeft, period, board } }: { readonly path: PathToPodium }) {
  const words = useUnitWords(board);
  if (place.kind === 'ranked' && place.rank === 1)
    return <p className={`muted ${styles.note}`}>At the top {PRESENT[period.kind]}: nobody is left to catch.</p>;
  if (place.kind === 'absent' && place.absence.reason !== 'no-points')
    return <p className={`muted ${styles.note}`}>{absenceWords(place.absence, words)}</p>;
  if (targets.length === 0) return <p className={`muted ${styles.note}`}>Nobody to catch yet.</p>;
  return (
    <>
      {minutesLeft === null ? null : <p className={`muted ${styles.note}`}>Resets in {timeLeft(minutesLeft * MINUTE_MS)}.</p>}
      {targets.some(({ outlook }) => outlook.kind === 'plans') ? (
        <p className={`muted ${styles.note}`}>Limits are counted from now on: what was done before is not known here.</p>
      ) : null}
      <ol className="stack rows">
        {targets.map((target) => (
          <TargetCard key={target.rank} target={target} kind={period.kind} board={board} />
        ))}
      </ol>
    </>
  );
}

interface TargetProps extends Pick<PathToPodium, 'board'> {
  readonly target: Target;
  readonly kind: PeriodKind;
}

function TargetCard({ target, kind, board }: TargetProps) {
  const { rank, prize, holder, missing, pace } = target;
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const adds = board.direction === 'high' && ADDS_UP[board.scoring];
  return (
    <li className={`stack ground anywhere ${styles.target}`}>
      <h3 className={`condensed tabular ${styles.rank}`}>{rankWords(rank, format)}</h3>
      <p>
        <strong>{words.gap(missing)}</strong> {adds ? '' : `${words.better} `}to pass{' '}
        <PlayerLink username={holder.username} name={holder.displayName} kind={kind} />, who has{' '}
        <Total words={words} total={holder.points} />.
      </p>
      {prize === '' ? null : <p className="muted">Wins {prize}.</p>}
      {pace === null ? null : (
        <p className="muted">
          That is {words.gap(Math.ceil(pace.needed))} an hour until the reset. <bdi>{holder.displayName}</bdi> makes{' '}
          {words.gap(Math.ceil(pace.holder))} an hour.
        </p>
      )}
      <WaysThere target={target} kind={kind} board={board} />
    </li>
  );
}

type Plan = Extract<Target['outlook'], { readonly kind: 'plans' }>['plans'][number];

/** What leads to a rank, or that nothing does. */
function WaysThere({ target: { outlook }, kind, board }: TargetProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  switch (outlook.kind) {
    case 'plans':
      return (
        <div className={`stack ${styles.ways}`}>
          {outlook.plans.length === 1 ? null : <p>Any one of these gets there:</p>}
          <ul className="stack" aria-label="Ways there">
            {outlook.plans.map((plan) => (
              <li key={plan.steps.map(({ activity }) => activity).join()}>
                {plan.steps.map((step) => stepWords(step, format)).join(' and ')}
                <span className="block muted">
                  {words.words(plan.points)}
                  {plan.minutes === null ? '' : `, ${playingTime(plan.minutes, format)}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      );
    case 'no-plan':
      return <p className={styles.ways}>No listed activity leads there {kind === 'all-time' ? 'within a year' : PRESENT[kind]}.</p>;
    case 'unplanned':
      return null;
  }
}

/** "3 × Log in (once a day)". */
function stepWords({ title, times, limit }: Plan['steps'][number], format: NumberFormat): string {
  const within = times > 1 && limit !== undefined && limit.per !== 'ever' ? ` (${limitWords(limit, format)})` : '';
  return `${format.count(times)} × ${title}${within}`;
}

/** Hours, however many: nobody plays for days. */
function playingTime(minutes: number, format: NumberFormat): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours === 0 ? '' : `${format.count(hours)} h`, minutes % 60 === 0 ? '' : `${minutes % 60} min`];
  return parts.filter((part) => part !== '').join(' ');
}
