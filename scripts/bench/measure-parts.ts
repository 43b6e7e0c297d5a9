import { availableParallelism, loadavg } from 'node:os';

import { type Figure, failed } from './figure.ts';
import { figureTable } from './figure-table.ts';

/** The named parts, or all by default. @throws {Error} listing them, if a name is unknown. */
export function chosenParts<Part extends string>(all: readonly Part[], named: readonly string[]): readonly Part[] {
  const unknown = named.filter((name) => !(all as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  return named.length === 0 ? all : all.filter((part) => named.includes(part));
}

/**
 * Measures parts one after another and prints their figures with limits.
 *
 * @returns the exit code: 1 if a limit is missed, 2 if none is but something could not be measured.
 */
export async function measureParts(parts: ReadonlyMap<string, () => Promise<readonly Figure[]>>): Promise<number> {
  const figures = new Map<string, readonly Figure[]>();
  for (const [name, measure] of parts) {
    console.log(`Measuring: ${name}…`);
    // The other parts may have taken minutes; their figures must not be lost.
    figures.set(name, await measure().catch((error: unknown) => [failed(error)]));
  }
  console.log(`\n${figureTable(figures)}\n`);
  const load = loadavg()[0]!;
  if (load > availableParallelism()) {
    console.log(
      `This machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} processors): times are longer than they need be.`,
    );
  }
  const count = (verdict: Figure['verdict']) => [...figures.values()].flat().filter((figure) => figure.verdict === verdict).length;
  console.log(`${count('ok')} ok, ${count('over')} over, ${count('not measured')} not measured`);
  return count('over') > 0 ? 1 : count('not measured') > 0 ? 2 : 0;
}
