import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

const serverSchema = z.object({ pid: z.int(), url: z.string(), token: z.string(), startedAt: z.iso.datetime() });

/** A server that runs on a data folder, as it tells programs of the same user. `token` works as a key while it runs. */
export type RunningServer = z.infer<typeof serverSchema>;

/**
 * Tells programs of the same user, in `server.json` of the data folder, where the server is and a token for it,
 * new at every start. The file is readable by its owner alone.
 */
export function announceServer(folder: string, url: string, now: number): { isToken(text: string): boolean; withdraw(): void } {
  const file = join(folder, 'server.json');
  const token = `local_${randomBytes(32).toString('base64url')}`;
  const server: RunningServer = { pid: process.pid, url, token, startedAt: new Date(now).toISOString() };
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
  const expected = Buffer.from(token);
  return {
    isToken: (text) => {
      const given = Buffer.from(text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    withdraw: () => rmSync(file, { force: true }),
  };
}

/** The server that runs on a data folder, if one says so and its process is there: what a killed one left behind does not count. */
export function runningServer(folder: string): RunningServer | undefined {
  let server: RunningServer;
  try {
    server = serverSchema.parse(JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')));
  } catch {
    return undefined;
  }
  try {
    process.kill(server.pid, 0);
    return server;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? server : undefined;
  }
}
