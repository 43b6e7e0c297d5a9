import { expect, test } from 'vitest';

import { type ApiListedKey, apiKeySchema } from '../../../contract/api-key.ts';
import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import { DAY, NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function listed(): Promise<readonly ApiListedKey[]> {
  const { body } = await trial.ask(targetOf(ENDPOINTS.keys, {}), as(trial.tokens.viewer));
  return ENDPOINTS.keys.answers[200].schema.parse(body).keys;
}

const named = async (name: string) => (await listed()).find((key) => key.name === name)!;

const add = (body: unknown) => trial.send('addKey', { body }, trial.tokens.owner);

const revoke = (key: string) => trial.ask(targetOf(ENDPOINTS.revokeKey, { key }), { method: 'DELETE', ...as(trial.tokens.owner) });

test('a new key is shown once, works, and is listed with its terms and creator', async () => {
  const expires = new Date(NOON + DAY).toISOString();
  const bounds = { boards: ['main'], maxPoints: 10 };
  const made = await add({ name: 'match-server', role: 'write', expires, bounds });
  expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { key, ...told } = ENDPOINTS.addKey.answers[201].schema.parse(made.body);
  expect(told).toMatchObject({ name: 'match-server', role: 'write', expires, bounds, revoked: null, lastUsedAt: null, lastEventAt: null });
  expect(told.madeBy).toMatchObject({ kind: 'key', name: 'owner' });
  expect(await named('match-server')).toEqual(told);
  expect(JSON.stringify(await listed())).not.toContain(key);
  expect((await trial.post({ id: 'a', username: 'ada', points: 10 }, key)).status).toBe(201);
  expect((await trial.post({ id: 'b', username: 'ada', points: 11 }, key)).status).toBe(422);
  trial.now += DAY;
  expect((await trial.post({ id: 'c', username: 'ada', points: 1 }, key)).status).toBe(401);
});

test.each(['https://*.example', 'https://a;b', 'https://a,b', 'ftp://x.example', 'ws://x', 'https://x.example/', 'https://X.example'])(
  'rejects a public key with the web site %s',
  async (origin) => {
    const refused = await trial.problemOf(add({ name: 'web', role: 'play', bounds: { origins: [origin] } }));
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, 'bounds.origins[0]']);
  },
);

test('a revoked key is refused at once, and stays listed with who revoked it', async () => {
  const { body } = await add({ name: 'old', role: 'viewer' });
  const { key } = ENDPOINTS.addKey.answers[201].schema.parse(body);
  const gone = await revoke('old');
  expect(apiKeySchema.parse(gone.body)).toMatchObject({ name: 'old', revoked: new Date(NOON).toISOString(), revokedBy: { name: 'owner' } });
  expect((await trial.ask(targetOf(ENDPOINTS.keys, {}), as(key))).status).toBe(401);
  expect(await named('old')).toEqual(gone.body);
  expect(await trial.problemOf(revoke('old'))).toMatchObject({ status: 404, errors: [{ field: 'key' }] });
  expect((await add({ name: 'old', role: 'viewer' })).status).toBe(201);
});

test('lists when each key last posted points that were accepted', async () => {
  await trial.post({ id: 'a', username: 'ada', points: 1 });
  trial.now += 1000;
  await trial.post({ id: 'b', username: 'ada', points: 'many' });
  await trial.post({ events: [{ id: 'b', username: 'ada', points: 'many' }] });
  await trial.ask(targetOf(ENDPOINTS.keys, {}), as(trial.tokens.viewer));
  expect((await named('write')).lastEventAt).toBe(new Date(NOON).toISOString());
  expect((await named('viewer')).lastEventAt).toBeNull();
});

test.each([
  [{ role: 'write' }, 400, 'name'],
  [{ name: 'x y', role: 'write' }, 400, 'name'],
  [{ name: '..', role: 'write' }, 400, 'name'],
  [{ name: 'write', role: 'write' }, 409, 'name'],
  [{ name: 'x', role: 'admin' }, 400, 'role'],
  [{ name: 'x', role: 'write', expires: '2026-11-20' }, 400, 'expires'],
  [{ name: 'x', role: 'write', expires: '2026-11-21T12:00:00Z' }, 400, 'expires'],
  [{ name: 'x', role: 'viewer', bounds: { noRename: true } }, 400, 'bounds.noRename'],
  [{ name: 'x', role: 'write', bounds: { boards: ['main', 'none'] } }, 400, 'bounds.boards[1]'],
  [{ name: 'x', role: 'write', bounds: { maxPoints: 0 } }, 400, 'bounds.maxPoints'],
])('rejects a key with %j', async (body, status, field) => {
  const before = await listed();
  expect(await trial.problemOf(add(body))).toMatchObject({ status, errors: [{ field }] });
  expect(await listed()).toEqual(before);
});
