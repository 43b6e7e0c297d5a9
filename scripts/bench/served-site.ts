import { spawn } from 'node:child_process';

import { NODE, ROOT } from '../tools/child-process.ts';

/** A built site on its own local server. */
export interface ServedSite {
  /** Its URL, with the trailing slash. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** How long the server may take to start listening, in milliseconds. */
const START_LIMIT_MS = 10_000;

/**
 * Serves the build in `folder` (relative to the project's folder) as `npm start` does, on a free port. Uses a separate process, so that its
 * work does not slow the measuring one.
 *
 * @throws {Error} if it does not start, which has been logged by then.
 */
export async function serveBuild(folder: string): Promise<ServedSite> {
  const server = spawn(NODE, ['src/main/serve/sample-server.ts'], {
    cwd: ROOT,
    env: { ...process.env, BUILD_DIR: folder, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill();
    await ended;
  };
  try {
    return { address: await addressOf(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Keeps reading after the URL: a full pipe would block the server. */
function addressOf(server: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The server did not listen within ${START_LIMIT_MS} ms.`)), START_LIMIT_MS);
    let said = '';
    server.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /http:\/\/[^/]+:(\d+)\//.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(`http://127.0.0.1:${port}/`);
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The server ended with exit code ${code}.`)));
  });
}
