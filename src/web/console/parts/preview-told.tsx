import type { ApiPreview, PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import styles from './told.module.css';

const PERIOD_NAMES = { daily: 'the day', weekly: 'the week', monthly: 'the month', 'all-time': 'all time' } as const;

type Place = PreviewedPeriod['players'][number]['before'];

/** Who would move where, and whether a podium or a prize would change. */
export function PreviewTold({ preview }: { readonly preview: ApiPreview }) {
  const { periods, podium, prizes, due } = preview;
  return (
    <section aria-label="Preview" className={styles.preview}>
      <p>
        <strong>Nothing has changed yet.</strong> {periods.length === 0 ? 'Nobody would move.' : 'This is what would change:'}
      </p>
      {podium ? <p className={styles.warning}>A podium would change.</p> : null}
      {prizes ? <p className={styles.warning}>Somebody would win something else.</p> : null}
      {due === undefined ? null : <DueTold due={due} />}
      {periods.map((period) => (
        <PeriodTold key={`${period.board} ${period.kind} ${period.from}`} period={period} />
      ))}
    </section>
  );
}

/** The prizes that would be due. */
function DueTold({ due: { total, first } }: { readonly due: NonNullable<ApiPreview['due']> }) {
  const { count } = useNumberFormat();
  if (total === 0) return <p>Nobody is on a rank with a prize: nothing would be due.</p>;
  const rest = total - first.length;
  return (
    <div className={styles.period}>
      <h3>{total === 1 ? 'One prize would be due' : `${count(total)} prizes would be due`}</h3>
      <ul className={styles.moves}>
        {first.map(({ rank, prize, player }) => (
          <li key={rank}>
            {count(rank)}. {player.displayName}: {prize}
          </li>
        ))}
        {rest === 0 ? null : <li>And {count(rest)} more.</li>}
      </ul>
    </div>
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
