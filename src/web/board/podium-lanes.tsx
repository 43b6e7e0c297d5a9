import type { ReactNode } from 'react';

import type { Standing } from '../../domain/board.ts';
import { playerHue } from '../../domain/colour/player-hues.ts';
import { ordinal, ordinalEnding } from '../../domain/ordinal.ts';
import { medalFor, type Podium, type PodiumLane } from '../../domain/podium.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import { Total } from '../ui/total.tsx';
import { Bib } from './bib/bib.tsx';
import styles from './podium-lanes.module.css';
import { TieMark } from './tie-mark.tsx';
import { PODIUM, PRIZE, VACANT } from './board-words.ts';

/** What an edition adds to each player on a board. */
export interface Additions<S> {
  /** Shown next to the rank. */
  readonly mark?: ((standing: S) => ReactNode) | undefined;
  /** Replaces the plain-text name. */
  readonly name?: (standing: S) => ReactNode;
  /** Shown on the podium, under the points. */
  readonly note?: (standing: S) => ReactNode;
  /** The gap to the player directly above, in a separate column. */
  readonly gap?: (standing: S, above: S) => ReactNode;
  /** The prize of a vacant place on the podium; `''` without a prize. */
  readonly vacantPrize?: (place: number) => string;
}

interface LanesProps<S> {
  /** Formats totals. */
  readonly words: UnitWords;
  readonly additions?: Additions<S> | undefined;
}

/** The podium: three lanes on one baseline, in the order 2nd, 1st, 3rd both in the document and on screen. */
export function PodiumLanes<S extends Standing>({ podium, ...props }: LanesProps<S> & { readonly podium: Podium<S> }) {
  return (
    <ol aria-label={PODIUM} className={`rows ${styles.podium}`}>
      {podium.map((lane) => (
        <Lane key={lane.place} lane={lane} {...props} />
      ))}
    </ol>
  );
}

function Lane<S extends Standing>({ lane: { place, holder }, words, additions }: LanesProps<S> & { readonly lane: PodiumLane<S> }) {
  if (holder.kind === 'awaiting') {
    const prize = additions?.vacantPrize?.(place) ?? '';
    return (
      <li className={styles.lane} data-place={place}>
        <div key="awaiting" className={`muted small strong ${styles.vacant}`}>
          {VACANT}
        </div>
        <Plate rank={place} prize={prize} medal="awaiting" />
      </li>
    );
  }
  const { standing } = holder;
  const { rank, prize } = standing;
  return (
    <li className={styles.lane} data-place={place}>
      <Holder key={standing.player.id} standing={standing} words={words} additions={additions} />
      <Plate key={rank} rank={rank} prize={prize} medal={medalFor(rank)} />
    </li>
  );
}

function Plate({ rank, prize, medal }: { readonly rank: number; readonly prize: string; readonly medal: string }) {
  return (
    <div className={styles.plate} data-medal={medal}>
      {/* Screen readers read it before the name. */}
      {medal === 'awaiting' && prize === '' ? null : (
        <span className={`condensed tabular ${styles.numeral}`} aria-hidden="true">
          {rank}
          <span className={styles.ending}>{ordinalEnding(rank)}</span>
        </span>
      )}
      {prize === '' ? null : (
        <span className={`clamped bold ${styles.prize}`} title={prize}>
          <span className="visually-hidden">{PRIZE}: </span>
          {prize}
        </span>
      )}
    </div>
  );
}

/** Names and totals longer than this, in characters, use a smaller font. */
const SHORT_NAME = 11;
const SHORT_FIGURE = 7;

function Holder<S extends Standing>({ standing, words, additions }: LanesProps<S> & { readonly standing: S }) {
  const { rank, player, points, tie } = standing;
  return (
    <div className={`anchor ${styles.holder}`} data-holder="" data-hue={playerHue(player.id)}>
      <Bib id={player.id} name={player.name} avatar={player.avatar} size="podium" />
      <div className={`one-line ${styles.name}`} data-long={player.name.length > SHORT_NAME ? '' : undefined} title={player.name}>
        <span className="visually-hidden">{ordinal(rank)}, </span>
        <span>{additions?.name?.(standing) ?? player.name}</span>
      </div>
      <div
        key={points}
        className={`condensed tabular ${styles.points}`}
        data-long={words.figure(points).length > SHORT_FIGURE ? '' : undefined}
      >
        <Total words={words} total={points} />
        <span className="visually-hidden"> {words.tag(points)}</span>
      </div>
      <div className={styles.facts}>
        {additions?.mark?.(standing)}
        <TieMark tie={tie} total={words.words(points)} />
      </div>
      {additions?.note?.(standing)}
    </div>
  );
}
