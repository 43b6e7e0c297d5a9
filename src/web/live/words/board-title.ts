import { isolated } from '../../../domain/names/isolated.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';

/** What a board is called where it stands alone; of an archived one that it is. */
export function boardTitle({ title, state }: Pick<ApiBoard, 'title' | 'state'>): string {
  return state === 'archived' ? `${isolated(title)} (archived)` : isolated(title);
}
