import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts';
import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import type { DocumentOf, KeptDocument } from '../../store/kept-document.ts';
import type { KeepingDocuments } from '../points/commit-queue.ts';

/** After this long without a sign of life an import is given up, in milliseconds: what it held open closes. */
export const IMPORT_PATIENCE_MS = DAY_MS;

/** A sign of life is kept no more often than this, in milliseconds: it is a change of all boards. */
const SIGN_OF_LIFE_EVERY_MS = 10 * MINUTE_MS;

const holdsSchema = z.array(z.object({ id: z.string(), board: z.string(), file: z.string(), startedAt: z.int(), seenAt: z.int() }));

/**
 * An import that is under way, or was interrupted. Periods of its board that had ended when it began take events until
 * it ends. Times are epoch milliseconds.
 */
export interface ImportHold {
  readonly id: string;
  readonly board: string;
  /** What is imported, for people to read. */
  readonly file: string;
  readonly startedAt: number;
  /** Its last sign of life. */
  readonly seenAt: number;
}

/** An import that was begun, or taken up where it was: `resumed`. */
export interface BegunImport {
  readonly hold: ImportHold;
  readonly resumed: boolean;
}

export const IMPORTS: DocumentOf<readonly ImportHold[]> = {
  name: 'imports',
  read: (text = '[]') => holdsSchema.parse(JSON.parse(text)),
};

/** The imports that hold periods open, kept in the store: they outlive whatever imports, and whatever takes the points. */
export class ImportHolds {
  readonly #parts: KeepingDocuments;
  readonly #kept: KeptDocument<readonly ImportHold[]>;

  constructor(parts: KeepingDocuments) {
    this.#parts = parts;
    this.#kept = parts.documents.kept(IMPORTS);
  }

  /** Oldest first. */
  list(): readonly ImportHold[] {
    return this.#kept.value;
  }

  /** Whether a period of a board that ends then, in epoch milliseconds, is held open. */
  isHeld(board: string, end: number): boolean {
    return this.list().some((hold) => hold.board === board && end <= hold.startedAt);
  }

  /**
   * Begins an import, or takes up an interrupted one of the same file, which keeps its beginning. Also a sign of life of one
   * that goes on. `check` throws, inside the commit, where a new one must not begin.
   */
  begin(board: string, file: string, check: () => void = () => {}): Promise<BegunImport> {
    const id = hash('sha256', `${board}\0${file}`).slice(0, 16);
    return this.#change(
      (holds) => {
        const now = this.#parts.clock();
        const known = holds.find((hold) => hold.id === id);
        if (known === undefined) check();
        const hold = { id, board, file, startedAt: known?.startedAt ?? now, seenAt: now };
        const begun = { hold, resumed: known !== undefined };
        if (known !== undefined && known.seenAt + SIGN_OF_LIFE_EVERY_MS > now) return [holds, begun];
        return [[...holds.filter((other) => other.id !== id), hold], begun];
      },
      ({ resumed, hold }) => (resumed ? [] : [aboutImport('begin-import', hold)]),
    );
  }

  /** Ends an import: what it held open closes. Returns whether there was one. */
  async end(id: string): Promise<boolean> {
    return (await this.#drop('end-import', (hold) => hold.id === id)).length > 0;
  }

  /** Calls what is imported as `rewrite` gives it, without a player. It is known by its id still. Between commits. */
  async forget(rewrite: (text: string) => string): Promise<void> {
    await this.#kept.change(this.#parts.store, (holds) => {
      const forgotten = holds.map((hold) => ({ ...hold, file: rewrite(hold.file) }));
      return isDeepStrictEqual(holds, forgotten) ? holds : forgotten;
    });
  }

  /** Ends the imports that gave no sign of life for {@link IMPORT_PATIENCE_MS}, and returns them. */
  async giveUp(): Promise<readonly ImportHold[]> {
    const isSilent = ({ seenAt }: ImportHold) => seenAt + IMPORT_PATIENCE_MS < this.#parts.clock();
    if (!this.list().some(isSilent)) return [];
    return this.#drop('give-up-import', isSilent);
  }

  #drop(act: 'end-import' | 'give-up-import', isOver: (hold: ImportHold) => boolean): Promise<readonly ImportHold[]> {
    return this.#change(
      (holds) => [holds.filter((hold) => !isOver(hold)), holds.filter(isOver)],
      (ended) => ended.map((hold) => aboutImport(act, hold)),
    );
  }

  /**
   * `change` is told what is kept inside the commit, whoever changed it last, and gives what is to be kept, and what came of it;
   * `acts` says what that was, for the audit log.
   */
  #change<Result>(
    change: (holds: readonly ImportHold[]) => readonly [left: readonly ImportHold[], result: Result],
    acts: (result: Result) => readonly Act[],
  ): Promise<Result> {
    const { commits, store, clock } = this.#parts;
    return commits.betweenCommits(async () => {
      let result!: Result;
      const changed = (kept: readonly ImportHold[]) => {
        const [left, found] = change(kept);
        result = found;
        return left;
      };
      await this.#kept.change(store, changed, { change: () => acts(result).map((act) => auditEntry(act, clock())) });
      return result;
    });
  }
}

function aboutImport(act: 'begin-import' | 'end-import' | 'give-up-import', { board, file }: ImportHold): Act {
  return { act, board, subject: file };
}
