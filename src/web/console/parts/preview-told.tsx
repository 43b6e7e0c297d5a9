import type { ApiPreview, PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import styles from './told.module.css';

const PERIOD_NAMES = { daily: 'the day', weekly: 'the week', monthly: 'the month', 'all-time': 'all time' } as const;

type Place = PreviewedPeriod['players'][number]['before'];

/** Who would move where, and whether a podium or a prize would change. */
export function PreviewTold({ preview }: { readonly preview: ApiPreview }) {
  const { periods, podium, prizes } = preview;
  return (
    <section aria-label="Preview" className={styles.preview}>
      <p>
        <strong>Nothing has changed yet.</strong> {periods.length === 0 ? 'Nobody would move.' : 'This is what would change:'}
      </p>
      {podium ? <p className={styles.warning}>A podium would change.</p> : null}
      {prizes ? <p className={styles.warning}>Somebody would win something else.</p> : null}
      {periods.map((period) => (
        <PeriodTold key={`${period.board} ${period.kind} ${period.from}`} period={period} />
      ))}
    </section>
  );
}

function PeriodTold({ period: { board, kind, from, players, others, podium, prizes } }: { readonly period: PreviewedPeriod }) {
  const { count } = useNumberFormat();
  const placed = (place: Place) => (place === null ? 'not ranked' : `${count(place.rank)}. with ${count(place.points)}`);
  const named = (three: PreviewedPeriod['podium']['before']) => three.map(({ displayName }) => displayName).join(', ') || 'nobody';
  return (
    <div className={styles.period}>
      <h3>
        Board {board}, {PERIOD_NAMES[kind]}
        {from === null ? '' : ` from ${from}`}
      </h3>
      <ul className={styles.moves}>
        {players.map(({ player, before, after }) => (
          <li key={player.username}>
            {player.displayName}: {placed(before)} → {placed(after)}
          </li>
        ))}
        {others === 0 ? null : (
          <li>
            {count(others)} other {others === 1 ? 'player' : 'players'} would have another rank.
          </li>
        )}
        {podium.changes ? (
          <li>
            Podium: {named(podium.before)} → {named(podium.after)}
          </li>
        ) : null}
        {prizes.map(({ player, before, after }) => (
          <li key={`prize ${player.username}`}>
            {player.displayName} would win {after ?? 'nothing'} instead of {before ?? 'nothing'}.
          </li>
        ))}
      </ul>
    </div>
  );
}
