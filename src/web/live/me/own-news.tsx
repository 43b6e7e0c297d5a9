import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useNews } from '../words/marks/news.tsx';
import { ownWords } from './own-words.ts';
import type { MyPlace } from './use-my-place.ts';

/** At least this long between two announcements of one's own rank, in milliseconds. */
const OWN_EVERY_MS = 8_000;

interface OwnNewsProps {
  readonly my: MyPlace | undefined;
  /** The board and period it is the place on. */
  readonly ranksOf: string;
  readonly words: UnitWords;
}

/** Says that the person in front of the screen climbed, fell, took or lost the lead: what several changes come to, once. */
export function OwnNews({ my, ranksOf, words: unit }: OwnNewsProps) {
  const format = useNumberFormat();
  const news = useNews({
    now: my === undefined ? '' : String(my.rank),
    of: `${ranksOf} ${my?.me.username}`,
    everyMs: OWN_EVERY_MS,
    words: (before) => (my === undefined ? '' : ownWords(Number(before), my, unit, format)),
  });
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
