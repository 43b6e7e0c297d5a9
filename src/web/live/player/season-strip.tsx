import { useId, useState } from 'react';

import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { finishedKind } from '../../../domain/calendar.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { Section } from '../../ui/section.tsx';
import { useNumberFormat, type NumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { useLive } from '../asking/use-live.ts';
import { ChartTable } from '../charts/chart-table.tsx';
import { RETRYING } from '../words/live-board-words.ts';
import { rankWords } from '../words/rank-words.ts';
import { monthWords } from '../words/time-words.ts';
import { waitingWords } from '../words/trouble-words.ts';
import { legendWords, PLAYER_WORDS, rowWords, squareName } from './player-words.ts';
import { openSquares, seasonRows, type Square } from './season-rows.ts';
import styles from './season-strip.module.css';

interface SeasonStripProps {
  readonly chosen: PlayerPage['chosen'];
  readonly on: PlayerPage['on'];
  readonly question: PlayerQuestion;
}

/** All periods in which the player had points, as squares with the place: a row per year or, for a single season, per month. */
export function SeasonStrip({ chosen, on: { board, places }, question }: SeasonStripProps) {
  const { seasons } = chosen;
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const id = useId();
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const open = openSquares(chosen, places, board.timeZone);
  const newest = seasons.at(-1)?.name;
  const season = seasons.find(({ name }) => name === asked)?.name ?? newest;
  const isNewest = chosen.rows === 'years' || season === newest;
  const { data, error } = useLive('history', [question, season ?? ''], { isAsked: !isNewest });
  const shown = isNewest ? chosen : data;
  const rows = shown === undefined ? [] : seasonRows(shown, isNewest ? open : [], chosen.rows);
  // A single one would repeat the figures.
  if (seasons.length < 2 && rows.reduce((sum, { squares }) => sum + squares.length, 0) < 2) return null;
  const kind = finishedKind(chosen.kind);
  const adds = ADDS_UP[board.scoring];
  const played = rows.flatMap(({ squares }) =>
    squares.flatMap(({ day, place, isOpen }) => (place === undefined ? [] : [{ name: squareName(kind, { day, isOpen }), place }])),
  );
  const squareWords = (square: Square) => {
    const { place } = square;
    const what =
      place === undefined
        ? PLAYER_WORDS.notPlayed
        : `${rankWords(place.rank, format)} of ${format.count(place.total)}, ${words.words(place.points)}`;
    return `${squareName(kind, square)}: ${what}`;
  };
  const named = (name: string) => (chosen.rows === 'years' ? name : monthWords(`${name}-01`));
  return (
    <Section id="seasons" title={PLAYER_WORDS.strip}>
      {chosen.rows === 'years' || seasons.length < 2 ? null : (
        <p className={`cluster ${styles.choice}`}>
          <label htmlFor={id}>{PLAYER_WORDS.season}</label>
          <select id={id} value={season} className={styles.select} onChange={(event) => setAsked(event.target.value)}>
            {seasons.toReversed().map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </p>
      )}
      {shown === undefined ? <p role="status">{waitingWords('season', error, RETRYING)}</p> : null}
      <table className={`tabular ${styles.strip}`} aria-labelledby="seasons">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{chosen.rows === 'years' ? PLAYER_WORDS.season : PLAYER_WORDS.month}</th>
            <th scope="col">{PLAYER_WORDS.places}</th>
            {adds ? <th scope="col">{words.head}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, squares }) => {
            const ended = squares.flatMap(({ place }) => place ?? []);
            return (
              <tr key={name}>
                <th scope="row">{named(name)}</th>
                <td>
                  <span
                    role="img"
                    aria-label={rowWords(
                      named(name),
                      kind,
                      ended.map(({ rank }) => rank),
                      format,
                    )}
                    className={styles.squares}
                  >
                    {squares.map((square) => (
                      <i
                        key={square.day}
                        title={squareWords(square)}
                        data-place={square.place === undefined ? 0 : Math.min(square.place.rank, 4)}
                        data-open={square.isOpen ? '' : undefined}
                      >
                        {square.place === undefined ? '' : shortRank(square.place.rank, format)}
                      </i>
                    ))}
                  </span>
                </td>
                {adds ? <td className={styles.total}>{words.brief(ended.reduce((sum, { points }) => sum + points, 0))}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={`note ${styles.legend}`}>{legendWords(kind)}</p>
      <ChartTable
        title={PLAYER_WORDS.strip}
        head={[PLAYER_WORDS.period, PLAYER_WORDS.rank, 'Players', words.head]}
        rows={played
          .toReversed()
          .map(({ name, place }) => [name, rankWords(place.rank, format), format.count(place.total), words.figure(place.points)])}
      />
    </Section>
  );
}

/** A rank in at most three characters. */
function shortRank(rank: number, { locale }: NumberFormat): string {
  return rank < 1000 ? String(rank) : new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 }).format(rank);
}
