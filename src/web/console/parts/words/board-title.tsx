import { useBoards } from '../../asking/use-boards.ts';

/** What a board is called; its name in addresses until that is known. */
export function BoardTitle({ board }: { readonly board: string }) {
  return useBoards().find(({ name }) => name === board)?.title ?? board;
}
