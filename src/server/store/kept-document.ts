import type { DocumentBeside, PointsStore } from './points-store.ts';
import type { RecordsToKeep } from './records.ts';
import type { Change } from './stored-values.ts';

/** A document of the store with a typed value. */
export interface DocumentOf<Value> {
  readonly name: string;
  /** `undefined`: never stored. @throws if the text is not valid for this document. */
  readonly read: (text: string | undefined) => Value;
  /** Converts the value to its JSON form, if they differ. */
  readonly written?: (value: Value) => unknown;
}

/** The texts of documents by name, read before following starts. */
export type DocumentTexts = ReadonlyMap<string, string | undefined>;

/** Documents that follow the store together. */
export class KeptDocuments {
  readonly #texts: DocumentTexts;
  readonly #kept: KeptDocument<unknown>[] = [];

  constructor(texts: DocumentTexts) {
    this.#texts = texts;
  }

  /** The current value of a document. @throws as the constructor of {@link KeptDocument} does. */
  kept<Value>(document: DocumentOf<Value>): KeptDocument<Value> {
    const kept = new KeptDocument(document, this.#texts);
    this.#kept.push(kept as KeptDocument<unknown>);
    return kept;
  }

  follow(change: Change): void {
    for (const kept of this.#kept) kept.follow(change);
  }
}

/** A document's value before and after a change. */
export interface Changed<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** The current value of a document, kept up to date by following the store. */
export class KeptDocument<Value> {
  readonly #document: DocumentOf<Value>;
  #value: Value;

  /** @throws what `read` throws; an Error if the document's text was not loaded: it would seem empty and be overwritten. */
  constructor(document: DocumentOf<Value>, texts: DocumentTexts) {
    if (!texts.has(document.name)) throw new Error(`The document "${document.name}" was not read`);
    this.#document = document;
    this.#value = document.read(texts.get(document.name));
  }

  /** Reads a document and follows the store from then on. Rejects with what `read` throws. */
  static async open<Value>(store: Pick<PointsStore, 'document' | 'follow'>, document: DocumentOf<Value>): Promise<KeptDocument<Value>> {
    const meanwhile: Change[] = [];
    const stop = store.follow((change) => void meanwhile.push(change));
    const kept = new KeptDocument(document, new Map([[document.name, await store.document(document.name)]]));
    stop();
    // A change carries the whole document, so applying it twice is idempotent.
    for (const change of meanwhile) kept.follow(change);
    store.follow((change) => kept.follow(change));
    return kept;
  }

  get value(): Value {
    return this.#value;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document' && change.name === this.#document.name) this.#value = this.#document.read(change.text);
  }

  /** Stores what `change` returns, calling it as {@link PointsStore.changeDocument} does; a no-op if it returns the same object. */
  change(
    store: Pick<PointsStore, 'changeDocument'>,
    change: (kept: Value) => Value,
    records?: RecordsToKeep<Changed<Value>>,
  ): Promise<void> {
    let made!: Changed<Value>;
    const { document, change: changed } = this.beside((before) => (made = { before, after: change(before) }).after);
    return store.changeDocument(document, changed, records && { of: records.of ?? [], change: (kept) => records.change(kept, made) });
  }

  /** The same as {@link change}, but stored with another commit. */
  beside(change: (kept: Value) => Value): DocumentBeside {
    return documentBeside(this.#document, change);
  }
}

/** A change of a document to be stored with another commit; a no-op if `change` returns the same object. */
export function documentBeside<Value>(
  { name, read, written = (value) => value }: DocumentOf<Value>,
  change: (kept: Value) => Value,
): DocumentBeside {
  return {
    document: name,
    change(text) {
      const before = read(text);
      const after = change(before);
      return after === before ? text : JSON.stringify(written(after));
    },
  };
}
