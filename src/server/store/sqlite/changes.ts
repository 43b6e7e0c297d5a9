import type { DatabaseSync } from 'node:sqlite';

import { Followers, type NewChange } from '../followers.ts';
import type { LoggedChange } from '../held/logged-change.ts';
import type { RecordedStep, State } from '../held/state.ts';
import type { Change, TotalNow } from '../stored-values.ts';
import { type FedStep, type LogStep, packedTotals } from '../held/log-step.ts';
import type { MetaTable } from './file/meta-table.ts';
import { CHANGES, type ChangeTally, TALLIED, tallyOf } from './file/meta-table.ts';
import { preparing } from './file/queries.ts';

/** Followers and positions. A position is the newest `seq` plus the number of other changes, so recording needs no extra write. */
export class Changes {
  readonly #meta: MetaTable;
  readonly #state: State;
  readonly #followers = new Followers();
  readonly #tallied;
  #others: number;
  /** Receives every change of the state, grouped by commit, for states on other threads, which have no totals. */
  feed: ((steps: readonly FedStep[]) => void) | undefined;
  /** The steps of the commit whose changes are being applied. */
  #together: FedStep[] | undefined;

  constructor(database: DatabaseSync, meta: MetaTable, state: State) {
    this.#meta = meta;
    this.#state = state;
    this.#tallied = preparing(database)<Omit<ChangeTally, 'changes'>>(TALLIED);
    this.#others = tallyOf(meta.get(CHANGES)).changes;
  }

  /** The newest `seq` over all boards; 0 before the first event. */
  get newestSeq(): number {
    return this.#state.position - this.#others;
  }

  follow(listener: (change: Change) => void): () => void {
    return this.#followers.follow(listener);
  }

  /** Counts changes inside their commit, except sealing, which is invisible to readers. */
  count(changes: readonly LoggedChange[]): void {
    const counted = changes.filter(({ kind }) => kind !== 'sealed').length;
    if (counted === 0) return;
    const tally: ChangeTally = { changes: this.#others + counted, ...this.#tallied.get()! };
    this.#meta.set(CHANGES, JSON.stringify(tally));
  }

  /** Applies and publishes a counted change, once it is durable. `totals`: those changed by a revision. */
  followed(change: LoggedChange, totals: readonly TotalNow[] = []): void {
    const steps = change.kind === 'sealed' ? 0 : 1;
    this.#others += steps;
    const published = this.#state.follow(this.#state.position + steps, change, totals);
    if (this.feed !== undefined) {
      const told = change.kind === 'revised' ? { ...change, totals: [] } : change;
      this.#tell({ kind: 'changed', position: this.#state.position, change: told, ...packedTotals(this.#state, totals) });
    }
    if (published !== undefined) this.#publish(published);
  }

  /** Applies and publishes a durable commit of events. */
  record(step: RecordedStep): void {
    const published = this.#state.record(step);
    if (this.feed !== undefined) {
      const { board, events, earliest, named, periods } = step;
      const recording = { board, events, earliest, named, periods };
      this.#tell({ kind: 'recorded', position: this.#state.position, ...recording, ...packedTotals(this.#state, published.totals) });
    }
    this.#publish(published);
  }

  /** Applies the changes of one commit, which other threads see all or nothing. */
  together(apply: () => void): void {
    const steps: FedStep[] = (this.#together = []);
    try {
      apply();
    } finally {
      this.#together = undefined;
      if (steps.length > 0) this.feed!(steps);
    }
  }

  /** Makes other threads share all players, once they are in memory here. */
  sharePlayers(): void {
    this.feed?.([{ kind: 'players', segments: this.#state.players.newlyShared(), areAll: true }]);
  }

  #tell(step: LogStep): void {
    const segments = this.#state.players.newlyShared();
    const steps: readonly FedStep[] = segments.length === 0 ? [step] : [step, { kind: 'players', segments, areAll: false }];
    if (this.#together === undefined) this.feed!(steps);
    else this.#together.push(...steps);
  }

  #publish(change: NewChange): void {
    this.#followers.publish({ ...change, position: this.#state.position });
  }
}
