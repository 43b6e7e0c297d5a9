import type { ActName } from '../../../contract/operation/acts.ts';
import { type Act, audited } from '../../audit/audit-entry.ts';
import type { Changed, DocumentOf, KeptDocument } from '../../store/kept-document.ts';
import type { KeepingDocuments } from './commit-queue.ts';

/** A setting that operators replace as a whole: kept in a document, with audit entries. */
export class KeptSetting<Value> {
  readonly #parts: KeepingDocuments;
  readonly #kept: KeptDocument<Value>;
  readonly #act: ActName;

  /** `act`: the action in the audit log. */
  constructor(parts: KeepingDocuments, document: DocumentOf<Value>, act: ActName) {
    this.#parts = parts;
    this.#kept = parts.documents.kept(document);
    this.#act = act;
  }

  get value(): Value {
    return this.#kept.value;
  }

  /** Replaces the setting; resolves with it once in effect. `still`: called inside the commit with the current one. Throws as it. */
  replace(setting: Value, still: (kept: Value) => void = () => {}): Promise<Value> {
    return this.change((kept) => {
      still(kept);
      return setting;
    });
  }

  /** The same with the result of `change`, called inside the commit. `toAudit`: the audited part, if not all. Throws as `change`. */
  async change(
    change: (kept: Value) => Value,
    toAudit: (changed: Changed<Value>) => Omit<Act, 'act'> = (changed) => changed,
  ): Promise<Value> {
    const { store, commits, clock } = this.#parts;
    let made!: Value;
    const records = audited<Changed<Value>>(clock(), (changed) => ({ act: this.#act, ...toAudit(changed) }));
    await commits.betweenCommits(() => this.#kept.change(store, (kept) => (made = change(kept)), records));
    return made;
  }
}
