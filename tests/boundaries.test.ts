// The rule of ARCHITECTURE.md: imports point inward, between layers and between the rooms of a layer. Plants every possible violation and
// expects its check to report exactly that line: a check that reads nothing would accept everything. All are planted at once, so that each
// check runs once.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import { forbiddenTo, layerOf, PACKAGE_RULES, pathBetween, ROOMS, standsFor, type Room } from '../scripts/tools/rooms.ts';

/** A line of code that a check must reject, and a part of its message. */
interface Violation {
  readonly folder: string;
  readonly code: string;
  readonly lesson: string;
}

const SOURCES = new Set(
  readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(?:test|suite)\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, 'src/').length).replaceAll('\\', '/')),
);

function someFileOf({ folder }: Room): string {
  const file = [...SOURCES].find((source) => source.startsWith(`${folder}/`) && !source.slice(folder.length + 1).includes('/'));
  if (file === undefined) throw new Error(`The map of rooms names ${folder}, and no file is there.`);
  return file.slice(folder.length + 1);
}

/** Examples of forbidden packages. */
const REFUSED = ['node:fs', 'zod', 'react', 'react-dom/server', 'hono'];

const ROOM_VIOLATIONS = ROOMS.flatMap((room) =>
  forbiddenTo(room)
    .filter((other) => other.folder !== 'web/styles')
    .map((other): Violation => ({
      folder: room.folder,
      code: `import '${pathBetween(room, other)}/${someFileOf(other)}';`,
      lesson: `${room.folder} is ${room.holds}. ${other.folder} is ${other.holds}.`,
    })),
);

const PACKAGE_VIOLATIONS = ROOMS.flatMap((room) =>
  PACKAGE_RULES.filter(({ layer }) => layer === layerOf(room)).flatMap(({ refused, because }) =>
    REFUSED.filter((name) => new RegExp(refused).test(name)).map((name): Violation => ({
      folder: room.folder,
      code: `import '${name}';`,
      lesson: because,
    })),
  ),
);

const TIME_VIOLATIONS: readonly Violation[] = [
  { folder: 'domain', code: 'export const now = () => Date.now();', lesson: 'Time is an argument in domain' },
  { folder: 'domain', code: 'export const today = () => new Date();', lesson: 'Time is an argument in domain' },
  { folder: 'domain/earning', code: 'export const chance = () => Math.random();', lesson: 'Chance is an argument in domain' },
];

/** Code that must not compile in `domain`, and dynamic imports that would leave their layers. */
const COMPILER_VIOLATIONS: readonly Violation[] = [
  { folder: 'domain', code: 'export const width = window.innerWidth;', lesson: "'window'" },
  { folder: 'domain', code: 'export const title = document.title;', lesson: "'document'" },
  { folder: 'domain', code: "export const answer = fetch('/');", lesson: "'fetch'" },
  { folder: 'domain', code: 'setTimeout(() => undefined, 1);', lesson: "'setTimeout'" },
  { folder: 'domain', code: "export const files = import('node:fs');", lesson: "'node:fs'" },
  { folder: 'domain', code: 'export const zone = process.env;', lesson: "'process'" },
  { folder: 'domain', code: "console.log('hello');", lesson: "'console'" },
  { folder: 'domain', code: "export const later = () => import('../contract/view.ts');", lesson: 'TS6307' },
  { folder: 'contract', code: "export const later = () => import('../server/operation/port.ts');", lesson: 'TS6307' },
  { folder: 'web/ui', code: "export const later = () => import('../../server/operation/port.ts');", lesson: 'TS6307' },
  { folder: 'server/http', code: "export const later = () => import('../../web/ui/when-idle.ts');", lesson: 'TS6307' },
  { folder: 'sample', code: "export type Later = typeof import('../web/ui/when-idle.ts');", lesson: 'TS6307' },
];

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'laurels-boundaries-'));
  for (const part of ['src', 'scripts', 'tsconfig.base.json', 'oxlint.config.ts', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  // Packages are linked one by one: compiler output goes below node_modules/.cache, so the copy needs its own.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
});

