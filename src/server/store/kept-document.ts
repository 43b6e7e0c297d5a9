import type { PointsStore } from './points-store.ts';
import type { RecordsToKeep } from './records.ts';
import type { Change } from './stored-values.ts';

/** A document of the store that holds a value. */
export interface DocumentOf<Value> {
  readonly name: string;
  /** `undefined`: nothing was ever kept. @throws if it is no document of this kind. */
  readonly read: (text: string | undefined) => Value;
  /** What JSON is made of, where that is not the value itself. */
  readonly written?: (value: Value) => unknown;
}

/** The texts of documents by name, as they were read before they are followed. */
export type DocumentTexts = ReadonlyMap<string, string | undefined>;

/** What a document was, and what it is. */
export interface Changed<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** The value of a document as it is now: it follows the store. */
export class KeptDocument<Value> {
  readonly #document: DocumentOf<Value>;
  #value: Value;

  constructor(document: DocumentOf<Value>, texts: DocumentTexts) {
    this.#document = document;
    this.#value = document.read(texts.get(document.name));
  }

  get value(): Value {
    return this.#value;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document' && change.name === this.#document.name) this.#value = this.#document.read(change.text);
  }

  /**
   * Keeps what `change` makes of the value that is kept, inside the commit, whoever changed it last; nothing if that is the same object.
   * Rejects as {@link PointsStore.changeDocument}.
   */
  change(
    store: Pick<PointsStore, 'changeDocument'>,
    change: (kept: Value) => Value,
    records?: RecordsToKeep<Changed<Value>>,
  ): Promise<void> {
    const { name, read, written = (value) => value } = this.#document;
    const changed = (text: string | undefined) => {
      const kept = read(text);
      const value = change(kept);
      return value === kept ? text : JSON.stringify(written(value));
    };
    const told: RecordsToKeep<{ readonly before: string | undefined; readonly after: string }> | undefined = records && {
      of: records.of ?? [],
      change: (kept, { before, after }) => records.change(kept, { before: read(before), after: read(after) }),
    };
    return store.changeDocument(name, changed, told);
  }
}
