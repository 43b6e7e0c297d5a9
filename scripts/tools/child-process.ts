import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/** Signals that stop a program: Ctrl-C, a process manager, a closed terminal. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The project's own Node.js, which runs TypeScript directly. */
export const NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Runs `NODE` with `args` in the project's folder with our stdio, and waits for it to end. Forwards stop signals, so that no child outlives
 * us.
 *
 * @returns the exit code; 1 if a signal ended it.
 * @throws {Error} if it cannot be started.
 */
export function runNode(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, args, { cwd: ROOT, env, stdio: 'inherit' });
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    const release = () => {
      for (const each of STOP_SIGNALS) process.off(each, forward);
    };
    for (const each of STOP_SIGNALS) process.on(each, forward);
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code) => {
      release();
      resolve(code ?? 1);
    });
  });
}
