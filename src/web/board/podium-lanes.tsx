import type { ReactNode } from 'react';

import type { Standing } from '../../domain/board.ts';
import { medalFor, type Podium, type PodiumLane } from '../../domain/podium.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import { ordinal } from '../ui/ordinal.ts';
import { Total } from '../ui/total.tsx';
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

/** How totals are written, what an edition adds to a rank, how it shows a name where not as plain text, and what it says under the total. */
interface Additions<S> {
  readonly words: UnitWords;
  readonly mark: ((standing: S) => ReactNode) | undefined;
  readonly name: ((standing: S) => ReactNode) | undefined;
  readonly note: ((standing: S) => ReactNode) | undefined;
}

function Lane<S extends Standing>({ lane: { place, holder }, words, mark, name, note }: Additions<S> & { readonly lane: PodiumLane<S> }) {
  if (holder.kind === 'awaiting') {
    return (
      <li className={styles.lane} data-place={place}>
        <div className={styles.holder} />
        <div key="awaiting" className={styles.plate} data-medal="awaiting">
          <span className={styles.awaiting}>Awaiting Champion</span>
        </div>
      </li>
    );
  }
  const { standing } = holder;
  const { rank, prize } = standing;
  return (
    <li className={styles.lane} data-place={place}>
      <Holder
        key={standing.player.id}
        standing={standing}
        words={words}
        mark={mark?.(standing)}
        name={name?.(standing)}
        note={note?.(standing)}
      />
      <div key={rank} className={styles.plate} data-medal={medalFor(rank)}>
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
  readonly words: UnitWords;
  readonly mark: ReactNode;
  readonly name: ReactNode;
  readonly note: ReactNode;
}

function Holder({ standing: { rank, player, points, tie }, words, mark, name, note }: HolderProps) {
  return (
    <div className={styles.holder} data-holder="">
      <Bib id={player.id} name={player.name} avatar={player.avatar} size="podium" />
      <div className={styles.name}>
        <span className="visually-hidden">{ordinal(rank)}, </span>
        <span className={styles.clamped}>{name ?? player.name}</span>
      </div>
      <div key={points} className={styles.points}>
        <Total words={words} total={points} /> <span className={styles.unit}>{words.tag(points)}</span>
      </div>
      {note}
      <div className={styles.facts}>
        <TieMark tie={tie} total={words.words(points)} />
        {mark}
      </div>
    </div>
  );
}
