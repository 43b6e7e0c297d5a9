import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** How long whoever holds a claim may take to say who it is. */
const ANSWER_PATIENCE_MS = 1000;

/** The right to write to a database file; see {@link claimDatabase}. */
export interface DatabaseClaim {
  release(): void;
}

/**
 * Claims a database file for this process, under the number that the file has on its disk. The lock of the data folder is a
 * file, which somebody may delete while a server runs; and two folders may have links to one database. This claim is a
 * name that the operating system keeps, and nobody can delete it. It ends with the process.
 *
 * Only Linux has such names, for each network namespace. Elsewhere, and between containers, the lock file alone decides.
 * @throws {Error} naming the process, if another one (or this one) writes to the file.
 */
export async function claimDatabase(file: string): Promise<DatabaseClaim> {
  if (process.platform !== 'linux') return { release: () => {} };
  const { dev, ino } = statSync(file, { bigint: true });
  const name = `\0laurels-database-${dev}-${ino}`;
  const holder = createServer((asking) => {
    asking.on('error', () => {});
    asking.end(String(process.pid));
  });
  holder.unref();
  try {
    holder.listen(name);
    await once(holder, 'listening');
  } catch (error) {
    // Where such names are forbidden the lock file is what there is.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return { release: () => {} };
    throw new Error(`The database ${file} is in use by ${await holderOf(name)}. Stop that process, or choose another folder.`, {
      cause: error,
    });
  }
  return { release: () => void holder.close() };
}

async function holderOf(name: string): Promise<string> {
  const asking = connect(name);
  asking.setTimeout(ANSWER_PATIENCE_MS, () => asking.destroy(new Error('no answer')));
  try {
    const pid = Number.parseInt(await text(asking), 10);
    return pid > 0 ? `process ${pid}` : 'another process';
  } catch {
    // It ends just now, or has no time to answer.
    return 'another process';
  }
}