afterAll(() => rmSync(copy, { recursive: true }));

/** Runs a tool of the project in the copy and returns its output. */
function said(program: string, ...args: string[]): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(NODE, [join(ROOT, 'node_modules', program), ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: status, text: stdout + stderr };
}

function lint(): readonly { readonly place: string; readonly message: string }[] {
  const { diagnostics } = JSON.parse(said('oxlint/bin/oxlint', '--format=json', 'src').text) as {
    diagnostics: { filename: string; message: string; help?: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ filename, message, help, labels }) => ({
    place: `${filename.replaceAll('\\', '/')}:${labels[0]?.span.line}`,
    message: `${message} ${help ?? ''}`,
  }));
}

/** Writes one file per folder, a violation per line, and returns their locations. */
function plant(violations: readonly Violation[]): ReadonlyMap<Violation, string> {
  const places = new Map<Violation, string>();
  for (const [folder, ofFolder] of Map.groupBy(violations, (violation) => violation.folder)) {
    const file = `src/${folder}/planted.ts`;
    writeFileSync(join(copy, file), `${ofFolder.map(({ code }) => code).join('\n')}\n`);
    for (const [i, violation] of ofFolder.entries()) places.set(violation, `${file}:${i + 1}`);
  }
  return places;
}

function uproot(violations: readonly Violation[]): void {
  for (const folder of new Set(violations.map((violation) => violation.folder))) rmSync(join(copy, 'src', folder, 'planted.ts'));
}

test('every file of src is in a room of the map', () => {
  const rooms = new Set(ROOMS.map(({ folder }) => folder));
  expect([...SOURCES].filter((file) => !rooms.has(file.slice(0, file.lastIndexOf('/'))))).toEqual([]);
});

test('the map has no cycles: each room uses only rooms that come before it', () => {
  const back = ROOMS.flatMap((room, i) =>
    ROOMS.slice(i + 1).flatMap((later) =>
      room.uses.some((used) => standsFor(used, later)) ? [`${room.folder} uses ${later.folder}`] : [],
    ),
  );
  expect(back).toEqual([]);
});

test('every layer compiles without violations', () => {
  expect(said('typescript/bin/tsc', '-b', ...layers())).toMatchObject({ code: 0 });
});

describe('lint reports', () => {
  const violations = [...ROOM_VIOLATIONS, ...PACKAGE_VIOLATIONS, ...TIME_VIOLATIONS];
  let places: ReturnType<typeof plant>;
  let found: ReturnType<typeof lint>;

  beforeAll(() => {
    places = plant(violations);
    found = lint();
    return () => uproot(violations);
  });

  test.each(ROOMS.map(({ folder }) => folder))('in %s: every import that the map forbids, with an alternative', (folder) => {
    const missed = violations.filter(
      (violation) =>
        violation.folder === folder &&
        !found.some(({ place, message }) => place === places.get(violation) && message.includes(violation.lesson)),
    );
    expect(missed).toEqual([]);
  });

  test('no other violations', () => {
    expect(violations.length).toBeGreaterThan(500);
    expect(found.filter(({ place }) => !place.includes('/planted.ts'))).toEqual([]);
  });
});

describe('the compiler reports', () => {
  let places: ReturnType<typeof plant>;
  let errors: string[];

  beforeAll(() => {
    places = plant(COMPILER_VIOLATIONS);
    errors = said('typescript/bin/tsc', '-b', '--pretty', 'false', ...layers()).text.split('\n');
    return () => uproot(COMPILER_VIOLATIONS);
  });

  test.each(COMPILER_VIOLATIONS.map((violation) => [violation.folder, violation.code, violation] as const))(
    'in %s: %s',
    (_folder, _code, violation) => {
      const [file, line] = places.get(violation)!.split(':');
      expect(errors.filter((error) => error.includes(`${file}(${line},`)).join('\n')).toContain(violation.lesson);
    },
  );
});

function layers(): readonly string[] {
  return [...new Set(ROOMS.map(layerOf))].map((layer) => `src/${layer}`);
}
