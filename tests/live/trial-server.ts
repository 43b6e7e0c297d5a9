import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { ROLES } from '../../src/contract/role.ts';
import { type LiveParts, type LiveServer, startLive } from '../../src/main/serve/start-live.ts';
import { ApiKeys } from '../../src/server/operation/keys/api-keys.ts';
import { keysFile } from '../../src/server/operation/keys/keys-file.ts';
import { parseLiveSettings } from '../../src/server/operation/live-settings.ts';
import { Problem } from '../../src/server/http/problem.ts';
import type { FedStep } from '../../src/server/store/held/log-step.ts';
import { securityHeaders } from '../../src/server/http/security-headers.ts';

/** The time at which a trial begins: noon of a Wednesday in the middle of a month. */
export const TRIAL_NOW = Date.parse('2026-12-16T12:00:00Z');

/** The clock of a trial server: runs from {@link TRIAL_NOW}, in epoch milliseconds. */
export const trialClock = () => TRIAL_NOW + Math.floor(performance.now());

/** Kinds of callers. `none`: without a key; `unknown`: with one that was never issued. */
export const CALLERS = ['none', 'unknown', 'revoked', ...ROLES] as const;

export type Caller = (typeof CALLERS)[number];

/** A live server on loopback and a free port, on a temporary folder, with a key of every kind. */
export interface TrialServer {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** The URL of its metrics, if LAURELS_METRICS is set. */
  readonly metricsUrl: string | undefined;
  /** By role; `none` has no key. */
  readonly keys: Readonly<Record<Exclude<Caller, 'none'>, string>>;
  /** Unexpected log lines; empty as long as nothing goes wrong. */
  readonly logged: readonly string[];
  /** Posts an event or a batch with the key that has write access. */
  post(body: object): Promise<Response>;
  /** The number of other threads listening. */
  listening(): number;
  /** Makes all other threads end with an error. */
  failThreads(): void;
  readonly inviteFirst: LiveServer['inviteFirst'];
  readonly renewFirst: LiveServer['renewFirst'];
  /** Stops the server and leaves its folder. */
  stop(): Promise<void>;
  /** Stops the server and deletes the folder. */
  discard(): Promise<void>;
}

const NO_PAGES: Pick<LiveParts, 'pages' | 'files' | 'build' | 'draw' | 'onAnswered' | 'isOnTerminal'> & Partial<Pick<LiveParts, 'log'>> = {
  pages: () => () => Promise.reject(new Problem('not-found', 'There are no pages here.')),
};

/** As in an ordinary trial run, with the environment of the tests. */
const THREADS = { LAURELS_THREADS: process.env['LAURELS_THREADS'] ?? '1' };

/** A step that no state accepts. */
export const IMPOSSIBLE: FedStep = {
  kind: 'changed',
  position: Number.MAX_SAFE_INTEGER,
  change: { kind: 'closed', period: 1_000_000, at: 0, standings: 0, unshown: 0 },
  totals: [],
  standings: [],
};

/** The expected log lines for a new folder, ended days, and operators' actions. */
const EXPECTED = /^Created a new database|^Operator action|^Closed on /;

/** Starts one, by default without pages and with its own log; `env` is as an operator sets it. By default there are no rate limits. */
export async function startTrialServer(
  env: Readonly<Record<string, string>> = {},
  pages = NO_PAGES,
  clock = trialClock,
  steady = clock,
): Promise<TrialServer> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-trial-'));
  const made = new ApiKeys(keysFile(folder));
  const keys = {
    unknown: `lk_${'u'.repeat(43)}`,
    revoked: await made.add('revoked', 'owner', TRIAL_NOW),
    read: await made.add('read', 'read', TRIAL_NOW),
    play: await made.add('play', 'play', TRIAL_NOW),
    write: await made.add('write', 'write', TRIAL_NOW),
    viewer: await made.add('viewer', 'viewer', TRIAL_NOW),
    moderator: await made.add('moderator', 'moderator', TRIAL_NOW),
    operator: await made.add('operator', 'operator', TRIAL_NOW),
    owner: await made.add('owner', 'owner', TRIAL_NOW),
  };
  await made.revoke('revoked', TRIAL_NOW);
  const logged: string[] = [];
  const server = await startLive({
    settings: parseLiveSettings({ PORT: '0', LAURELS_DATA: folder, LAURELS_RATE_LIMIT: 'off', ...THREADS, ...env }),
    headers: securityHeaders({ scriptHashes: [], styleHashes: [] }),
    clock,
    steady,
    isOnTerminal: true,
    log: (text, facts) => void (facts?.level === 'debug' || EXPECTED.test(text) || logged.push(text)),
    ...pages,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop());
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    folder,
    metricsUrl: server.metricsUrl,
    keys,
    logged,
    post: (body) =>
      fetch(server.url + targetOf(ENDPOINTS.submitPoints, {}), {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.write}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    inviteFirst: server.inviteFirst,
    renewFirst: server.renewFirst,
    listening: () => server.readers?.listening.length ?? 0,
    failThreads: () => server.readers!.send({ kind: 'steps', steps: [IMPOSSIBLE] }),
    stop,
    async discard() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
