import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder and processes for a run; both are removed when it ends. */
export interface Scratch {
  readonly folder: string;
  /** Starts a process that ends with the work at the latest. */
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

/** Works in a new folder, and removes it and every process afterwards, even after a failure or a stop signal. */
export async function inScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-bench-'));
  const running = new Set<ChildProcess>();
  const clear = () => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = () => process.exit(1);
  process.once('exit', clear).once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work({
      folder,
      spawn(program, args, options) {
        const child = spawn(program, args, options);
        running.add(child);
        // If the program is missing, the child emits no exit event.
        child.once('exit', () => running.delete(child)).once('error', () => running.delete(child));
        return child;
      },
    });
  } finally {
    await Promise.all([...running].map((child) => ended(child, 'SIGKILL')));
    process.off('exit', clear).off('SIGINT', stop).off('SIGTERM', stop);
    clear();
  }
}

/** Sends a process a signal, and resolves when it has ended. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
