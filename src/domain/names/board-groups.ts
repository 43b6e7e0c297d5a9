import { usernameKey } from './username-key.ts';

interface Grouped {
  /** Null or nothing: in no group. */
  readonly group?: string | null | undefined;
}

/** Boards listed under one heading; null has none. */
interface BoardGroup<Board> {
  readonly group: string | null;
  readonly boards: readonly Board[];
}

/** "Level 2" before "Level 10", the same in every process and browser. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/**
 * Boards by their groups: first those without one, then the groups in natural order. Boards keep their order within a group, and two
 * spellings that differ in case alone are one group, under the spelling of its first board.
 */
export function boardGroups<Board extends Grouped>(boards: readonly Board[]): readonly BoardGroup<Board>[] {
  const groups = new Map<string, { readonly group: string | null; readonly boards: Board[] }>();
  for (const board of boards) {
    const group = board.group?.trim() ? board.group : null;
    const key = usernameKey(group ?? '');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { group, boards: [board] });
    else known.boards.push(board);
  }
  return [...groups.values()].toSorted((a, b) => NATURAL.compare(a.group ?? '', b.group ?? ''));
}
