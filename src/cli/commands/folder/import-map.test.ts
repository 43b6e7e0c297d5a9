import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { csvRecords } from '../../../contract/files/csv.ts';
import { run } from '../../run.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples/moving');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-map-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function laurels(...args: string[]) {
  let out = '';
  let err = '';
  const io = { env: { LAURELS_DATA: join(folder, 'data') }, cwd: folder, clock: () => NOW };
  const code = await run(args, { ...io, stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } });
  return { code, out, err };
}

test.each([
  [
    'talo',
    'csv',
    ['--unit', 'time'],
    [
      ['1', '88060', '44661821', '44661821'],
      ['2', '90400', 'ada, the first', 'ada, the first'],
      ['3', '93218', '11133645', '11133645'],
    ],
  ],
  [
    'playfab',
    'json',
    ['--scoring', 'best'],
    [
      ['1', '5120', '10931252888739651331', 'Grace'],
      ['2', '4700', '4F3C2A9B1D7E6085', 'Ada'],
      ['3', '12', '9A0B1C2D3E4F5061', '9A0B1C2D3E4F5061'],
    ],
  ],
  [
    'nakama',
    'json',
    ['--scoring', 'best'],
    [
      ['1', '8200', 'linus', 'linus'],
      ['2', '7600', 'ada', 'ada'],
    ],
  ],
])('the %s example is imported as documented, idempotently, with its ranks', async (service, kind, options, ranks) => {
  const file = join(EXAMPLES, `${service}.${kind}`);
  const map = join(EXAMPLES, `${service}.mapping.json`);
  expect(await laurels('boards', 'add', service, ...options)).toMatchObject({ code: 0 });
  expect(await laurels('import', file, '--map', map, '--board', service)).toMatchObject({ code: 0 });
  const again = await laurels('import', file, '--map', map, '--board', service);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('0 new events') as string });
  const { out } = await laurels('export', 'standings', 'all-time', '--board', service);
  const [, ...rows] = [...csvRecords(out)].map(({ fields: [rank, points, , username, name] }) => [rank, points, username, name]);
  expect(rows).toEqual(ranks);
  const docs = readFileSync(join(EXAMPLES, '../../moving.md'), 'utf8');
  expect(docs).toContain(`npx laurels boards add ${service} ${options.join(' ')}\n`);
  expect(docs).toContain(`npx laurels import docs/examples/moving/${service}.${kind} --map docs/examples/moving/${service}.mapping.json`);
});

test('errors name the entry and the column of the file, and nothing is imported without --skip-bad', async () => {
  const entries = [
    { id: 1, player: { name: 'ada' }, score: 1.5 },
    { id: 2, player: { name: 'bob' }, score: 2 },
  ];
  writeFileSync(join(folder, 'scores.json'), JSON.stringify(entries));
  writeFileSync(join(folder, 'map.json'), JSON.stringify({ fields: { id: '{id}', username: '{player.name}', points: '{score}' } }));
  const refused = await laurels('import', 'scores.json', '--map', 'map.json');
  expect(refused).toMatchObject({ code: 1, err: '' });
  expect(refused.out).toBe(
    `${folder}/scores.json: entry 1: points (from {score}) must be a whole number between -(2^53 - 1) and 2^53 - 1\n1 bad row: nothing was imported. Fix the file, or skip it with --skip-bad.\n`,
  );
  expect(await laurels('import', 'scores.json', '--map', 'map.json', '--skip-bad')).toMatchObject({ code: 0 });
  expect((await laurels('export', 'events')).out).toContain('2,2026-11-27T12:00:00.000Z,bob,bob,2,,,');
});

test.each([
  [
    'x.csv',
    'id,who,score\n',
    undefined,
    /x\.csv:1: unknown column "who", "score".*"laurels import --map MAPPING" imports a file of any columns: see docs\/moving\.md\.\n$/,
  ],
  ['x.json', '[]', undefined, /x\.json is one JSON document\. "laurels import --map MAPPING" imports/],
  [
    'x.csv',
    'id,who\n',
    '{"fields":{"id":"{id}","username":"{who}","points":"{score}"}}',
    /x\.csv:1: the column "score" is missing, but the mapping names it\.\n$/,
  ],
  [
    'x.csv',
    'id,who\n',
    '{"fields":{"id":"{id}","username":"{who}","points":3}}',
    /map\.json is not a mapping: fields\.points must be text, such as "\{score\}"\. See docs\/moving\.md\.\n$/,
  ],
  ['x.csv', 'id,who\n', '{', /map\.json is not valid JSON/],
])('rejects %s with %j and the mapping %s in one line', async (name, text, mapping, says) => {
  writeFileSync(join(folder, name), text);
  if (mapping !== undefined) writeFileSync(join(folder, 'map.json'), mapping);
  const { code, err } = await laurels('import', name, ...(mapping === undefined ? [] : ['--map', 'map.json']));
  expect(code).toBe(1);
  expect(err).toMatch(says);
  expect(err.match(/\n/g)).toHaveLength(1);
});

test('the error for JSON lines with unknown fields suggests a mapping', async () => {
  writeFileSync(join(folder, 'x.jsonl'), '{"who":"ada"}\n');
  const { out } = await laurels('import', 'x.jsonl');
  expect(out).toContain('"laurels import --map MAPPING" imports a file of any columns');
});
