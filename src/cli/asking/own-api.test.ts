import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useCommands } from '../../../tests/live/typed-commands.ts';
import { DAY_MS } from '../../domain/durations.ts';

const typed = useCommands(Date.parse('2026-11-18T12:00:00Z'));
const { laurels } = typed;

test('damaged keys fail only commands that need keys', async () => {
  await laurels('boards', 'add', 'cup');
  writeFileSync(join(typed.data, 'keys.json'), '{broken');
  expect(await laurels('boards', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('cup') as string, err: '' });
  for (const command of ['audit', 'operators list'])
    expect(await laurels(...command.split(' '))).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/keys\.json is damaged/) as string,
    });
});

test('a period that closes while a command runs is reported', async () => {
  const rows = (id: string) => typed.file('points.csv', `id,username,points\n${id},ada,5\n`);
  await laurels('import', rows('a'));
  typed.now += 2 * DAY_MS;
  expect((await laurels('import', rows('b'))).err).toContain('Closed on "main": the daily period from 2026-11-18T00:00:00.000Z, 1 ranked.');
});
