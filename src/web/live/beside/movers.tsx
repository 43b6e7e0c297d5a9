import { useRef } from 'react';

import type { Highlights } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { RowMoves } from '../../ui/row-moves.ts';
import side from '../../beside/side.module.css';
import { PlayerLink } from '../links/player-link.tsx';
import { RankChange } from '../words/marks/rank-change.tsx';
import { ONE_PERIOD } from '../words/rank-words.ts';

/** Who climbed and who fell most, and what that counts. Nothing where nobody did. */
export function Movers({ movers: { climbs, falls, among }, period: { kind } }: Pick<Highlights, 'movers' | 'period'>) {
  const format = useNumberFormat();
  const list = useRef<HTMLUListElement>(null);
  const movers = [...climbs, ...falls];
  if (movers.length === 0) return null;
  return (
    <section aria-labelledby="movers" className={side.section}>
      <h2 id="movers" className={side.title}>
        On the move
      </h2>
      <p className={side.note}>
        Ranks against the {ONE_PERIOD[kind]} before, among the first {format.count(among)}.
      </p>
      <ul ref={list} className={side.people}>
        {movers.map(({ player: { id, name, avatar }, change }) => (
          <li key={id} data-player={id}>
            <Bib id={id} name={name} avatar={avatar} size="small" />
            <span className={side.who}>
              <PlayerLink username={id} name={name} kind={kind} />
            </span>
            <RankChange change={change} />
          </li>
        ))}
        <RowMoves list={list} />
      </ul>
    </section>
  );
}
