import type { DocumentBeside } from '../../src/server/store/points-store.ts';
import type { Tell } from './commits.ts';
import type { Kept } from './kept.ts';

interface ChangedDocument {
  readonly document: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The texts before and after their changes. Nothing is changed yet. */
export function changesOf(documents: ReadonlyMap<string, string>, beside: readonly DocumentBeside[]): readonly ChangedDocument[] {
  return beside.map(({ document, change }) => {
    const before = documents.get(document);
    return { document, before, after: change(before) ?? before };
  });
}

/** Whether a text differs from before. */
export function isChanged({ before, after }: ChangedDocument): boolean {
  return before !== after;
}

/** Stores and publishes each text that changed. Returns whether any did. */
export function keepDocuments({ documents, boards }: Kept, tell: Tell, changes: readonly ChangedDocument[]): boolean {
  const changed = changes.filter(isChanged);
  for (const { document, after } of changed) {
    documents.set(document, after!);
    tell(boards.values(), { kind: 'document', name: document, text: after! });
  }
  return changed.length > 0;
}
