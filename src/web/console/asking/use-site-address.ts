import { PREVIEW_PATH } from './preview-path.ts';
import { useBoards } from './use-question.ts';

/** Turns a URL of the site about some boards into one that operators can open: in the preview, if all these boards are private. */
export function useSiteAddress(): (address: string, ...boards: readonly string[]) => string {
  const known = useBoards();
  const isPrivate = (board: string) => known.some(({ name, visibility }) => name === board && visibility === 'private');
  return (address, ...boards) => (boards.length > 0 && boards.every(isPrivate) ? PREVIEW_PATH + address : address);
}
