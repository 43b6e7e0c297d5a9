import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { seeded } from '../seeded.ts';
import { diskAfterCut } from './cut-disk.ts';
import { factsOf } from './power-cut-facts.ts';
import { type Step, traceWrites } from './write-trace.ts';

const LOAD = fileURLToPath(new URL('power-cut-load.ts', import.meta.url));
/** Two folders, created together with the database in them. */
const PARENT = 'new';
const DATA = `${PARENT}/data`;
const DATABASE = `${DATA}/laurels.db`;
const LOG = `${DATABASE}-wal`;

/** The data left after power cuts. A fact is an event, a void, a closed period or a board. */
export interface PowerCutFigures {
  /** The number of facts acknowledged before each moment, summed up. */
  readonly acknowledged: number;
  /** How often the log was checkpointed during the recording. */
  readonly checkpoints: number;
  /** The number of facts acknowledged before the moment but not stored after it, and of facts stored more than once. */
  readonly lost: number;
  readonly twice: number;
  /** Other errors. */
  readonly differences: readonly string[];
  /** The number of moments at which data is lost or wrong without the flushes of the last acknowledged commit: the trial can fail. */
  readonly control: number;
}

/**
 * Records `commits` commits of a store in a new folder inside `folder`, then cuts the power at `moments` moments chosen by `seed`, and
 * opens what is left. The moments are, in turn, anywhere, just after an acknowledgement, in the middle of a checkpoint, and before any
 * acknowledgement, while the database is created.
 * @throws {Error} if nothing can be traced, or the trace does not explain the files.
 */
export async function powerCuts(folder: string, commits: number, moments: number, seed: number): Promise<PowerCutFigures> {
  const chance = seeded(seed);
  const recording = join(folder, 'recording');
  mkdirSync(recording);
  // Opening recreates the lock, and SQLite its shared memory.
  const isKept = (name: string) => name === PARENT || name === DATA || (name.startsWith(DATABASE) && !name.endsWith('-shm'));
  const steps = await traceWrites([LOAD, join(recording, DATA), String(commits)], recording, isKept);
  expectExplained(steps, recording);

  const acknowledgements = steps.flatMap((step, at) => (step.does === 'acknowledge' ? [{ at, facts: step.facts }] : []));
  const checkpoints = checkpointsIn(steps);
  const anyOf = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!;
  let acknowledged = 0;
  let lost = 0;
  let twice = 0;
  let control = 0;
  const differences: string[] = [];
  for (let n = 0; n < moments; n += 1) {
    const moment = [
      () => Math.floor(chance() * (steps.length + 1)),
      () => anyOf(acknowledgements).at + 1,
      () => {
        const { from, to } = anyOf(checkpoints);
        return from + Math.floor(chance() * (to - from + 1));
      },
      () => Math.floor(chance() * (acknowledgements[0]!.at + 1)),
    ][n % 4]!();
    const before = acknowledgements.filter(({ at }) => at < moment);
    const expected = before.flatMap(({ facts }) => facts);
    const under = acknowledgements[before.length]?.facts ?? [];
    const found = await afterCut(steps.slice(0, moment), folder, expected, under, chance);
    acknowledged += expected.length;
    lost += found.lost;
    twice += found.twice;
    differences.push(...found.differences.map((each) => `moment ${moment} of ${steps.length}: ${each}`));

    const promised = before.at(-2)?.at ?? moment;
    const unflushed = steps.slice(0, moment).filter(({ does }, i) => does !== 'flush' || i < promised);
    const wrong = await afterCut(unflushed, folder, expected, under, chance);
    if (wrong.lost > 0 || wrong.twice > 0 || wrong.differences.length > 0) control += 1;
  }
  return { acknowledged, checkpoints: checkpoints.length, lost, twice, differences, control };
}

/** @throws {Error} if the steps do not produce the existing files, which means that a write was not traced. */
function expectExplained(steps: readonly Step[], recording: string): void {
  const names = new Set(steps.flatMap((step) => ('name' in step ? [step.name, 'to' in step ? step.to : '.'] : [])));
  const flushes = [...names].map((name) => ({ does: 'flush', name }) as const);
  const files = diskAfterCut([...steps, ...flushes], () => 0);
  if (files.size !== 1 || files.get(DATABASE)?.equals(readFileSync(join(recording, DATABASE))) !== true)
    throw new Error(`The trace does not explain the files: it makes ${[...files.keys()].join(', ')}`);
}

/** The step indexes of each checkpoint: from the first write of log pages into the database to the last consecutive step. */
function checkpointsIn(steps: readonly Step[]): readonly { readonly from: number; readonly to: number }[] {
  const found: { readonly from: number; to: number }[] = [];
  const log = steps.findIndex((step) => step.does === 'write' && step.name === LOG);
  for (const [i, step] of steps.entries()) {
    if (i < log || step.does === 'acknowledge' || step.name !== DATABASE) continue;
    const last = found.at(-1);
    if (last?.to === i - 1) last.to = i;
    else if (step.does === 'write') found.push({ from: i, to: i });
  }
  if (found.length === 0) throw new Error('No checkpoint was recorded');
  return found;
}

/** Compares the data left after these steps with `expected`. `under` is the commit in progress: it is there as a whole or not at all. */
async function afterCut(
  steps: readonly Step[],
  folder: string,
  expected: readonly string[],
  under: readonly string[],
  chance: () => number,
): Promise<{ readonly lost: number; readonly twice: number; readonly differences: readonly string[] }> {
  const rebuilt = mkdtempSync(join(folder, 'rebuilt-'));
  try {
    for (const [name, content] of diskAfterCut(steps, chance)) {
      mkdirSync(dirname(join(rebuilt, name)), { recursive: true });
      writeFileSync(join(rebuilt, name), content);
    }
    const store = await openSqliteStore(join(rebuilt, DATA));
    try {
      const facts = await factsOf(store);
      const stored = new Set(facts);
      const lost = expected.filter((fact) => !stored.has(fact)).length;
      const more = stored.size - (expected.length - lost);
      const ofUnder = under.filter((fact) => stored.has(fact)).length;
      const { differences } = await store.verify();
      return {
        lost,
        twice: facts.length - stored.size,
        differences: [
          ...differences,
          ...(ofUnder === 0 || ofUnder === under.length ? [] : [`${ofUnder} of ${under.length} of one commit are stored`]),
          ...(more === ofUnder ? [] : [`${more - ofUnder} facts are stored that were not there yet`]),
        ],
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { lost: expected.length, twice: 0, differences: [`it cannot be opened: ${String(error)}`] };
  } finally {
    rmSync(rebuilt, { recursive: true });
  }
}
