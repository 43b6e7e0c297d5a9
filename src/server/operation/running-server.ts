import { randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { withAdvice } from '../store/sqlite/file/disk-advice.ts';

/** Identifies the folder: a copy has another inode, another path, or both. */
const folderSchema = z.object({ path: z.string(), device: z.string(), inode: z.string() });

const serverSchema = z.object({ pid: z.int(), url: z.string(), token: z.string(), startedAt: z.iso.datetime(), folder: folderSchema });

/** A running server, as announced to programs of the same user. `token` works as a key while it runs. */
export type RunningServer = z.infer<typeof serverSchema>;

/**
 * Announces the server's URL and a fresh token in `server.json` of the data folder. Only the owner can read the file, and a
 * copy of it in another folder is ignored.
 * @throws {Error} with advice, if it cannot be written.
 */
export function announceServer(folder: string, url: string, now: number) {
  const file = join(folder, 'server.json');
  const token = `local_${randomBytes(32).toString('base64url')}`;
  let opened = openedFolder(folder);
  const here = identityOf(folder);
  const server: RunningServer = { pid: process.pid, url, token, startedAt: new Date(now).toISOString(), folder: here };
  try {
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw withAdvice(error, folder);
  }
  const expected = Buffer.from(token);
  return {
    /** Whether this is the token, and the folder has not moved. */
    isToken(text: string): boolean {
      const given = Buffer.from(text);
      return given.length === expected.length && timingSafeEqual(given, expected) && isSame(here, folder);
    },
    /** Idempotent. */
    withdraw(): void {
      if (isSame(here, folder)) rmSync(file, { force: true });
      if (opened !== undefined) closeSync(opened);
      opened = undefined;
    },
  };
}

/** The server running on a data folder. Ignores announcements of killed servers and of copied folders. */
export function runningServer(folder: string): RunningServer | undefined {
  let server: RunningServer;
  try {
    server = serverSchema.parse(JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')));
  } catch {
    return undefined;
  }
  if (!isSame(server.folder, folder)) return undefined;
  try {
    process.kill(server.pid, 0);
    return server;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? server : undefined;
  }
}

/** Keeps the folder open, so that its inode is not reused. Not supported on every system. */
function openedFolder(folder: string): number | undefined {
  try {
    return openSync(folder, 'r');
  } catch {
    return undefined;
  }
}

function identityOf(folder: string): RunningServer['folder'] {
  const { dev, ino } = statSync(folder, { bigint: true });
  return { path: realpathSync(folder), device: String(dev), inode: String(ino) };
}

function isSame({ path, device, inode }: RunningServer['folder'], folder: string): boolean {
  try {
    const there = identityOf(folder);
    return there.path === path && there.device === device && there.inode === inode;
  } catch {
    return false;
  }
}
