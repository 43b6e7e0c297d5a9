// The client for web games, as published.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type * as z from 'zod/mini';

import type * as Published from '../clients/web/src/contract.ts';
import { buildClient } from '../scripts/build/client.ts';
import { clientTypes } from '../scripts/build/client-types.ts';
import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import type { AnswerTo, ENDPOINTS } from '../src/contract/api.ts';
import type { Addressed, Sent } from '../src/contract/endpoint.ts';

const project = mkdtempSync(join(tmpdir(), 'laurels-client-'));
const folder = join(project, 'node_modules/laurels-client');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

beforeAll(() => buildClient(folder));
afterAll(() => rmSync(project, { recursive: true }));

test('the package is at most 3 kB, has no dependencies, and contains the files named in its manifest', () => {
  const { version, dependencies, peerDependenciesMeta, exports } = JSON.parse(read('package.json'));
  expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
  expect(dependencies).toBeUndefined();
  expect(peerDependenciesMeta).toEqual({ react: { optional: true } });
  const named = Object.values<Record<string, string>>(exports).flatMap((each) => Object.values(each).map((path) => path.replace('./', '')));
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([...named, 'README.md', 'LICENSE']));
  for (const file of readdirSync(folder).filter((name) => name !== 'README.md'))
    expect(read(file)).not.toMatch(/from\s*["'](?!\.\/[\w-]+\.js["']|react["'])/);
  const bytes = brotliCompressSync(read('laurels-client.js')).length;
  console.log(`laurels-client: ${bytes} B, with brotli; at most 3,000`);
  expect(bytes).toBeLessThanOrEqual(3000);
  expect(read('laurels-client.js')).not.toMatch(/\breact\b/);
});

test('its types compile without other packages', () => {
  const game = `
    import { createLaurels, LaurelsProblem, type Rankings } from 'laurels-client';
    import { useBoard } from 'laurels-client/react';
    const laurels = createLaurels({ url: 'https://scores.example', key: 'lk_', onFinished: ({ outcome }) => outcome satisfies string });
    export async function play(): Promise<string> {
      const finished = await (await laurels.begin('main')).finish(12, { activity: 'run' });
      return finished.outcome === 'counted' ? String(finished.report.periods[0]?.rank) : finished.reason;
    }
    export const board: Rankings | undefined = useBoard(laurels, 'main', { period: 'weekly', limit: 3 }).rankings;
    // @ts-expect-error -- no such period
    void laurels.rankings('main', { period: 'yearly' });
    export const status = (error: unknown) => (error instanceof LaurelsProblem ? error.errors[0]?.field : undefined);
  `;
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/game.ts'), game);
  const strict = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    lib: ['ES2024', 'DOM'],
    moduleResolution: 'bundler',
    module: 'ESNext',
    types: [],
  };
  const config = join(project, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions: strict, include: ['src'] }));
  const { stdout } = spawnSync(NODE, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config], { cwd: project, encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('its types match the endpoint table', () => {
  expect(readFileSync(join(ROOT, 'clients/web/src/contract.ts'), 'utf8'), 'run npm run build:client').toBe(clientTypes());
});

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
type Same<A, B> = [Frozen<A>, Frozen<B>] extends [Frozen<B>, Frozen<A>] ? true : never;
type Finish = AnswerTo<'finishPlay'>;

// Checked by the compiler.
({
  Guest: true,
  LeftBoard: true,
  GuestData: true,
  GuestEvents: true,
  MergeProposal: true,
  BegunPlay: true,
  FinishBody: true,
  Report: true,
  HeldReport: true,
  Rankings: true,
  RankingsQuery: true,
  Profile: true,
}) satisfies {
  readonly Guest: Same<Published.Guest, AnswerTo<'createGuest'>>;
  readonly LeftBoard: Same<Published.LeftBoard, AnswerTo<'leaveBoard'>>;
  readonly GuestData: Same<Published.GuestData, AnswerTo<'guestData'>>;
  readonly GuestEvents: Same<Published.GuestEvents, AnswerTo<'guestEvents'>>;
  readonly MergeProposal: Same<Published.MergeProposal, AnswerTo<'proposeMerge'>>;
  readonly BegunPlay: Same<Published.BegunPlay, AnswerTo<'beginPlay'>>;
  readonly FinishBody: Same<Published.FinishBody, Sent<z.input<(typeof ENDPOINTS)['finishPlay']['body']>>>;
  readonly Report: Same<Published.Report, Extract<Finish, { readonly periods: unknown }>>;
  readonly HeldReport: Same<Published.HeldReport, Extract<Finish, { readonly outcome: 'held' }>>;
  readonly Rankings: Same<Published.Rankings, AnswerTo<'rankings'>>;
  readonly RankingsQuery: Same<Published.RankingsQuery, NonNullable<Addressed<(typeof ENDPOINTS)['rankings']>['query']>>;
  readonly Profile: Same<Published.Profile, AnswerTo<'player'>>;
};
