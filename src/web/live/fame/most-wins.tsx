import type { HallOfFame } from '../../../contract/page-answers.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import rows from '../../ui/row-table.module.css';
import section from '../../ui/section-title.module.css';
import { PlayerLink } from '../links/player-link.tsx';
import { countWords } from '../words/count-words.ts';
import { KIND_WORDS, stretchName } from './hall-words.ts';
import styles from './most-wins.module.css';

/** Who won most often: in the month or year that is shown, and ever. */
export function MostWins({ hall: { kind, from, most } }: { readonly hall: HallOfFame }) {
  const format = useNumberFormat();
  const { one } = KIND_WORDS[kind];
  if (most.ever.length === 0) return null;
  return (
    <section aria-labelledby="most">
      <h2 id="most" className={section.title}>
        Most {one}s won
      </h2>
      <div className={styles.lists}>
        {/* Where nobody won twice the table says as much. */}
        {(most.here[0]?.wins ?? 0) < 2 ? null : <Champions name={`In ${stretchName(kind, from)}`} kind={kind} champions={most.here} />}
        <Champions name={`Of all ${countWords(most.won, one, format)}`} kind={kind} champions={most.ever} />
      </div>
    </section>
  );
}

interface ChampionsProps {
  readonly name: string;
  readonly kind: EndingKind;
  readonly champions: HallOfFame['most']['ever'];
}

function Champions({ name, kind, champions }: ChampionsProps) {
  const format = useNumberFormat();
  return (
    <div>
      <h3 className={section.part}>{name}</h3>
      <ol className={`rows ${styles.list}`}>
        {champions.map(({ player: { id, name: called, avatar }, wins }) => (
          <li key={id} className={styles.champion}>
            <span className={`${rows.who} name ${styles.who}`}>
              <Bib id={id} name={called} avatar={avatar} size="row" />
              <PlayerLink username={id} name={called} kind={kind} />
            </span>
            <span className={styles.wins}>{countWords(wins, 'win', format)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
