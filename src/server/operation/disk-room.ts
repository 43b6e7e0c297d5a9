import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

import type { ApiOverview } from '../../contract/running-server.ts';

/** How much room the disk of a data folder has, and what the files of the folder take of it. */
export type DiskRoom = NonNullable<ApiOverview['disk']>;

/** Looks at a data folder and its disk. Free is what this user may still write. Rejects if the folder is gone. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, databaseBytes: folderBytes(folder) };
}

/** How large the files in a folder are. */
export function folderBytes(folder: string): number {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
