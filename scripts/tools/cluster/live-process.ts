import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { NODE, ROOT } from '../child-process.ts';
import { freePort } from '../free-port.ts';

const ENDS_WITH_US = fileURLToPath(new URL('ends-with-us.ts', import.meta.url));

/** A live server in a separate process, on a loopback port that survives restarts. */
export interface LiveProcess {
  readonly url: string;
  /** The current process's id. */
  readonly pid: number;
  /** Everything it wrote to stderr. */
  readonly errors: string;
  /** Resolves to the reason why the current process ended. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Restarts it after it has ended. Rejects with its output if it does not start. */
  start(): Promise<void>;
  /** Sends a signal, and waits for the end. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts a process that ends with ours. `env` is added to our environment. Rejects with its output if it does not start. */
export async function startLiveProcess(env: NodeJS.ProcessEnv): Promise<LiveProcess> {
  const port = await freePort();
  let child: ChildProcess;
  let errors = '';
  let ended: Promise<number | NodeJS.Signals>;

  async function start(): Promise<void> {
    child = spawn(NODE, ['--import', ENDS_WITH_US, 'src/laurels.mjs', 'serve'], {
      cwd: ROOT,
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LAURELS_LOG: 'info,text', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Its own process group: Ctrl+C reaches only us, and we end it in time.
      detached: true,
    });
    const own = child;
    ended = once(own, 'exit').then(([code, signal]: (number | NodeJS.Signals)[]) => signal ?? code!);
    const before = errors.length;
    own.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const said = await Promise.race([once(own.stdout!, 'data'), ended]);
    if (!Array.isArray(said)) throw new Error(`The live server does not start: ${errors.slice(before)}`);
    own.stdout!.resume();
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child.pid!;
    },
    get errors() {
      return errors;
    },
    get ended() {
      return ended;
    },
    start,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
