import { unitWords } from '../../../../domain/units/unit-words.ts';
import { useNumberFormat, useUnitWords } from '../../../ui/number-format.ts';
import { Total } from '../../../ui/total.tsx';
import { useBoards } from '../../asking/use-question.ts';

const UNKNOWN = { unit: 'points', direction: 'high' } as const;

interface BoardTotalProps {
  readonly board: string;
  readonly total: number;
  /** Whether the total is followed by another one with the unit. */
  readonly isBare?: boolean;
}

/** A total of a board in its unit; in points if the board is unknown. */
export function BoardTotal({ board, total, isBare = false }: BoardTotalProps) {
  const known = useBoards().find(({ name }) => name === board);
  const words = useUnitWords(known ?? UNKNOWN);
  const tag = isBare ? '' : words.tag(total);
  return (
    <>
      <Total words={words} total={total} />
      {tag === '' ? '' : `\u00a0${tag}`}
    </>
  );
}

/** A board's title, or its name until the title is loaded. */
export function BoardTitle({ board }: { readonly board: string }) {
  return useBoardTexts().board(board);
}

export interface BoardTexts {
  readonly total: (board: string, points: number) => string;
  /** A board's title, or its name until the title is loaded. */
  readonly board: (name: string) => string;
}

/** Formats titles and totals of boards as text. */
export function useBoardTexts(): BoardTexts {
  const boards = useBoards();
  const numbers = useNumberFormat();
  return {
    board: (name) => boards.find((each) => each.name === name)?.title ?? name,
    total: (board, points) => {
      const { figure, tag } = unitWords(boards.find(({ name }) => name === board) ?? UNKNOWN, numbers);
      return `${figure(points)} ${tag(points)}`.trim();
    },
  };
}
