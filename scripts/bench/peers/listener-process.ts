import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { spawnSync } from 'node:child_process';

import { PAGE_ENDPOINTS } from '../../../src/contract/page-endpoints.ts';
import { NODE, ROOT } from '../../tools/child-process.ts';
import { ended, type Scratch } from '../scratch.ts';

/** A generous allowance for other open files. */
const OTHER_FILES = 500;

/** Many change listeners, in a separate process. */
export interface Listeners {
  /** The number of changes they have received in total. */
  told(): Promise<number>;
  stop(): Promise<void>;
}

/** Opens event streams of the live server and reads them; resolves once all are open. */
export async function startListeners(scratch: Scratch, url: string, count: number): Promise<Listeners> {
  const { hostname, port } = new URL(url);
  const child = scratch.spawn(NODE, ['scripts/bench/peers/listeners.ts', hostname, port, PAGE_ENDPOINTS.allChanges.path, String(count)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The process of the listeners ended.');
  });
  gone.catch(() => {});
  const line = () => Promise.race([once(lines, 'line') as Promise<[string]>, gone]);
  await line();
  return {
    async told() {
      child.stdin!.write('\n');
      const [text] = await line();
      return Number(text);
    },
    stop: () => ended(child, 'SIGTERM'),
  };
}

/** The reason why so many streams cannot be opened here, if any. Node.js raises the limit of open files by itself as far as allowed. */
export function whyNoListeners(count: number): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -H -n'], { encoding: 'utf8' });
  const mostFiles = stdout.trim() === 'unlimited' ? Infinity : Number(stdout);
  if (mostFiles >= count + OTHER_FILES) return undefined;
  return `a process may open ${mostFiles} files here: raise it with "ulimit -H -n ${count + OTHER_FILES}" as root`;
}
