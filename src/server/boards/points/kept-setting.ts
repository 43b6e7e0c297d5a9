import type { ActName } from '../../../contract/operation/acts.ts';
import { type Act, audited } from '../../audit/audit-entry.ts';
import type { Changed, DocumentOf, KeptDocument } from '../../store/kept-document.ts';
import type { KeepingDocuments } from './commit-queue.ts';

/** What operators set as a whole: kept in a document, and told in the audit log. */
export class KeptSetting<Value> {
  readonly #parts: KeepingDocuments;
  readonly #kept: KeptDocument<Value>;
  readonly #act: ActName;

  /** `act`: what the audit log calls setting it. */
  constructor(parts: KeepingDocuments, document: DocumentOf<Value>, act: ActName) {
    this.#parts = parts;
    this.#kept = parts.documents.kept(document);
    this.#act = act;
  }

  get value(): Value {
    return this.#kept.value;
  }

  /**
   * Puts `setting` in place of what is there, and resolves with it once it is durable and true of every answer. `still` is called inside
   * the commit with what is there.
   * @throws as `still`.
   */
  replace(setting: Value, still: (kept: Value) => void = () => {}): Promise<Value> {
    return this.change((kept) => {
      still(kept);
      return setting;
    });
  }

  /**
   * The same with what `change`, called inside the commit, makes of what is there. `tell`: what the audit log has of it, if not all.
   * @throws as `change`.
   */
  async change(change: (kept: Value) => Value, tell: (changed: Changed<Value>) => Omit<Act, 'act'> = (changed) => changed): Promise<Value> {
    const { store, commits, clock } = this.#parts;
    let made!: Value;
    const told = audited<Changed<Value>>(clock(), (changed) => ({ act: this.#act, ...tell(changed) }));
    await commits.betweenCommits(() => this.#kept.change(store, (kept) => (made = change(kept)), told));
    return made;
  }
}
