import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/** What tells a program to stop: Ctrl-C, whoever runs it, a terminal that is closed. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The Node.js the project brings along, which runs TypeScript as it is. */
export const NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Runs `NODE` with `args` in the project's folder, its input and output being ours, and waits for its end.
 * A signal to stop is passed on, so that no child outlives us.
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
