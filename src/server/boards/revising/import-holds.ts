import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts';
import { type Act, auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import type { DocumentOf, KeptDocument } from '../../store/kept-document.ts';
import type { KeepingDocuments } from '../points/commit-queue.ts';

/** After this long without a heartbeat, in milliseconds, an import is abandoned: its periods close. */
export const IMPORT_PATIENCE_MS = DAY_MS;

/** Heartbeats are stored at most this often, in milliseconds: each is a change of all boards. */
const SIGN_OF_LIFE_EVERY_MS = 10 * MINUTE_MS;

const holdsSchema = z.array(z.object({ id: z.string(), board: z.string(), file: z.string(), startedAt: z.int(), seenAt: z.int() }));

/** A running or interrupted import, which holds open periods that had ended before it. Times are epoch milliseconds. */
export interface ImportHold {
  readonly id: string;
  readonly board: string;
  /** The imported file, for display. */
  readonly file: string;
  readonly startedAt: number;
  /** The last heartbeat. */
  readonly seenAt: number;
}

/** A started or `resumed` import. */
export interface BegunImport {
  readonly hold: ImportHold;
  readonly resumed: boolean;
}

export const IMPORTS: DocumentOf<readonly ImportHold[]> = {
  name: 'imports',
  read: (text = '[]') => holdsSchema.parse(JSON.parse(text)),
};

export function noSuchImport(id: string): Problem {
  return new Problem('not-found', `There is no import "${id}".`, [{ field: 'import', rule: 'must be the id of an import' }]);
}

/** The imports that hold periods open, kept in the store: they survive restarts of importer and server. */
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

  /** @throws {Problem} not-found unless the import into the board is running. */
  expect(board: string, id: string): void {
    if (!this.list().some((hold) => hold.id === id && hold.board === board)) throw noSuchImport(id);
  }

  /** Whether an import holds open a period of a board that ends at `end` (epoch milliseconds). */
  isHeld(board: string, end: number): boolean {
    return this.list().some((hold) => hold.board === board && end <= hold.startedAt);
  }

  /** Begins an import, resumes one of the same file, or records a heartbeat. `check` throws if a new one must not begin. */
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

  /** Ends an import, so that its periods close. Returns whether there was one. */
  async end(id: string): Promise<boolean> {
    return (await this.#drop('end-import', (hold) => hold.id === id)).length > 0;
  }

  /** Rewrites the names of imported files without a player; ids stay. Call it between commits. */
  async forget(rewrite: (text: string) => string): Promise<void> {
    await this.#kept.change(this.#parts.store, (holds) => {
      const forgotten = holds.map((hold) => ({ ...hold, file: rewrite(hold.file) }));
      return isDeepStrictEqual(holds, forgotten) ? holds : forgotten;
    });
  }

  /** Ends and returns imports without a heartbeat for {@link IMPORT_PATIENCE_MS}. */
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
   * `change` is called inside the commit with the current value; returns the new one and a result, which `acts` turns into audit entries.
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
