import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

import type { ApiOverview } from '../../contract/running-server.ts';

/** Disk space of a data folder, and the size of its files. */
export type DiskRoom = NonNullable<ApiOverview['disk']>;

/** Measures a data folder and its disk. Free space is what this user can use. Rejects if the folder is missing. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { blocks, bsize } = await statfs(folder);
  return { freeBytes: await freeBytes(folder), totalBytes: blocks * bsize, databaseBytes: folderBytes(folder) };
}

/** The free space of a folder's disk that this user can use. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function folderBytes(folder: string): number {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
