import { describe, expect, test } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type Endpoint, targetOf } from '../../../contract/endpoint.ts';
import { problemSchema } from '../../../contract/parts/answer-parts.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { PLAIN_BOARD } from '../../store/stored-values.ts';
import { NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

const PAID = '00000000000000aa';

/** A resource that operators replace: how to read it, and two ways to replace it. */
interface Thing {
  readonly read: EndpointId;
  readonly replace: EndpointId;
  readonly at?: Readonly<Record<string, string>>;
  readonly bodies: readonly [first: object, second: object];
  readonly prepare?: () => Promise<unknown>;
}

async function withPayout(): Promise<void> {
  await trial.post({ id: 'e1', username: 'ada', points: 5 });
  const payout = { board: 'main', kind: 'daily', start: NOON, rank: 1, prize: 'Coins', player: 1, note: null };
  await trial.boards.store.changeRecords({
    change: () => [{ kind: PAYOUT, id: PAID, at: NOON, state: 'due', text: JSON.stringify(payout) }],
  });
}

const withWebhook = () =>
  trial.boards.webhooks.add('results', {
    url: 'https://play.example/x',
    form: 'standard',
    events: ['period.closed'],
    boards: null,
    periods: null,
  });

const [MATCH] = ENDPOINTS.replaceCatalogue.example.activities;

/** A catalogue long enough to be sent compressed. */
const activities = (title: string) => ({
  activities: Array.from({ length: 40 }, (_, i) => ({ ...MATCH, id: `a${i}`, title: `${title} ${i}` })),
});

const THINGS: Readonly<Record<string, Thing>> = {
  'the catalogue': { read: 'catalogue', replace: 'replaceCatalogue', bodies: [activities('One'), activities('Two')] },
  'the appearance': { read: 'appearance', replace: 'replaceAppearance', bodies: [{ name: 'One' }, { name: 'Two' }] },
  'what visitors see': { read: 'privacy', replace: 'replacePrivacy', bodies: [{ events: 'none' }, { events: 'by-day' }] },
  'limits of a board': { read: 'limits', replace: 'setLimits', at: { board: 'main' }, bodies: [{ event: 5 }, { event: 6, names: true }] },
  'the time of review': {
    read: 'review',
    replace: 'setReview',
    at: { board: 'main' },
    bodies: [{ reviewMinutes: 5 }, { reviewMinutes: 6 }],
  },
  'a board': { read: 'board', replace: 'changeBoard', at: { board: 'main' }, bodies: [{ title: 'One' }, { title: 'Two' }] },
  'who may read a board': {
    read: 'board',
    replace: 'changeBoard',
    at: { board: 'other' },
    bodies: [{ visibility: 'private' }, { title: 'Two', visibility: 'public' }],
    prepare: () =>
      trial.boards.editing.make({ name: 'other', title: 'Other', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } }),
  },
  'a webhook': {
    read: 'webhook',
    replace: 'changeWebhook',
    at: { webhook: 'results' },
    bodies: [{ state: 'off' }, { state: 'on' }],
    prepare: withWebhook,
  },
  'a prize that was won': {
    read: 'payout',
    replace: 'markPayout',
    at: { payout: PAID },
    bodies: [{ state: 'paid', note: 'By mail' }, { state: 'due' }],
    prepare: withPayout,
  },
};

const addressOf = (id: EndpointId, at: Thing['at'] = {}) => targetOf<Endpoint>(ENDPOINTS[id], at);
const key = () => ({ authorization: `Bearer ${trial.tokens.operator}` });

async function readOf({ read, at }: Thing) {
  const { status, headers, body } = await trial.ask(addressOf(read, at), { headers: key() });
  expect(status).toBe(200);
  return { etag: headers.get('etag')!, body };
}

function replace({ replace: id, at }: Pick<Thing, 'replace' | 'at'>, ifMatch: string | undefined, body?: object) {
  return trial.ask(addressOf(id, at), {
    method: ENDPOINTS[id].method,
    headers: {
      ...key(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Expects the refusal of an overtaken request, and returns the problem. */
async function overtaken(answer: ReturnType<typeof replace>) {
  const { status, body } = await answer;
  const problem = problemSchema.parse(body);
  expect({ status, type: problem.type }).toEqual({ status: 412, type: 'urn:laurels:problem:overtaken' });
  return problem;
}

test('every endpoint with conditional requests is tested here', () => {
  const conditional = Object.entries(ENDPOINTS).flatMap(([id, endpoint]) => ('isConditional' in endpoint ? [id] : []));
  const tried = [...Object.values(THINGS).map((thing) => thing.replace), 'removeBoard', 'removeWebhook'];
  expect(conditional.toSorted()).toEqual([...new Set(tried)].toSorted());
});

describe.each(Object.entries(THINGS))('%s', (_, thing) => {
  const [first, second] = thing.bodies;

  test('can be replaced by a request that has read the current version, and by no other', async () => {
    await thing.prepare?.();
    const before = await readOf(thing);
    const replaced = await replace(thing, before.etag, first);
    expect(replaced.status).toBe(200);
    const now = await readOf(thing);
    expect(now.etag).not.toBe(before.etag);
    expect(replaced.headers.get('etag')).toBe(now.etag);
    expect(await overtaken(replace(thing, before.etag, second))).toMatchObject({
      now: now.body,
      by: { kind: 'key', name: 'operator' },
      at: new Date(NOON).toISOString(),
    });
    expect(await readOf(thing)).toEqual(now);
    expect((await replace(thing, `"other", ${now.etag}`, second)).status).toBe(200);
  });

  test('is replaced by only one of several concurrent requests', async () => {
    await thing.prepare?.();
    const { etag } = await readOf(thing);
    const answers = await Promise.all([replace(thing, etag, first), replace(thing, etag, first), replace(thing, etag, first)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  });

  test('can be replaced by a request without a version, or with any', async () => {
    await thing.prepare?.();
    expect((await replace(thing, undefined, first)).status).toBe(200);
    expect((await replace(thing, '*', second)).status).toBe(200);
  });
});

test('the tag of a compressed response is accepted', async () => {
  const thing = THINGS['the catalogue']!;
  await replace(thing, undefined, thing.bodies[0]);
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await trial.ask(addressOf('catalogue'), { method: 'HEAD', headers: { ...key(), 'accept-encoding': encoding } });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect((await replace(thing, headers.get('etag')!, thing.bodies[0])).status).toBe(200);
  }
  const { etag } = await readOf(thing);
  expect((await replace(thing, `W/${etag}`, thing.bodies[0])).status).toBe(200);
  await overtaken(replace(thing, '"nothing-br"', thing.bodies[0]));
});

test('a board and a webhook can be removed by a request that has read the current version', async () => {
  await THINGS['who may read a board']!.prepare!();
  await withWebhook();
  const removals = [
    { read: 'board', change: 'changeBoard', replace: 'removeBoard', at: { board: 'other' }, body: { title: 'Two' } },
    { read: 'webhook', change: 'changeWebhook', replace: 'removeWebhook', at: { webhook: 'results' }, body: { state: 'off' } },
  ] as const;
  for (const { read, change, replace: remove, at, body } of removals) {
    const thing = { read, replace: remove, at, bodies: [body, body] } as const;
    const { etag } = await readOf(thing);
    await replace({ replace: change, at }, undefined, body);
    await overtaken(replace(thing, etag));
    expect((await replace(thing, (await readOf(thing)).etag)).status).toBe(200);
  }
});
