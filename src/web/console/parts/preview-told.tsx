import type { ApiPreview, PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { ordinal, ordinalEnding } from '../../../domain/ordinal.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { BoardTitle, BoardTotal } from './words/of-board.tsx';
import { periodWords } from './words/period-words.ts';
import styles from './console.module.css';
import { PREVIEW } from './parts-words.ts';

type Place = PreviewedPeriod['players'][number]['before'];

/** Who would move where, and whether a podium or a prize would change. */
export function PreviewTold({ preview }: { readonly preview: ApiPreview }) {
  const { periods, podium, prizes, due } = preview;
  return (
    <section aria-label={PREVIEW.label} className={styles.lit}>
      <p>
        <strong>{PREVIEW.unchanged}</strong> {periods.length === 0 ? PREVIEW.none : PREVIEW.some}
      </p>
      {podium ? <strong>{PREVIEW.podium}</strong> : null}
      {prizes ? <strong>{PREVIEW.prizes}</strong> : null}
      {due === undefined ? null : <DueTold due={due} />}
      {periods.map((period) => (
        <PeriodTold key={`${period.board} ${period.kind} ${period.from}`} period={period} />
      ))}
    </section>
  );
}

function DueTold({ due: { total, first } }: { readonly due: NonNullable<ApiPreview['due']> }) {
  const { count } = useNumberFormat();
  if (total === 0) return <p>{PREVIEW.noneDue}</p>;
  const rest = total - first.length;
  return (
    <div className={styles.tight}>
      <h3>{PREVIEW.due(total, count(total))}</h3>
      <ul className={styles.tight}>
        {first.map(({ rank, prize, player }) => (
          <li key={rank}>
            {ordinal(rank)} {player.displayName}: {prize}
          </li>
        ))}
        {rest === 0 ? null : <li>{PREVIEW.more(count(rest))}</li>}
      </ul>
    </div>
  );
}

function PeriodTold({ period: { board, kind, from, players, others, podium, prizes } }: { readonly period: PreviewedPeriod }) {
  const { count, locale } = useNumberFormat();
  const named = (three: PreviewedPeriod['podium']['before']) => three.map(({ displayName }) => displayName).join(', ') || PREVIEW.nobody;
  return (
    <div className={styles.tight}>
      <h3>
        <BoardTitle board={board} />, {kind === 'all-time' || from === null ? 'all time' : periodWords(kind, from, locale)}
      </h3>
      <ul className={styles.tight}>
        {players.map(({ player, before, after }) => (
          <li key={player.username}>
            {player.displayName}: <Moved board={board} before={before} after={after} />
          </li>
        ))}
        {others === 0 ? null : <li>{PREVIEW.others(others, count(others))}</li>}
        {podium.changes ? <li>{PREVIEW.podiums(named(podium.before), named(podium.after))}</li> : null}
        {prizes.map(({ player, before, after }) => (
          <li key={`prize ${player.username}`}>{PREVIEW.prize(player.displayName, before, after)}</li>
        ))}
      </ul>
    </div>
  );
}

/** "10,099 → 100 pts, 1st → 2nd", "unranked → 1st with 100 pts". */
function Moved({ board, before, after }: { readonly board: string; readonly before: Place; readonly after: Place }) {
  const { count } = useNumberFormat();
  const rank = (place: NonNullable<Place>) => count(place.rank) + ordinalEnding(place.rank);
  if (before !== null && after !== null)
    return (
      <>
        <BoardTotal board={board} total={before.points} isBare /> → <BoardTotal board={board} total={after.points} />, {rank(before)} →{' '}
        {rank(after)}
      </>
    );
  const [was, is] = [before, after].map((place) =>
    place === null ? (
      PREVIEW.unranked
    ) : (
      <>
        {rank(place)} with <BoardTotal board={board} total={place.points} />
      </>
    ),
  );
  return (
    <>
      {was} → {is}
    </>
  );
}
