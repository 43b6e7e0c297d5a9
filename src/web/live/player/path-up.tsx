import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { PathToPodium } from '../../../contract/player-answers.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { useLiveSource } from '../asking/live-source-context.ts';
import { unloadedWords } from '../words/trouble-words.ts';
import { timeLeft } from '../words/period-words.ts';
import { PlayerLink } from '../links/player-link.tsx';
import section from '../../ui/section-title.module.css';
import styles from './path-up.module.css';
import { pathOf } from './player-questions.ts';
import { absenceWords, PRESENT, rankWords } from '../words/rank-words.ts';
import { countWords } from '../words/count-words.ts';

type Target = PathToPodium['targets'][number];
type Plan = NonNullable<Target['plans']['fewest']>;

/** What a player needs to get further up in the period that runs: points, pace, and ways there. */
export function PathUp({ question }: { readonly question: PlayerQuestion }) {
  const { data, error } = useQuery({ ...pathOf(useLiveSource(), question), placeholderData: keepPreviousData });
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
  if (place.kind === 'ranked' && place.rank === 1)
    return <p className={styles.note}>At the top {PRESENT[period.kind]}: nobody is left to catch.</p>;
  if (place.kind === 'absent' && place.absence.reason !== 'no-points') return <p className={styles.note}>{absenceWords(place.absence)}</p>;
  if (targets.length === 0) return <p className={styles.note}>Nobody to catch yet.</p>;
  return (
    <>
      {minutesLeft === null ? null : <p className={styles.note}>Resets in {timeLeft(minutesLeft * MINUTE_MS)}.</p>}
      <ol className={styles.targets}>
        {targets.map((target) => (
          <TargetCard key={target.rank} target={target} kind={period.kind} board={board} ends={minutesLeft !== null} />
        ))}
      </ol>
    </>
  );
}

interface TargetCardProps {
  readonly target: Target;
  readonly kind: PathToPodium['period']['kind'];
  readonly board: PathToPodium['board'];
  /** Whether there is a reset to be in time for. */
  readonly ends: boolean;
}

function TargetCard({ target: { rank, holder, missing, pace, plans }, kind, board, ends }: TargetCardProps) {
  const format = useNumberFormat();
  const ways = named(plans);
  return (
    <li className={styles.target}>
      <h3 className={styles.rank}>{rankWords(rank, format)}</h3>
      <p>
        <strong>{format.count(missing)}</strong> {missingWords(missing, board)} to pass{' '}
        <PlayerLink username={holder.username} name={holder.displayName} kind={kind} />, who has {format.count(holder.points)}.
      </p>
      {pace === null ? null : (
        <p className={styles.pace}>
          That is {perHour(pace.needed, format)} until the reset. {holder.displayName} is scoring {perHour(pace.holder, format)}.
        </p>
      )}
      {!isAddedUp(board) ? null : ways.length === 0 ? (
        <p className={styles.pace}>The listed activities cannot close the gap{ends ? ' before the reset' : ''}.</p>
      ) : (
        <dl className={styles.plans}>
          {ways.map(({ name, plan }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {stepsOf(plan)} <span className={styles.cost}>{costOf(plan, format)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Whether points won are points more: only then can activities be planned. */
function isAddedUp({ scoring, direction }: PathToPodium['board']): boolean {
  return ADDS_UP[scoring] && direction === 'high';
}

function missingWords(missing: number, { scoring, direction }: PathToPodium['board']): string {
  const points = missing === 1 ? 'point' : 'points';
  if (direction === 'low') return `${points} lower`;
  switch (scoring) {
    case 'sum':
      return points;
    case 'best':
    case 'latest':
      return `${points} better`;
  }
}

/** The plans by what they are good at; one that is good at several things stands once. */
function named({ fewest, quickest, easiest }: Target['plans']): { readonly name: string; readonly plan: Plan }[] {
  const found = new Map<string, { names: string[]; plan: Plan }>();
  for (const [name, plan] of [
    ['fewest', fewest],
    ['quickest', quickest],
    ['easiest', easiest],
  ] as const) {
    if (plan === null) continue;
    const key = JSON.stringify(plan.steps);
    const known = found.get(key);
    if (known === undefined) found.set(key, { names: [name], plan });
    else known.names.push(name);
  }
  return [...found.values()].map(({ names, plan }) => ({ name: headingOf(names), plan }));
}

const NAMES: Readonly<Record<string, string>> = { fewest: 'Fewest activities', quickest: 'Quickest', easiest: 'Easiest' };

function headingOf(names: readonly string[]): string {
  if (names.length === 3) return 'Fewest, quickest and easiest';
  return names.map((name, i) => (i === 0 ? NAMES[name]! : NAMES[name]!.toLowerCase())).join(' and ');
}

function stepsOf({ steps }: Plan): string {
  return steps.map(({ title, times }) => (times === 1 ? title : `${times} × ${title}`)).join(', ');
}

function costOf({ points, minutes }: Plan, format: NumberFormat): string {
  return `${countWords(points, 'point', format)}, ${timeLeft(minutes * MINUTE_MS)}`;
}

function perHour(points: number, format: NumberFormat): string {
  return `${countWords(Math.ceil(points), 'point', format)} an hour`;
}
