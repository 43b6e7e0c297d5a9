import { randomBytes } from 'node:crypto';

import type { Actor } from '../../contract/operation/audit.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { Problem } from '../http/problem.ts';
import { whoActs } from '../store/acting.ts';

/** For how long it is told of work that it ended, in milliseconds: whoever asked for it may have opened the page anew meanwhile. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/** So much that ended is told at most, the newest. */
const MOST_REMEMBERED = 20;

/** What the work is about. */
interface WorkAbout {
  readonly what: 'backup' | 'merge' | 'erasure';
  /** By number, and never by name: so that nothing is left of somebody who is erased. Of a merge whom, and into whom. */
  readonly players?: readonly number[];
  /** The file of a backup. */
  readonly subject?: string;
}

/** Work that is under way, or has ended. Times are epoch milliseconds. */
export interface WorkTold extends WorkAbout {
  readonly id: string;
  readonly by: Actor;
  readonly startedAt: number;
  /** How many events are done, of how many; `undefined` as long as nobody knows. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  /** When it ended, and why not well. */
  readonly ended: { readonly at: number; readonly failure: string | undefined } | undefined;
}

/** How somebody who works tells how far they are. */
export interface Work {
  /** `done` events of `total` are done. */
  reached(done: number, total: number): void;
  /** It is over; `failure` says in a sentence why it is not done. Nothing more is told then. */
  end(failure?: string): void;
  /** The same, after an error: what nobody expected is hidden. */
  fail(error: unknown): void;
}

/** What takes longer than somebody waits for an answer, in this process: who does it, and how far it is. */
export class LongWork {
  readonly #clock: () => number;
  readonly #told = new Map<string, WorkTold>();

  /** `clock` gives epoch milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Says that whoever acts begins some work. */
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
      fail: (error) => end(error instanceof Problem ? error.message : 'Something went wrong. The log says what.'),
    };
  }

  /** Does some work, and says when it begins and how it ends. */
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

  /** What is under way, oldest first, and then what ended in the last ten minutes, newest first. */
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
