import type { ReactNode } from 'react';

import type { ApiPreview, PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { ordinal, ordinalEnding } from '../../../domain/ordinal.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import styles from './console.module.css';
import { PREVIEW } from './parts-words.ts';
import looks from './preview-told.module.css';
import { mostChanged, type PodiumPlace, podiumPlaces, prizeMoves } from './previewed-changes.ts';
import { BoardTitle, BoardTotal } from './words/of-board.tsx';
import { PERIOD_NOUNS, periodWords } from './words/period-words.ts';

type Place = PreviewedPeriod['players'][number]['before'];

interface PreviewPlaceProps {
  /** Whether a preview is loading. The previous one is shown meanwhile. */
  readonly isLooking: boolean;
  readonly children: ReactNode;
}

/** The place for the preview of a form. */
export function PreviewPlace({ isLooking, children }: PreviewPlaceProps) {
  return (
    <section aria-label={PREVIEW.label} aria-busy={isLooking} className={`${styles.lit} ${looks.place}`}>
      {isLooking ? (
        <label className={`${styles.row} ${looks.looking}`}>
          {PREVIEW.looking}
          <progress />
        </label>
      ) : null}
      {children ?? (isLooking ? null : <p className="muted">{PREVIEW.incomplete}</p>)}
    </section>
  );
}

/** The moves of an act: the most changed period as two podiums, and the others collapsed. */
export function PreviewTold({ preview }: { readonly preview: ApiPreview }) {
  const { count } = useNumberFormat();
  const { periods, due, selected } = preview;
  const [first, ...others] = mostChanged(periods);
  return (
    <>
      <p>
        <strong>{PREVIEW.unchanged}</strong> {first === undefined ? PREVIEW.none : PREVIEW.some}
      </p>
      {selected === undefined ? null : <p>{PREVIEW.selected(count(selected.changed), selected.refused, count(selected.refused))}</p>}
      {preview.podium ? <strong>{PREVIEW.podium}</strong> : null}
      {preview.prizes ? <strong>{PREVIEW.prizes}</strong> : null}
      {due === undefined ? null : <DueTold due={due} />}
      {first === undefined ? null : <PeriodTold period={first} />}
      {others.length === 0 ? null : (
        <details className={styles.more}>
          <summary>{PREVIEW.morePeriods(others.length, count(others.length))}</summary>
          <div className={styles.stack}>
            {others.map((period) => (
              <PeriodTold key={`${period.board} ${period.kind} ${period.from}`} period={period} />
            ))}
          </div>
        </details>
      )}
    </>
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

function PeriodTold({ period }: { readonly period: PreviewedPeriod }) {
  const { count, locale } = useNumberFormat();
  const { board, kind, from, players, others, prizes } = period;
  const { before, after } = podiumPlaces(period);
  return (
    <div className={styles.tight}>
      <h3>
        <BoardTitle board={board} />, {kind === 'all-time' || from === null ? PERIOD_NOUNS['all-time'] : periodWords(kind, from, locale)}
      </h3>
      {period.podium.changes ? (
        <div className={looks.podiums}>
          <Podium title={PREVIEW.heads.before} board={board} places={before} />
          <Podium title={PREVIEW.heads.after} board={board} places={after} />
        </div>
      ) : null}
      <ul className={`anywhere ${styles.tight}`}>
        {players.map(({ player, before, after }) => (
          <li key={player.username}>
            {player.displayName}: <Moved board={board} before={before} after={after} />
          </li>
        ))}
        {others === 0 ? null : <li>{PREVIEW.others(others, count(others))}</li>}
        {period.podium.changes || before.length === 0 ? null : (
          <li>{PREVIEW.samePodium(before.map(({ player }) => player.displayName).join(', '))}</li>
        )}
        {prizeMoves(prizes).map(({ prize, from, to }) => (
          <li key={`prize ${prize}`}>{PREVIEW.prize(prize, from, to)}</li>
        ))}
      </ul>
    </div>
  );
}

interface PodiumProps {
  readonly title: string;
  readonly board: string;
  readonly places: readonly PodiumPlace[];
}

function Podium({ title, board, places }: PodiumProps) {
  return (
    <figure className={looks.podium}>
      <figcaption className={styles.small}>{title}</figcaption>
      {places.length === 0 ? (
        <p className="muted">{PREVIEW.nobody}</p>
      ) : (
        <ol className={looks.steps}>
          {places.map(({ player, points, move }, i) => (
            <li key={player.username} data-move={move === 'none' ? undefined : move}>
              <span className={`clamped small ${looks.holder}`} title={player.displayName}>
                <span aria-hidden="true">{player.avatar} </span>
                {player.displayName}
              </span>
              {points === undefined ? null : (
                <span className="tiny">
                  <BoardTotal board={board} total={points} isBare />
                </span>
              )}
              <span className={`tiny strong ${looks.step}`}>
                {ordinal(i + 1)}
                {move === 'none' ? null : (
                  <>
                    <span aria-hidden="true"> {PREVIEW.moves[move].sign}</span>
                    <span className="visually-hidden">, {PREVIEW.moves[move].words}</span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}

/** "10,099 → 100 pts, 1st → 2nd", "unranked → 1st with 100 pts". */
function Moved({ board, before, after }: { readonly board: string; readonly before: Place; readonly after: Place }) {
  const { count } = useNumberFormat();
  const rank = (place: NonNullable<Place>) => count(place.rank) + ordinalEnding(place.rank);
  if (before !== null && after !== null)
    return (
      <>
        <BoardTotal board={board} total={before.points} isBare /> → <BoardTotal board={board} total={after.points} />,{' '}
        {before.rank === after.rank ? PREVIEW.still(rank(after)) : `${rank(before)} → ${rank(after)}`}
      </>
    );
  const [was, is] = [before, after].map((place) =>
    place === null ? (
      PREVIEW.unranked
    ) : (
      <>
        {PREVIEW.rankWith(rank(place))} <BoardTotal board={board} total={place.points} />
      </>
    ),
  );
  return (
    <>
      {was} → {is}
    </>
  );
}
