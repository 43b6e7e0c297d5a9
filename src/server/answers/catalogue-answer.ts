import type { Catalogue } from '../../contract/catalogue.ts';
import type { ReadBoards } from '../boards/public-boards.ts';

/** The catalogue without the prizes of boards that whoever reads does not see. */
export function catalogueAnswer(boards: Pick<ReadBoards, 'boards'>, catalogue: Catalogue): Catalogue {
  const names = new Set(boards.boards().map(({ name }) => name));
  return { ...catalogue, prizes: catalogue.prizes.filter(({ board }) => board === undefined || names.has(board)) };
}
