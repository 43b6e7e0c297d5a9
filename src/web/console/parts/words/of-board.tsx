import { Total } from '../../../ui/total.tsx';
import { useUnitWords } from '../../../ui/use-unit-words.ts';
import { useBoards } from '../../asking/use-question.ts';

interface BoardTotalProps {
  readonly board: string;
  readonly total: number;
  /** Whether another total of the board follows, which says the unit for both. */
  readonly isBare?: boolean;
}

/** A total of a board, as its pages write it; of a board that is not known as points. */
export function BoardTotal({ board, total, isBare = false }: BoardTotalProps) {
  const known = useBoards().find(({ name }) => name === board);
  const words = useUnitWords(known ?? { unit: 'points', direction: 'high' });
  const tag = isBare ? '' : words.tag(total);
  return (
    <>
      <Total words={words} total={total} />
      {tag === '' ? '' : `\u00a0${tag}`}
    </>
  );
}

/** What a board is called; its name in addresses until that is known. */
export function BoardTitle({ board }: { readonly board: string }) {
  return useBoards().find(({ name }) => name === board)?.title ?? board;
}
