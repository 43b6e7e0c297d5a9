import type { ReactNode } from 'react';

import type { Standing } from '../../domain/board.ts';
import { medalFor, type Podium, type PodiumLane } from '../../domain/podium.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { ordinal } from '../ui/ordinal.ts';
import { Bib } from './bib/bib.tsx';
import styles from './podium-lanes.module.css';
import { TieMark } from './tie-mark.tsx';

/** The podium: three lanes on one baseline, 2nd, 1st, 3rd, in the document as on screen. */
export function PodiumLanes<S extends Standing>({ podium, ...additions }: Additions<S> & { readonly podium: Podium<S> }) {
  return (
    <ol aria-label="Podium" className={styles.podium}>
      {podium.map((lane) => (
        <Lane key={lane.place} lane={lane} {...additions} />
      ))}
    </ol>
  );
}

/** What an edition adds to a rank, how it shows a name where not as plain text, and what it says under the points. */
interface Additions<S> {
  readonly mark: ((standing: S) => ReactNode) | undefined;
  readonly name: ((standing: S) => ReactNode) | undefined;
  readonly note: ((standing: S) => ReactNode) | undefined;
}

function Lane<S extends Standing>({ lane: { place, holder }, mark, name, note }: Additions<S> & { readonly lane: PodiumLane<S> }) {
  if (holder.kind === 'awaiting') {
    return (
      <li className={styles.lane} data-place={place}>
        <div className={styles.holder} />
        <div className={styles.plate} data-medal="awaiting">
          <span className={styles.awaiting}>Awaiting Champion</span>
        </div>
      </li>
    );
  }
  const { standing } = holder;
  const { rank, prize } = standing;
  return (
    <li className={styles.lane} data-place={place}>
      <Holder key={standing.player.id} standing={standing} mark={mark?.(standing)} name={name?.(standing)} note={note?.(standing)} />
      <div className={styles.plate} data-medal={medalFor(rank)}>
        <span className={styles.numeral} aria-hidden="true">
          {rank}
        </span>
        {/* Heard before the name. */}
        <span className={styles.words} aria-hidden="true">
          {ordinal(rank)}
        </span>
        {prize === '' ? null : (
          <span className={styles.prize}>
            <span className="visually-hidden">Prize: </span>
            {prize}
          </span>
        )}
      </div>
    </li>
  );
}

interface HolderProps {
  readonly standing: Standing;
  readonly mark: ReactNode;
  readonly name: ReactNode;
  readonly note: ReactNode;
}

function Holder({ standing: { rank, player, points, tie }, mark, name, note }: HolderProps) {
  const format = useNumberFormat();
  return (
    <div className={styles.holder} data-holder="">
      <Bib id={player.id} name={player.name} avatar={player.avatar} size="podium" />
      <div className={styles.name}>
        <span className="visually-hidden">{ordinal(rank)}, </span>
        <span className={styles.clamped}>{name ?? player.name}</span>
      </div>
      <div className={styles.points}>
        {format.count(points)} <span className={styles.unit}>{points === 1 ? 'pt' : 'pts'}</span>
      </div>
      {note}
      <div className={styles.facts}>
        <TieMark tie={tie} points={points} />
        {mark}
      </div>
    </div>
  );
}
