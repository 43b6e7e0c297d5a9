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

/** Documents that follow the store together. */
export class KeptDocuments {
  readonly #texts: DocumentTexts;
  readonly #kept: KeptDocument<unknown>[] = [];

  constructor(texts: DocumentTexts) {
    this.#texts = texts;
  }

  /** The value of a document as it is now. @throws as the constructor of {@link KeptDocument}. */
  kept<Value>(document: DocumentOf<Value>): KeptDocument<Value> {
    const kept = new KeptDocument(document, this.#texts);
    this.#kept.push(kept as KeptDocument<unknown>);
    return kept;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    for (const kept of this.#kept) kept.follow(change);
  }
}

/** What a document was, and what it is. */
export interface Changed<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** The value of a document as it is now: it follows the store. */
export class KeptDocument<Value> {
  readonly #document: DocumentOf<Value>;
  #value: Value;

  /** @throws what reading throws; an Error if nobody read the text of the document: it would seem to be none, and be written over. */
  constructor(document: DocumentOf<Value>, texts: DocumentTexts) {
    if (!texts.has(document.name)) throw new Error(`The document "${document.name}" was not read`);
    this.#document = document;
    this.#value = document.read(texts.get(document.name));
  }

  /** Reads a document, and follows the store from then on by itself. Rejects with what reading throws. */
  static async open<Value>(store: Pick<PointsStore, 'document' | 'follow'>, document: DocumentOf<Value>): Promise<KeptDocument<Value>> {
    const meanwhile: Change[] = [];
    const stop = store.follow((change) => void meanwhile.push(change));
    const kept = new KeptDocument(document, new Map([[document.name, await store.document(document.name)]]));
    stop();
    // A change says how the document is, so that twice is once.
    for (const change of meanwhile) kept.follow(change);
    store.follow((change) => kept.follow(change));
    return kept;
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
    let made!: Changed<Value>;
    const changed = (text: string | undefined) => {
      const before = read(text);
      made = { before, after: change(before) };
      return made.after === before ? text : JSON.stringify(written(made.after));
    };
    return store.changeDocument(name, changed, records && { of: records.of ?? [], change: (kept) => records.change(kept, made) });
  }
}
