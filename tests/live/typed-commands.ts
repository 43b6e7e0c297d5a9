import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

import { type LiveServer, startLive } from '../../src/main/serve/start-live.ts';
import { parseLiveSettings } from '../../src/server/operation/live-settings.ts';
import { run } from '../../src/cli/run.ts';

const PROGRAM = join(import.meta.dirname, '../../src/cli/laurels.ts');

/** The result of a command. */
interface Typed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A data folder, and commands run on it. */
export interface TypedCommands {
  /** The clock of commands and server, in epoch milliseconds. */
  now: number;
  /** The working folder of commands. */
  readonly folder: string;
  /** The data folder: `data`, in the working folder. */
  readonly data: string;
  /** Runs a command as the program does. */
  laurels(...args: string[]): Promise<Typed>;
  /** Starts the program itself, with the machine's clock. */
  started(...args: string[]): { readonly pid: number; readonly kill: () => void; readonly ended: Promise<Typed> };
  /** Writes a file into the working folder, and returns its name. */
  file(name: string, text: string): string;
  /** Starts a server on the data, which ends with the test. */
  serve(): Promise<LiveServer>;
  stop(): Promise<void>;
}

/** Gives each test a new folder, whose clock begins at `now`. */
export function useCommands(now: number, env: Readonly<Record<string, string>> = {}): TypedCommands {
  let folder: string;
  let server: LiveServer | undefined;
  const settings = () => ({ LAURELS_DATA: typed.data, ...env });
  const typed: TypedCommands = {
    now,
    get folder() {
      return folder;
    },
    get data() {
      return join(folder, 'data');
    },
    async laurels(...args) {
      let out = '';
      let err = '';
      const code = await run(args, {
        stdout: { write: (text) => (out += text) },
        stderr: { write: (text) => (err += text) },
        env: settings(),
        cwd: folder,
        clock: () => typed.now,
      });
      return { code, out, err };
    },
    started(...args) {
      const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...settings() }, cwd: folder });
      let out = '';
      let err = '';
      child.stdout.on('data', (text) => (out += text));
      child.stderr.on('data', (text) => (err += text));
      const ended = once(child, 'close').then(([code]: unknown[]) => ({ code: code as number, out, err }));
      return { pid: child.pid!, kill: () => void child.kill('SIGKILL'), ended };
    },
    file(name, text) {
      writeFileSync(join(folder, name), text);
      return name;
    },
    async serve() {
      const parsed = parseLiveSettings({ PORT: '0', LAURELS_THREADS: '1', LAURELS_RATE_LIMIT: 'off', ...settings() });
      const { folder: backups } = parsed.backup;
      server = await startLive({
        // Like the program, which is started in the working folder.
        settings: { ...parsed, backup: { ...parsed.backup, folder: backups && join(folder, backups) } },
        pages: () => () => Promise.reject(new Error('no pages are asked for')),
        headers: [],
        clock: () => typed.now,
        steady: () => typed.now,
        log: () => {},
      });
      return server;
    },
    async stop() {
      await server?.stop();
      server = undefined;
    },
  };

  beforeEach(() => {
    typed.now = now;
    folder = mkdtempSync(join(tmpdir(), 'laurels-typed-'));
  });

  afterEach(async () => {
    await typed.stop();
    rmSync(folder, { recursive: true });
  });

  return typed;
}
