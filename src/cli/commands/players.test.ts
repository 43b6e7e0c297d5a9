import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, test, vi } from 'vitest';

import { useCommands } from '../../../tests/live/typed-commands.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const HEADER = 'id,at,username,display_name,points,activity\n';
const ROWS = `a,2026-11-18T08:00:00Z,ada,Ada,5,race
b,2026-11-18T09:00:00Z,bob,Bob,7,race
c,2026-11-18T10:00:00Z,ada2,Ada II,4,race
`;
const NOBODY = 'No player named "eve" has any points yet.';

const typed = useCommands(NOW);
const { laurels } = typed;

async function play(rows = ROWS): Promise<void> {
  expect((await laurels('import', typed.file('points.csv', HEADER + rows))).code).toBe(0);
}

async function allTime(): Promise<readonly string[]> {
  const { out } = await laurels('export', 'standings', 'all-time');
  return out
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.replaceAll('"', ''));
}

describe.each(['without a server', 'through a server'])('%s', (how) => {
  async function begin(): Promise<void> {
    await play();
    if (how === 'through a server') await typed.serve();
  }

  test('renames a player, which frees the old name', async () => {
    await begin();
    const { code, out } = await laurels('players', 'rename', 'ada', 'countess', '--display-name', 'Ada L.');
    expect([code, out]).toEqual([0, expect.stringMatching(/^"ada" renamed to "countess" .*The old name is free/)]);
    expect((await allTime())[1]).toMatch(/countess,Ada L\./);
    expect(await laurels('players', 'rename', 'countess', 'BOB')).toMatchObject({
      code: 1,
      err: 'The username "BOB" is taken. username must not be the name of another player\n',
    });
    expect(await laurels('players', 'rename', 'eve', 'eva')).toMatchObject({ code: 1, err: expect.stringContaining(NOBODY) as string });
    const long = await laurels('players', 'rename', 'bob', 'b'.repeat(200));
    expect(long).toMatchObject({ code: 2, err: expect.stringContaining('username ') as string });
  });

  test('merges two players as previewed', async () => {
    await begin();
    const preview = await laurels('players', 'merge', 'ada2', 'into', 'ada', '--preview');
    expect(preview).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toContain('ada: rank 2 with 5 points -> rank 1 with 9 points');
    expect(preview.out).toContain('ada2: rank 3 with 4 points -> unranked');
    expect(preview.out).toContain('Podium: bob, ada, ada2 -> ada, bob');
    const since = /--since (\S+)/.exec(preview.out)![1]!;
    expect(await laurels('players', 'merge', 'ada2', 'into', 'bob', '--since', since)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The preview is out of date for') as string,
    });
    const merged = await laurels('players', 'merge', 'ada2', 'INTO', 'ada', '--since', since);
    expect([merged.code, merged.out]).toEqual([0, expect.stringMatching(/^1 event of "ada2" moved to "ada" /)]);
    expect((await allTime()).map((row) => row.split(',').slice(0, 2))).toHaveLength(2);
    expect((await laurels('players', 'merge', 'ada2', 'into', 'ada')).out).toBe(
      '"ada2" has no events to move to "ada". Nothing was changed.\n',
    );
    expect((await laurels('audit', '--act', 'merge-players')).out.trim().split('\n')).toHaveLength(1);
  });

  test('rejects invalid merges', async () => {
    await begin();
    for (const [args, code, sentence] of [
      [['ada', 'into', 'ADA'], 1, '"ada" and "ADA" are already the same player.'],
      [['eve', 'into', 'ada'], 1, NOBODY],
      [['ada', 'into', 'eve'], 1, NOBODY],
      [['ada', 'with', 'bob'], 2, 'Use "players merge NAME into OTHER".'],
      [['ada', 'into'], 2, 'OTHER is missing.'],
      [['ada', 'into', 'bob', '--since', 'x'], 1, 'since must be the "since" of a preview'],
    ] as const)
      expect([args, await laurels('players', 'merge', ...args)]).toMatchObject([
        args,
        { code, out: '', err: expect.stringContaining(sentence) as string },
      ]);
    expect(await allTime()).toHaveLength(3);
  });

  test('erases a player once confirmed', async () => {
    await begin();
    expect(await laurels('players', 'erase', 'ada')).toMatchObject({
      code: 2,
      err: expect.stringContaining('This can’t be undone.') as string,
    });
    expect((await laurels('players', 'erase', 'eve', '--yes')).err).toContain(NOBODY);
    const { code, out } = await laurels('players', 'erase', 'ada', '--yes');
    expect([code, out]).toEqual([0, expect.stringMatching(/^Player erased .*Nothing is left in the database files\.\n/)]);
    expect(await laurels('players', 'export', 'ada')).toMatchObject({ code: 1, out: '' });
    await typed.stop();
    expect(readFileSync(join(typed.data, 'laurels.db')).includes('Ada"')).toBe(false);
  });

  test('prints all data about a player', async () => {
    await begin();
    const { code, out } = await laurels('players', 'export', 'ADA');
    expect([code, (JSON.parse(out) as { player: object }).player]).toMatchObject([0, { username: 'ada', displayName: 'Ada' }]);
    expect(await laurels('players', 'export', 'eve')).toMatchObject({ code: 1, out: '', err: expect.stringContaining(NOBODY) as string });
    expect(await laurels('players', 'export')).toMatchObject({ code: 2, err: expect.stringContaining('NAME is missing.') as string });
  });
});

test('a killed merge is either complete or not started', async () => {
  const events = 300;
  await play(ROWS + Array.from({ length: events }, (_, i) => `e${i},2026-11-18T07:00:00Z,ada2,Ada II,1,race\n`).join(''));
  const merging = typed.started('players', 'merge', 'ada2', 'into', 'ada');
  const database = new DatabaseSync(join(typed.data, 'laurels.db'), { readOnly: true });
  const voided = () => database.prepare('SELECT count(*) AS n FROM revisions').get()!['n'] as number;
  await vi.waitUntil(() => voided() > 0, { timeout: 300_000, interval: 1 });
  merging.kill();
  await merging.ended;
  expect(voided()).toBe(events + 1);
  database.close();
  await typed.serve();
  expect(await allTime()).toHaveLength(2);
  expect((await allTime())[0]).toMatch(/^1,309,.*,ada,Ada$/);
  await typed.stop();
  expect((await laurels('rebuild')).code).toBe(0);
});
