import { setImmediate as nextTurn } from 'node:timers/promises';

import type { DocumentBeside, PointsStore } from '../../src/server/store/points-store.ts';
import type { RecordChange, RecordsToKeep } from '../../src/server/store/records.ts';
import type { PeriodKey } from '../../src/server/store/stored-values.ts';
import { Kept } from './kept.ts';
import { openMemoryStore } from './memory-store.ts';

/** Repeats a commit of one store on another. */
type Again = (store: PointsStore) => Promise<unknown>;

/**
 * One sequence of commits for several stores in memory, like a database for several processes: each has its own copy of everything. A
 * commit catches up first; a store follows others' commits when it commits or catches up, and until then answers from its older state.
 */
export class SharedLine {
  readonly #kept = new Kept();
  readonly #committed: Again[] = [];
  readonly #closing = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  /** Opens one more store, which has caught up. */
  async open(): Promise<PointsStore> {
    const own = await openMemoryStore(new Kept(this.#kept.history));
    let known = 0;
    let following = Promise.resolve();

    const followUpTo = async (end: number) => {
      for (; known < end; known += 1) await this.#committed[known]!(own);
    };
    const catchUp = (): Promise<void> => {
      const end = this.#committed.length;
      return (following = following.then(() => followUpTo(end)));
    };

    /** `work` returns its result, and a function to repeat it if anything was stored. */
    const commit = <Result>(work: () => Promise<readonly [result: Result, again?: Again]>): Promise<Result> => {
      const mine = this.#last.then(async () => {
        await catchUp();
        const [result, again] = await work();
        if (again === undefined) return result;
        this.#committed.push(again);
        known += 1;
        return result;
      });
      this.#last = mine.catch(() => undefined);
      return mine;
    };

    await catchUp();
    return {
      ...own,
      catchUp,

      changeBoard: (name, change, records, beside) =>
        commit(async () => {
          const changed = heard(change);
          const texts = heardBeside(beside);
          const [keep, again] = keptAgain(records);
          await own.changeBoard(name, changed.tell, keep, texts.tell);
          return [undefined, (store) => store.changeBoard(name, changed.again, again, texts.again)];
        }),
      removeBoard: (name, check, records, beside) =>
        commit(async () => {
          const texts = heardBeside(beside);
          const [keep, again] = keptAgain(records);
          const removed = await own.removeBoard(name, check, keep, texts.tell);
          return [removed, (store) => store.removeBoard(name, undefined, again, removed ? texts.again : undefined)];
        }),
      changeDocument: (name, change, records) =>
        commit(async () => {
          const changed = heard(change);
          const [keep, again] = keptAgain(records);
          await own.changeDocument(name, changed.tell, keep);
          return [undefined, (store) => store.changeDocument(name, changed.again, again)];
        }),
      renamePlayer: (number, change, records) =>
        commit(async () => {
          const changed = heard(change);
          const [keep, again] = keptAgain(records);
          await own.renamePlayer(number, changed.tell, keep);
          return [undefined, (store) => store.renamePlayer(number, changed.again, again)];
        }),
      erasePlayer: (number, rewrite, records) =>
        commit(async () => {
          const [keep, again] = keptAgain(records);
          return [await own.erasePlayer(number, rewrite, keep), (store) => store.erasePlayer(number, rewrite, again)];
        }),
      changeRecords: (records, board) =>
        commit(async () => {
          const [keep, again] = keptAgain(records);
          await own.changeRecords(keep!, board);
          return [undefined, (store) => store.changeRecords(again!, board)];
        }),

      append: (board, events, counts, decide, records, holding) =>
        commit(async () => {
          const [keep, keepAgain] = keptAgain(records);
          const counted = heard(counts);
          const answers: string[] = [];
          const recorded = await own.append(
            board,
            events,
            counted.tell,
            (effects, position, given) => {
              const decided = decide(effects, position, given);
              answers.splice(given, Infinity, ...decided);
              return decided;
            },
            keep,
            holding,
          );
          const holds = new Map(recorded.map((one, i) => [events[i], one.outcome === 'held' ? one.hold : undefined]));
          return [
            recorded,
            (store) => {
              const again = (effects: readonly unknown[], _: number, given: number) => answers.slice(given, given + effects.length);
              return store.append(board, events, counted.again, again, keepAgain, () => (event) => holds.get(event));
            },
          ];
        }),
      revise: (revising, revision, isFinal, records, _, beside) =>
        commit(async () => {
          const final = heard(isFinal);
          const texts = heardBeside(beside && [beside]);
          const [keep, again] = keptAgain(records);
          const revised = await own.revise(revising, revision, final.tell, keep, undefined, texts.tell?.[0]);
          return [revised, (store) => store.revise(revising, revision, final.again, again, undefined, texts.again?.[0])];
        }),

      seal: (period, isFinal, records) =>
        commit(async () => {
          const [keep, again] = keptAgain(records);
          return (await own.seal(period, isFinal, keep)) ? [true, (store) => store.seal(period, undefined, again)] : [false];
        }),
      closePeriod: async (period, order, closing, isStopping, records) => {
        const name = nameOf(period);
        if (this.#closing.has(name)) return false;
        this.#closing.add(name);
        try {
          // Other stores commit while ranks are written.
          await nextTurn();
          return await commit(async () => {
            const [keep, again] = keptAgain(records);
            const isClosed = await own.closePeriod(period, order, closing, isStopping, keep);
            return isClosed ? [true, (store) => store.closePeriod(period, order, closing, undefined, again)] : [false];
          });
        } finally {
          this.#closing.delete(name);
        }
      },
      reopen: (period, reopening, check, records) =>
        commit(async () => {
          const [keep, again] = keptAgain(records);
          if (this.#closing.has(nameOf(period))) throw new RangeError('The period is being closed');
          return [await own.reopen(period, reopening, check, keep), (store) => store.reopen(period, reopening, undefined, again)];
        }),
    };
  }
}

/** A callback of a commit: its answers are repeated in order. */
function heard<Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Answer) {
  const answers: Answer[] = [];
  return {
    tell(...asked: Asked): Answer {
      const answer = ask(...asked);
      answers.push(answer);
      return answer;
    },
    get again(): () => Answer {
      const left = answers.values();
      return () => left.next().value!;
    },
  };
}

/** The same for changes of documents. */
function heardBeside(beside: readonly DocumentBeside[] | undefined) {
  const texts = beside?.map(({ document, change }) => ({ document, change: heard(change) }));
  const each = (way: 'tell' | 'again') => texts?.map(({ document, change }) => ({ document, change: change[way] }));
  return {
    tell: each('tell'),
    /** For one store that repeats the commit. */
    get again() {
      return each('again');
    },
  };
}

/** The records to store, and the same for the repetition; neither if there are none. */
function keptAgain<Done>(records: RecordsToKeep<Done> | undefined): readonly [RecordsToKeep<Done>?, RecordsToKeep<unknown>?] {
  if (records === undefined) return [];
  let decided: readonly RecordChange[] = [];
  return [{ ...records, change: (kept, done) => (decided = records.change(kept, done)) }, { change: () => decided }];
}

function nameOf({ board, kind, start }: PeriodKey): string {
  return `${board} ${kind} ${start}`;
}
