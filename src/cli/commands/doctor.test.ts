import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useCommands } from '../../../tests/live/typed-commands.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

const typed = useCommands(NOW, { LAURELS_BACKUP_FOLDER: 'backups' });
const { laurels } = typed;

/** What is wrong, without what is a matter of the machine: room on its disk, and how many files may be open. */
async function findings(): Promise<readonly string[]> {
  const { out } = await laurels('doctor');
  return out
    .split('\n- ')
    .slice(1)
    .map((text) => text.split('\n')[0]!)
    .filter((text) => !/MiB are free|may open/.test(text));
}

test('nothing is wrong with a folder that was backed up, whether a server runs or not', async () => {
  await laurels('boards', 'add', 'cup');
  expect(await findings()).toEqual([expect.stringMatching(/^There is no backup in .*backups\.$/)]);
  expect((await laurels('backup')).code).toBe(0);
  expect((await laurels('doctor')).out).toContain(`No server runs on ${typed.data}.`);
  expect(await findings()).toEqual([]);
  const { url } = await typed.serve();
  expect((await laurels('doctor')).out).toContain(`A server runs on ${typed.data}: ${url}, process ${process.pid}.`);
  expect(await findings()).toEqual([]);
});

test('each thing that is wrong comes with what mends it, and the exit code says so', async () => {
  await laurels('import', typed.file('points.csv', 'id,username,points\na,ada,5\n'));
  chmodSync(join(typed.data, 'laurels.db'), 0o644);
  writeFileSync(join(typed.data, 'server.json'), '{}');
  mkdirSync(join(typed.data, 'restoring'));
  typed.now = NOW - 60_000;
  const { code, out, err } = await laurels('doctor');
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/- Other users may read laurels\.db\S*.*\n {2}chmod go= /);
  expect(out).toMatch(/- server\.json is of a server that was killed.*\n {2}rm '/);
  expect(out).toContain('- Restoring a backup was cut off.\n  laurels restore FILE\n');
  expect(out).toMatch(/- The newest event was received at 2026-11-18T12:00:00\.000Z, and the clock says 2026-11-18T11:59:00\.000Z\./);
  expect(out).toMatch(/\n\d findings\.\n$/);
});

test('a database that is damaged, and a folder that is not there', async () => {
  expect((await laurels('doctor')).out).toContain(`- There is no folder ${typed.data}.\n  Set LAURELS_DATA, or start the server`);
  mkdirSync(typed.data);
  writeFileSync(join(typed.data, 'laurels.db'), 'no database at all, as it seems');
  const { code, out } = await laurels('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(/laurels\.db is damaged \(.*\)\.\n {2}Move the folder away, then: laurels restore FILE/);
  expect(await laurels('doctor', 'now')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('Unexpected argument "now".') as string,
  });
});
