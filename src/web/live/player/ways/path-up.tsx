import type { PlayerQuestion } from '../../../../contract/live-source.ts';
import { MINUTE_MS } from '../../../../domain/durations.ts';
import type { PathToPodium } from '../../../../contract/player-answers.ts';
import { ADDS_UP } from '../../../../domain/scoring.ts';
import { useNumberFormat } from '../../../ui/number-format.ts';
import { Total } from '../../../ui/total.tsx';
import { useUnitWords } from '../../../ui/use-unit-words.ts';
import { asBefore, useLive } from '../../asking/use-live.ts';
import { unloadedWords } from '../../words/trouble-words.ts';
import { timeLeft } from '../../words/time-words.ts';
import { PlayerLink } from '../../links/player-link.tsx';
import section from '../../../ui/section-title.module.css';
import styles from './path-up.module.css';
import { absenceWords, PRESENT, rankWords } from '../../words/rank-words.ts';
import { WaysThere } from './ways-there.tsx';

type Target = PathToPodium['targets'][number];

/** What a player needs to get further up in the period that runs: points, pace, and ways there. */
export function PathUp({ question }: { readonly question: PlayerQuestion }) {
  const { data, error } = useLive('path', [question], { meanwhile: asBefore });
  return (
    <section aria-labelledby="path">
      <h2 id="path" className={section.title}>
        Path to the podium
      </h2>
      {data === undefined ? (
        <p className={styles.note}>{error === null ? 'Loading the path' : unloadedWords('The path', error)}</p>
      ) : (
        <Targets path={data} />
      )}
    </section>
  );
}

function Targets({ path: { place, targets, minutesLeft, period, board } }: { readonly path: PathToPodium }) {
  const words = useUnitWords(board);
  if (place.kind === 'ranked' && place.rank === 1)
    return <p className={styles.note}>At the top {PRESENT[period.kind]}: nobody is left to catch.</p>;
  if (place.kind === 'absent' && place.absence.reason !== 'no-points')
    return <p className={styles.note}>{absenceWords(place.absence, words)}</p>;
  if (targets.length === 0) return <p className={styles.note}>Nobody to catch yet.</p>;
  return (
    <>
      {minutesLeft === null ? null : <p className={styles.note}>Resets in {timeLeft(minutesLeft * MINUTE_MS)}.</p>}
      {targets.some(({ outlook }) => outlook.kind === 'plans') ? (
        <p className={styles.note}>Limits are counted from now on: what was done before is not known here.</p>
      ) : null}
      <ol className={`stack ${styles.targets}`}>
        {targets.map((target) => (
          <TargetCard key={target.rank} target={target} kind={period.kind} board={board} />
        ))}
      </ol>
    </>
  );
}

interface TargetCardProps {
  readonly target: Target;
  readonly kind: PathToPodium['period']['kind'];
  readonly board: PathToPodium['board'];
}

function TargetCard({ target: { rank, prize, holder, missing, pace, outlook }, kind, board }: TargetCardProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const adds = board.direction === 'high' && ADDS_UP[board.scoring];
  return (
    <li className={styles.target}>
      <h3 className={`condensed ${styles.rank}`}>{rankWords(rank, format)}</h3>
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
      <WaysThere outlook={outlook} kind={kind} board={board} />
    </li>
  );
}
