import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useBoards } from '../asking/use-boards.ts';

/** A total of a board, as its pages write it; of a board that is not known as points. */
export function BoardTotal({ board, total }: { readonly board: string; readonly total: number }) {
  const known = useBoards().find(({ name }) => name === board);
  const words = useUnitWords(known ?? { unit: 'points', direction: 'high' });
  const tag = words.tag(total);
  return (
    <>
      <Total words={words} total={total} />
      {tag === '' ? '' : `\u00a0${tag}`}
    </>
  );
}
