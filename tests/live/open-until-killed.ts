// A child process: opens the database of a data folder, as a server does, and ends by SIGKILL at the n-th thing that it does to files
// or to the database. If it lives on it says how many things those were. Arguments: the folder, and n; 0: never.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const [folder = '', at = ''] = process.argv.slice(2);
let done = 0;

function dying<Owner extends object>(owner: Owner, ...methods: readonly (keyof Owner & string)[]): void {
  for (const method of methods) {
    const real = owner[method] as (...given: unknown[]) => unknown;
    const counted = function (this: unknown, ...given: unknown[]): unknown {
      done += 1;
      if (done === Number(at)) process.kill(process.pid, 'SIGKILL');
      return Reflect.apply(real, this, given);
    };
    Object.defineProperty(owner, method, { value: counted, configurable: true, writable: true });
  }
}

dying(DatabaseSync.prototype, 'exec', 'close');
dying(StatementSync.prototype, 'run');
dying(fs, 'chmodSync', 'fsyncSync', 'renameSync', 'rmSync');
syncBuiltinESMExports();

// Only now: what it imports finds the functions that count.
const { openSqliteStore } = await import('../../src/server/store/sqlite/sqlite-store.ts');
const store = await openSqliteStore(folder, { onThread: true });
const steps = done;
await store.close();
fs.writeSync(1, `${steps}\n`);
