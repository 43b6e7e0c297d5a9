import type { PrizeGroup } from '../../domain/highlights/prize-groups.ts';
import { ordinalEnding } from '../../domain/ordinal.ts';
import { useNumberFormat, type NumberFormat } from '../ui/number-format.ts';
import { BesideSection } from './beside-section.tsx';
import styles from './side.module.css';
import { PRIZES, moreWords, ranksTo } from './beside-words.ts';

/** More groups than this are collapsed, so that the column stays short. */
const SHOWN = 8;

/** The prizes of a board by groups of ranks. Renders nothing without prizes. */
export function PrizeList({ prizes }: { readonly prizes: readonly PrizeGroup[] }) {
  if (prizes.length === 0) return null;
  const more = prizes.slice(SHOWN);
  return (
    <BesideSection id="prizes" title={PRIZES}>
      <Prizes prizes={prizes.slice(0, SHOWN)} />
      {more.length === 0 ? null : (
        <details>
          <summary className={`note ${styles.more}`}>{moreWords(more.length)}</summary>
          <Prizes prizes={more} />
        </details>
      )}
    </BesideSection>
  );
}

function Prizes({ prizes }: { readonly prizes: readonly PrizeGroup[] }) {
  const format = useNumberFormat();
  return (
    <dl className={`stack tabular ${styles.facts}`}>
      {prizes.map((group) => (
        <div key={group.from}>
          <dt>{ranksInWords(group, format)}</dt>
          <dd>{group.prize}</dd>
        </div>
      ))}
    </dl>
  );
}

function ranksInWords({ from, to }: PrizeGroup, format: NumberFormat): string {
  const [first, last] = [from, to].map((rank) => format.count(rank) + ordinalEnding(rank));
  return from === to ? first! : ranksTo(first!, last!);
}
