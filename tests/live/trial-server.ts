import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import { ROLES } from '../../src/contract/role.ts';
import { type LiveParts, startLive } from '../../src/main/serve/start-live.ts';
import { ApiKeys } from '../../src/server/operation/keys/api-keys.ts';
import { keysFile } from '../../src/server/operation/keys/keys-file.ts';
import { parseLiveSettings } from '../../src/server/operation/live-settings.ts';
import { Problem } from '../../src/server/http/problem.ts';
import { securityHeaders } from '../../src/server/http/security-headers.ts';

/** When a trial begins, whatever the hour is outside: noon of a Wednesday in the middle of a month. */
export const TRIAL_NOW = Date.parse('2026-12-16T12:00:00Z');

/** The time of a trial server: goes on from {@link TRIAL_NOW}, in epoch milliseconds. */
export const trialClock = () => TRIAL_NOW + Math.floor(performance.now());

/** What somebody who asks may have to show. `none`: nothing at all; `unknown` was never given out. */
export const CALLERS = ['none', 'unknown', 'revoked', ...ROLES] as const;

export type Caller = (typeof CALLERS)[number];

/** A live server on loopback and a free port, on a throw-away folder, that knows a key of every kind. */
export interface TrialServer {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Where its figures are, if LAURELS_METRICS is set. */
  readonly metricsUrl: string | undefined;
  /** By role; `none` has no key. */
  readonly keys: Readonly<Record<Exclude<Caller, 'none'>, string>>;
  /** What the server had to say beside what it always says; nothing, as long as nothing went wrong. */
  readonly logged: readonly string[];
  /** Posts points, of one event or of a batch, with the key that may write. */
  post(body: object): Promise<Response>;
  /** Stops the server and leaves the folder. */
  stop(): Promise<void>;
  /** Stops the server and throws the folder away. */
  discard(): Promise<void>;
}

const NO_PAGES: Pick<LiveParts, 'pages' | 'files' | 'onAnswered'> & Partial<Pick<LiveParts, 'log'>> = {
  pages: () => () => Promise.reject(new Problem('not-found', 'There are no pages here.')),
};

/** What a server says of a new folder, of every day that ends, and of what operators do. */
const EXPECTED = /^Created a new database|^Operator action|^Closed on /;

/** Starts one, without pages unless they are given, and with a log of its own unless that is; `env` is as an operator sets it. Unless set there, nothing is limited. */
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
    write: await made.add('write', 'write', TRIAL_NOW),
    viewer: await made.add('viewer', 'viewer', TRIAL_NOW),
    moderator: await made.add('moderator', 'moderator', TRIAL_NOW),
    operator: await made.add('operator', 'operator', TRIAL_NOW),
    owner: await made.add('owner', 'owner', TRIAL_NOW),
  };
  await made.revoke('revoked', TRIAL_NOW);
  const logged: string[] = [];
  const server = await startLive({
    settings: parseLiveSettings({ PORT: '0', LAURELS_DATA: folder, LAURELS_RATE_LIMIT: 'off', ...env }),
    headers: securityHeaders({ scriptHashes: [], styleHashes: [] }),
    clock,
    steady,
    log: (text) => void (EXPECTED.test(text) || logged.push(text)),
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
    stop,
    async discard() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
