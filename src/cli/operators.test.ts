import { describe, expect, test } from 'vitest';

import { useCommands } from '../../tests/live/typed-commands.ts';
import { ENDPOINTS } from '../contract/api.ts';
import { targetOf } from '../contract/endpoint.ts';
import { CONSOLE } from '../server/api/trial-api.suite.ts';
import { SoftAuthenticator } from '../server/operators/soft-authenticator.suite.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');

const typed = useCommands(NOON);
const { laurels } = typed;

/** Joins with a link, as its page does. */
async function join(url: string, link: string, name: string): Promise<number> {
  const token = link.split('#')[1]!.trim();
  const post = (id: 'beginJoining' | 'join', body: object) =>
    fetch(url + targetOf(ENDPOINTS[id], {}), {
      method: 'POST',
      headers: { ...CONSOLE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { options } = (await (await post('beginJoining', { token })).json()) as { readonly options: { readonly challenge: string } };
  const credential = new SoftAuthenticator(url).create(options);
  return (await post('join', { token, name, credential })).status;
}

describe.each(['without a server', 'through a server'])('%s', (how) => {
  /** Runs a command with a server, or after stopping it. */
  async function type(...args: string[]) {
    const { url } = await typed.serve();
    if (how === 'through a server') return { url, ...(await laurels(...args)) };
    await typed.stop();
    const done = await laurels(...args);
    return { ...done, url: (await typed.serve()).url };
  }

  test('invites an owner, and lets an existing operator add a passkey', async () => {
    expect(await type('operators', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('No operators yet') as string });
    await typed.stop();
    const invited = await type('operators', 'invite', '--role', 'owner');
    expect(invited).toMatchObject({ code: 0, err: expect.stringContaining('joins with role owner') as string });
    expect(invited.out).toMatch(/^http:\/\/localhost:\d+\/console\/join#[\dA-Z-]{19}\n$/);
    expect(await join(invited.url, invited.out, 'Ada')).toBe(201);
    await typed.stop();
    const again = await type('operators', 'invite', '--for', 'Ada');
    expect(again.err).toContain('adds a passkey for Ada');
    expect(await join(again.url, again.out, 'Ada')).toBe(201);
    await typed.stop();
    expect((await type('operators', 'list')).out).toMatch(/^[0-9a-f]{16} {2}owner {6}"Ada": 2 passkeys, joined /);
    await typed.stop();
    expect(await type('operators', 'remove', 'Ada')).toMatchObject({ code: 1, err: expect.stringContaining('the only owner') as string });
    await typed.stop();
    const other = await type('operators', 'invite', '--role', 'owner', '--name', 'Bob', '--hours', '24');
    expect(await join(other.url, other.out, 'Bob')).toBe(201);
    await typed.stop();
    expect((await type('operators', 'remove', 'Ada')).out).toContain('Ada removed and signed out everywhere');
    await typed.stop();
    expect((await type('operators', 'list')).out).toMatch(/"Ada": removed\n.*"Bob": 1 passkey,/);
    const { out } = await laurels('audit', '--act', 'remove-operator');
    expect(out).toContain('by user');
  });
});

test('rejects an unknown role or operator and an invalid number of hours', async () => {
  await typed.serve();
  expect(await laurels('operators', 'invite')).toMatchObject({ code: 2, err: expect.stringContaining('--role') as string });
  expect(await laurels('operators', 'invite', '--role', 'write')).toMatchObject({
    code: 2,
    err: expect.stringContaining('role must be') as string,
  });
  expect(await laurels('operators', 'invite', '--role', 'owner', '--hours', '200')).toMatchObject({
    code: 2,
    err: expect.stringContaining('168') as string,
  });
  expect(await laurels('operators', 'invite', '--for', 'Ada')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no operator "Ada"') as string,
  });
});
