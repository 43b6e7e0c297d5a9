import { usernameKey } from './username-key.ts';

interface Grouped {
  /** Null or empty: in no group. */
  readonly group?: string | null | undefined;
}

/** Boards listed under one heading; null for no heading. */
interface BoardGroup<Board> {
  readonly group: string | null;
  readonly boards: readonly Board[];
}

/** Sorts "Level 2" before "Level 10", the same way in every process and browser. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/**
 * Groups boards: first those without a group, then the groups in natural order. Boards keep their order within a group, and spellings that
 * differ only in case are one group, under the spelling of its first board.
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
