import type { PlayerPageQuestion } from '../../../contract/live-source.ts';
import type { PathToPodium } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { Track, trackShare } from '../../board/track/track.tsx';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { Section } from '../../ui/section.tsx';
import { Total } from '../../ui/total.tsx';
import { asBefore, useLive } from '../asking/use-live.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { YOU } from '../words/live-board-words.ts';
import { PRESENT, rankWords } from '../words/rank-words.ts';
import { timeLeft } from '../words/time-words.ts';
import { waitingWords } from '../words/trouble-words.ts';
import { costWords, paceWords, PLAYER_WORDS, stepWords } from './player-words.ts';
import styles from './path-up.module.css';

type Target = PathToPodium['targets'][number];

/** How a player can move up in the current period: points, pace, and plans. Renders nothing if nobody is above. */
export function PathUp({ question, isMe }: { readonly question: PlayerPageQuestion; readonly isMe: boolean }) {
  const { data, error } = useLive('path', [question], { meanwhile: asBefore });
  if (data === undefined && error === null) return null;
  if (data !== undefined && data.targets.length === 0) return null;
  return (
    <Section id="path" title={PLAYER_WORDS.path}>
      {data === undefined ? <p className={`muted ${styles.note}`}>{waitingWords('path', error)}</p> : <Targets path={data} isMe={isMe} />}
    </Section>
  );
}

function Targets({
  path: { player, place, targets, minutesLeft, period, board },
  isMe,
}: {
  readonly path: PathToPodium;
  readonly isMe: boolean;
}) {
  const own = place.kind === 'ranked' ? { points: place.points, name: isMe ? YOU : player.displayName } : undefined;
  return (
    <>
      {minutesLeft === null ? null : <p className={`muted ${styles.note}`}>{PLAYER_WORDS.resetsIn(timeLeft(minutesLeft * MINUTE_MS))}</p>}
      {targets.some(({ outlook }) => outlook.kind === 'plans') ? (
        <details className={`muted ${styles.note}`}>
          <summary>{PLAYER_WORDS.plan}</summary>
          <p className="small">{PLAYER_WORDS.planRules}</p>
        </details>
      ) : null}
      <ol className="stack rows" data-hue={playerHue(player.username)}>
        {targets.map((target) => (
          <TargetCard key={target.rank} target={target} own={own} kind={period.kind} board={board} />
        ))}
      </ol>
    </>
  );
}

interface TargetProps extends Pick<PathToPodium, 'board'> {
  readonly target: Target;
  /** The player and their total, if they have one. */
  readonly own: { readonly points: number; readonly name: string } | undefined;
  readonly kind: PeriodKind;
}

function TargetCard({ target, own, kind, board }: TargetProps) {
  const { rank, prize, holder, missing } = target;
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const adds = board.direction === 'high' && ADDS_UP[board.scoring];
  const pace = paceWords(target, words);
  return (
    <li className={`stack ground ${styles.target}`}>
      <h3 className={`condensed tabular ${styles.rank}`}>{rankWords(rank, format)}</h3>
      <div className="stack">
        <p className="anywhere">
          <strong>{words.gap(missing)}</strong> {adds ? '' : `${words.better} `}
          {PLAYER_WORDS.toPass} <PlayerLink username={holder.username} name={holder.displayName} kind={kind} />
          {prize === '' ? null : <span className="muted">{PLAYER_WORDS.wins(prize)}</span>}
        </p>
        {own === undefined || !adds ? null : (
          <div>
            <p className="line spread small tabular strong">
              <span className="one-line">
                <Total words={words} total={own.points} /> <bdi className="muted regular">{own.name}</bdi>
              </span>
              <Total words={words} total={holder.points} />
            </p>
            <div className={styles.way}>
              <Track share={trackShare(own.points, holder.points)} />
            </div>
          </div>
        )}
        {pace === undefined ? null : <p className="muted small anywhere">{pace}</p>}
        <Plans outlook={target.outlook} kind={kind} board={board} />
      </div>
    </li>
  );
}

/** The plans for reaching a rank, or that there are none. */
function Plans({ outlook, kind, board }: Pick<TargetProps, 'kind' | 'board'> & Pick<Target, 'outlook'>) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  if (outlook.kind === 'unplanned') return null;
  if (outlook.kind === 'no-plan')
    return (
      <p className="muted small">
        {PLAYER_WORDS.noPath} {kind === 'all-time' ? PLAYER_WORDS.withinYear : PRESENT[kind]}.
      </p>
    );
  return (
    <ol className={`cluster ${styles.plans}`} aria-label={PLAYER_WORDS.plan}>
      {outlook.plans.map((plan) => (
        <li key={plan.steps.map(({ activity }) => activity).join()}>
          <ul>
            {plan.steps.map((step) => (
              <li key={step.activity} className="strong">
                {stepWords(step, format)}
              </li>
            ))}
          </ul>
          <span className="muted small">{costWords(plan, words, format)}</span>
        </li>
      ))}
    </ol>
  );
}
