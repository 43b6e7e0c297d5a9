import type { ReactNode } from 'react';

import type { Standing } from '../../domain/board.ts';
import { ordinal } from '../../domain/ordinal.ts';
import { medalFor, type Podium, type PodiumLane } from '../../domain/podium.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import { Total } from '../ui/total.tsx';
import { Bib } from './bib/bib.tsx';
import styles from './podium-lanes.module.css';
import { TieMark } from './tie-mark.tsx';

/** What an edition says of somebody on a board beside what every edition does. */
export interface Additions<S> {
  /** Beside the rank. */
  readonly mark?: ((standing: S) => ReactNode) | undefined;
  /** In place of the name as plain text. */
  readonly name?: (standing: S) => ReactNode;
  /** On the podium under the points. */
  readonly note?: (standing: S) => ReactNode;
  /** How far it is to whoever is right above, in a column of its own. */
  readonly toNext?: (standing: S, above: S) => ReactNode;
}

interface LanesProps<S> {
  /** How totals are written. */
  readonly words: UnitWords;
  readonly additions?: Additions<S> | undefined;
}

/** The podium: three lanes on one baseline, 2nd, 1st, 3rd, in the document as on screen. */
export function PodiumLanes<S extends Standing>({ podium, ...props }: LanesProps<S> & { readonly podium: Podium<S> }) {
  'use memo';
  return (
    <ol aria-label="Podium" className={`rows ${styles.podium}`}>
      {podium.map((lane) => (
        <Lane key={lane.place} lane={lane} {...props} />
      ))}
    </ol>
  );
}

function Lane<S extends Standing>({ lane: { place, holder }, words, additions }: LanesProps<S> & { readonly lane: PodiumLane<S> }) {
  if (holder.kind === 'awaiting') {
    return (
      <li className={styles.lane} data-place={place}>
        <div className={`anchor ${styles.holder}`} />
        <div key="awaiting" className={`anchor ${styles.plate}`} data-medal="awaiting">
          <span className={`muted small strong ${styles.awaiting}`}>Awaiting Champion</span>
        </div>
      </li>
    );
  }
  const { standing } = holder;
  const { rank, prize } = standing;
  return (
    <li className={styles.lane} data-place={place}>
      <Holder key={standing.player.id} standing={standing} words={words} additions={additions} />
      <div key={rank} className={`anchor ${styles.plate}`} data-medal={medalFor(rank)}>
        <span className={`condensed tabular ${styles.numeral}`} aria-hidden="true">
          {rank}
        </span>
        {/* Heard before the name. */}
        <span className={`tiny strong one-line ${styles.words}`} aria-hidden="true">
          {ordinal(rank)}
        </span>
        {prize === '' ? null : (
          <span className={`tiny bold one-line ${styles.prize}`}>
            <span className="visually-hidden">Prize: </span>
            {prize}
          </span>
        )}
      </div>
    </li>
  );
}

function Holder<S extends Standing>({ standing, words, additions }: LanesProps<S> & { readonly standing: S }) {
  const { rank, player, points, tie } = standing;
  return (
    <div className={`anchor ${styles.holder}`} data-holder="">
      <Bib id={player.id} name={player.name} avatar={player.avatar} size="podium" />
      <div className={`anywhere ${styles.name}`}>
        <span className="visually-hidden">{ordinal(rank)}, </span>
        <span className="clamped">{additions?.name?.(standing) ?? player.name}</span>
      </div>
      <div key={points} className={`muted small name tabular ${styles.points}`}>
        <Total words={words} total={points} /> <span className="faint">{words.tag(points)}</span>
      </div>
      {additions?.note?.(standing)}
      <div className={styles.facts}>
        <TieMark tie={tie} total={words.words(points)} />
        {additions?.mark?.(standing)}
      </div>
    </div>
  );
}
