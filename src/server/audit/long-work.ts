import { randomBytes } from 'node:crypto';

import type { Actor } from '../../contract/operation/audit.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { Problem } from '../http/problem.ts';
import { whoActs } from '../store/acting.ts';

/** How long ended jobs stay listed, in milliseconds, for callers who reload. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/** The most ended jobs to list. */
const MOST_REMEMBERED = 20;

interface WorkAbout {
  readonly what: 'backup' | 'drill' | 'merge' | 'erasure';
  /** By number, never by name, so that erasing leaves no trace. For a merge, source and target. */
  readonly players?: readonly number[];
  /** The file of a backup. */
  readonly subject?: string;
}

/** A running or ended job. Times are epoch milliseconds. */
export interface WorkTold extends WorkAbout {
  readonly id: string;
  readonly by: Actor;
  readonly startedAt: number;
  /** In events; `undefined` if unknown. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly ended: { readonly at: number; readonly failure: string | undefined } | undefined;
}

/** Reports a job's progress. */
export interface Work {
  /** In events. */
  reached(done: number, total: number): void;
  /** Ends the job; `failure` is a sentence. Later calls are ignored. */
  end(failure?: string): void;
  /** Ends it with an error; unexpected ones are not shown. */
  fail(error: unknown): void;
}

/** The long-running jobs of this process, with actor and progress. */
export class LongWork {
  readonly #clock: () => number;
  readonly #told = new Map<string, WorkTold>();

  /** `clock` gives epoch milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Starts a job of the current actor. */
  begin(about: WorkAbout): Work {
    const id = randomBytes(8).toString('hex');
    const change = (to: Partial<WorkTold>) => {
      const known = this.#told.get(id);
      if (known?.ended === undefined && known !== undefined) this.#told.set(id, { ...known, ...to });
    };
    const end = (failure?: string) => {
      change({ ended: { at: this.#clock(), failure } });
      this.#forgetOld();
    };
    this.#told.set(id, { ...about, id, by: whoActs(), startedAt: this.#clock(), progress: undefined, ended: undefined });
    return {
      reached: (done, total) => change({ progress: { done, total } }),
      end,
      fail: (error) => end(error instanceof Problem ? error.message : 'Something went wrong. See the log for details.'),
    };
  }

  /** Runs a job, and records its start and end. */
  async during<Result>(about: WorkAbout, does: () => Promise<Result>): Promise<Result> {
    const work = this.begin(about);
    try {
      const result = await does();
      work.end();
      return result;
    } catch (error) {
      work.fail(error);
      throw error;
    }
  }

  /** Running jobs, oldest first, then jobs that ended in the last ten minutes, newest first. */
  list(): readonly WorkTold[] {
    this.#forgetOld();
    const all = [...this.#told.values()];
    return [...all.filter(({ ended }) => ended === undefined), ...this.#ended()];
  }

  #ended(): readonly WorkTold[] {
    const at = ({ ended }: WorkTold) => ended?.at ?? Infinity;
    return [...this.#told.values()].filter(({ ended }) => ended !== undefined).toSorted((a, b) => at(b) - at(a));
  }

  #forgetOld(): void {
    const now = this.#clock();
    for (const [i, { id, ended }] of this.#ended().entries())
      if (i >= MOST_REMEMBERED || now - ended!.at >= REMEMBERED_MS) this.#told.delete(id);
  }
}
