import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type Addressed, type Answer, targetOf } from '../../../contract/endpoint.ts';
import { heldKey } from '../../boards/points/kept-held.ts';
import { PAYOUT } from '../../boards/settling/payouts.ts';
import { PLAIN_BOARD } from '../../store/stored-values.ts';
import { DAY, NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

/** Reads as a viewer. */
async function read<Id extends EndpointId>(id: Id, addressed: Addressed<(typeof ENDPOINTS)[Id]>): Promise<Answer<(typeof ENDPOINTS)[Id]>> {
  const { status, body, text } = await ask(id, addressed);
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return (ENDPOINTS[id].answers as Record<number, { schema: { parse(value: unknown): unknown } }>)[200]!.schema.parse(body) as never;
}

function ask<Id extends EndpointId>(id: Id, addressed: Addressed<(typeof ENDPOINTS)[Id]>) {
  return trial.ask(targetOf(ENDPOINTS[id], addressed as never), { headers: { authorization: `Bearer ${trial.tokens.viewer}` } });
}

const events = (query: Addressed<(typeof ENDPOINTS)['events']>['query'] = {}) => read('events', { board: 'main', query });
const idsOf = async (query: Parameters<typeof events>[0]) => (await events(query)).events.map(({ id }) => id);

const keyId = (name: string) => trial.keys.list().find((key) => key.name === name)!.id;

const at = (moment: number) => new Date(moment).toISOString();

describe('the events of a board', () => {
  test('have their player, newest arrival first', async () => {
    await trial.post({ id: 'e1', username: 'ada', displayName: 'Ada L.', points: 5, activity: 'Quest' });
    await trial.post({ id: 'e2', username: 'bob', points: 7, at: at(NOON - DAY) });
    await trial.send('reviseEvent', { board: 'main', body: { event: 'e1', does: 'void', reason: 'Sent twice' } }, trial.tokens.moderator);
    await trial.boards.players.setVisibility('bob', { state: 'removed', reason: 'A bot' });
    const player = { username: 'ada', displayName: 'Ada L.', avatar: '🎮', state: 'shown', reason: null };
    expect(await events()).toEqual({
      board: 'main',
      events: [
        {
          id: 'e2',
          at: at(NOON - DAY),
          receivedAt: at(NOON),
          player: { username: 'bob', displayName: 'bob', avatar: '🎮', state: 'removed', reason: 'A bot' },
          points: 7,
          author: { kind: 'key', id: keyId('write'), name: 'write', import: null },
          activity: '',
          title: '',
          counted: ['daily', 'weekly', 'monthly', 'all-time'],
          voided: null,
        },
        {
          id: 'e1',
          at: at(NOON),
          receivedAt: at(NOON),
          player,
          points: 5,
          author: { kind: 'key', id: keyId('write'), name: 'write', import: null },
          activity: 'Quest',
          title: 'Quest',
          counted: [],
          voided: { at: at(NOON), reason: 'Sent twice' },
        },
      ],
      held: null,
      next: null,
      complete: true,
    });
  });

  test('can be found by id, player and time', async () => {
    for (const [i, username] of ['ada', 'bob', 'ada', 'cleo'].entries())
      await trial.post({ id: `e${i}`, username, points: 1, at: at(NOON - i * DAY) });
    expect(await idsOf({ id: 'e1' })).toEqual(['e1']);
    expect(await idsOf({ id: 'e9' })).toEqual([]);
    expect(await idsOf({ player: 'ADA' })).toEqual(['e2', 'e0']);
    expect(await idsOf({ player: 'ada', limit: 1 })).toEqual(['e2']);
    expect(await idsOf({ player: 'ada', until: '2026-11-20' })).toEqual(['e2']);
    expect(await idsOf({ from: '2026-11-19', until: '2026-11-20' })).toEqual(['e2', 'e1']);
    expect(await idsOf({ from: at(NOON - DAY) })).toEqual(['e1', 'e0']);
    expect(await idsOf({ until: at(NOON - DAY) })).toEqual(['e3', 'e2']);
    expect(await idsOf({ id: 'e1', player: 'ada' })).toEqual([]);
    const nobody = await trial.problemOf(ask('events', { board: 'main', query: { player: 'nobody' } }));
    expect(nobody).toMatchObject({ status: 404, errors: [{ field: 'player' }] });
    expect((await ask('events', { board: 'none' })).status).toBe(404);
    expect((await ask('events', { board: 'main', query: { limit: 201 } })).status).toBe(400);
  });

  test('can be found by author and import: a hold, a revoked key and a removed person change no author', async () => {
    await trial.boards.limits.replace(trial.boards.board('main'), { event: 4, hour: null, day: null, history: null });
    await trial.post({ id: 'e1', username: 'ada', points: 5 });
    await trial.post({ events: [2, 3].map((i) => ({ id: `e${i}`, username: 'ada', points: i, at: at(NOON - i * DAY) })) });
    const { headers, person } = await trial.enter('operator');
    const byHand = { body: JSON.stringify({ id: 'e4', username: 'bob', points: 1 }), method: 'POST' };
    await trial.ask(targetOf(ENDPOINTS.postByHand, { board: 'main' }), {
      ...byHand,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    const { body } = await trial.send('beginImport', { body: { board: 'main', file: 'season.csv' } }, trial.tokens.operator);
    const { id } = (body as Answer<(typeof ENDPOINTS)['beginImport']>).import;
    const rows = { events: [{ id: 'e5', username: 'ada', points: 9 }] };
    const importing = (query: object) => trial.send('importPoints', { query, body: rows }, trial.tokens.operator);
    expect((await importing({ import: 'f'.repeat(16) })).status).toBe(404);
    expect((await importing({ import: id })).status).toBe(200);
    await trial.boards.held.accept(heldKey('main', 'e1').id);
    await trial.keys.revoke('write', NOON);
    await trial.operators.remove(person.id);

    const [accepted, imported, gift, first] = (await events()).events.map(({ author }) => author);
    expect(accepted).toEqual({ kind: 'key', id: keyId('write'), name: 'write', import: null });
    expect(imported).toEqual({ kind: 'key', id: keyId('operator'), name: 'operator', import: id });
    expect(gift).toEqual({ kind: 'person', id: person.id, name: person.name, import: null });
    expect(first).toEqual(accepted);
    const author = `key:${keyId('write')}`;
    expect(await idsOf({ author })).toEqual(['e1', 'e3', 'e2']);
    expect(await idsOf({ author, from: at(NOON - 2 * DAY), until: at(NOON) })).toEqual(['e2']);
    expect(await idsOf({ author, player: 'bob' })).toEqual([]);
    expect(await idsOf({ author, id: 'e4' })).toEqual([]);
    expect(await idsOf({ author: `person:${person.id}`, player: 'bob' })).toEqual(['e4']);
    expect(await idsOf({ import: id })).toEqual(['e5']);
    const { events: exported } = await read('ledger', { board: 'main' });
    expect(exported.map((event) => [event.id, event.author])).toContainEqual(['e4', gift]);
    expect((await ask('events', { board: 'main', query: { author: 'ada' } })).status).toBe(400);
  });

  test('can be found by id on every board, including archived ones', async () => {
    const kept = (id: string) => read('findEvents', { query: { id } });
    expect(await kept('e1')).toEqual({ events: [] });
    await trial.send('makeBoard', { body: { name: 'cup', title: 'Cup' } }, trial.tokens.operator);
    await trial.post({ id: 'e1', username: 'ada', points: 5 });
    const toCup = (event: object) => trial.send('submitPoints', { query: { board: 'cup' }, body: event }, trial.tokens.write);
    await toCup({ id: 'e1', username: 'bob', points: 7 });
    await toCup({ id: 'e10', username: 'bob', points: 9 });
    await trial.send('changeBoard', { board: 'cup', body: { state: 'archived' } }, trial.tokens.operator);
    const { events: found } = await kept('e1');
    expect(new Set(found.map(({ board, id, points, player }) => `${board} ${id} ${points} ${player.username}`))).toEqual(
      new Set(['cup e1 7 bob', 'main e1 5 ada']),
    );
  });

  test('include the state of a held event with the given id', async () => {
    await trial.boards.limits.replace(trial.boards.board('main'), { event: 4, hour: null, day: null, history: null });
    await trial.post({ id: 'e1', username: 'ada', points: 5 });
    expect(await events({ id: 'e1' })).toMatchObject({ events: [], held: { state: 'waiting', event: { id: 'e1', username: 'ada' } } });
    await trial.boards.held.accept(heldKey('main', 'e1').id);
    expect(await events({ id: 'e1' })).toMatchObject({ events: [{ id: 'e1' }], held: { state: 'accepted' } });
    expect(await events()).toMatchObject({ events: [{ id: 'e1' }], held: null });
  });

  test('appear once across all pages while others arrive', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ada', 'bob', 'cleo'), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(undefined, 'ada'),
        async (players, limit, player) => {
          const run = `r${(round += 1)}`;
          const sent = players.map((username, i) => ({ id: `${run}-${i}`, username, points: 1 }));
          await trial.post({ events: [{ id: `${run}-first`, username: 'ada', points: 1 }, ...sent] });
          const before = (await events({ player, limit: 200 })).events.map(({ id }) => id);
          const paged: string[] = [];
          for (let next: number | undefined, page = 0; ; page += 1) {
            const answer = await events({ player, limit, before: next });
            expect(answer.complete).toBe(true);
            paged.push(...answer.events.map(({ id }) => id));
            if (answer.next === null) break;
            next = answer.next;
            await trial.post({ id: `${run}-more-${page}`, username: 'ada', points: 1 });
          }
          expect(paged).toEqual(before);
        },
      ),
      { numRuns: 5 },
    );
  });
});

const players = (query: Addressed<(typeof ENDPOINTS)['players']>['query'] = {}) => read('players', { query });
const namesOf = async (query: Parameters<typeof players>[0]) => (await players(query)).players.map(({ username }) => username);

describe('players', () => {
  const come = (...usernames: string[]) =>
    trial.post({ events: usernames.map((username) => ({ id: `of ${username}`, username, points: 1 })) });

  test('have their state, arrival and boards with points, newest first', async () => {
    await trial.boards.editing.make({ name: 'other', title: 'Other', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } });
    await trial.boards.editing.make(
      { name: 'secret', title: 'Secret', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } },
      { visibility: 'private' },
    );
    await come('ada', 'bob');
    trial.now += DAY;
    await trial.send('submitPoints', { query: { board: 'secret' }, body: { id: 'x', username: 'cleo', points: 1 } });
    await trial.send('submitPoints', { query: { board: 'other' }, body: { id: 'x', username: 'ada', points: 1 } });
    await trial.boards.players.setVisibility('bob', { state: 'removed', reason: 'A bot' });
    const names = (username: string) => ({ username, displayName: username, avatar: '🎮', state: 'shown', reason: null });
    const listed = (username: string, joined: number, others: object) =>
      Object.assign(names(username), { joinedAt: at(joined), scoredAt: at(joined), boards: ['main'] }, others);
    expect(await players()).toEqual({
      players: [
        listed('cleo', NOON + DAY, { boards: ['secret'], standing: { board: 'secret', points: 1, rank: 1 } }),
        listed('bob', NOON, { state: 'removed', reason: 'A bot', standing: { board: 'main', points: 1, rank: null } }),
        listed('ada', NOON, { scoredAt: at(NOON + DAY), boards: ['main', 'other'], standing: { board: 'main', points: 1, rank: 1 } }),
      ],
      next: null,
      complete: true,
      total: null,
    });
    expect([(await players({ state: 'removed' })).total, (await players({ q: 'ADA' })).total]).toEqual([1, 1]);
  });

  test('can be found by part of a name, best matches first, including hidden players', async () => {
    await come('Radar', 'ada', 'adam', 'bob', 'Nevada');
    await trial.boards.players.setVisibility('adam', { state: 'hidden' });
    await trial.boards.players.setVisibility('nevada', { state: 'removed', reason: 'A bot' });
    expect(await namesOf({ q: 'ADA' })).toEqual(['ada', 'adam', 'Radar', 'Nevada']);
    expect(await namesOf({ q: 'ada', state: 'shown' })).toEqual(['ada', 'Radar']);
    expect(await namesOf({ q: 'ada', state: 'hidden' })).toEqual(['adam']);
    expect(await namesOf({ q: 'bob', state: 'hidden' })).toEqual([]);
    expect(await namesOf({ state: 'removed' })).toEqual(['Nevada']);
    expect(await namesOf({ state: 'shown' })).toEqual(['bob', 'ada', 'Radar']);
    expect((await ask('players', { query: { q: 'ada', before: 4 } })).status).toBe(400);
  });

  test('cannot be found once erased', async () => {
    await come('ada', 'bob', 'cleo');
    await trial.boards.identities.erase('bob');
    expect(await namesOf({})).toEqual(['cleo', 'ada']);
    expect(await namesOf({ limit: 1 })).toEqual(['cleo']);
    expect(await namesOf({ q: 'erased' })).toEqual([]);
    expect(await namesOf({ state: 'hidden' })).toEqual([]);
    expect((await events({ limit: 3 })).events.map(({ player }) => player.state)).toEqual(['shown', 'erased', 'shown']);
  });

  test('appear once across all pages while others arrive', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom<Parameters<typeof players>[0]>({}, { state: 'shown' }, { state: 'hidden' }, { q: 'r' }, { q: 'r', state: 'shown' }),
        async (count, limit, query) => {
          round += 1;
          const names = Array.from({ length: count }, (_, i) => `r${round} ${i}`);
          await come(...names);
          for (const name of names.filter((_, i) => i % 3 === 0)) await trial.boards.players.setVisibility(name, { state: 'hidden' });
          const before = await namesOf({ ...query, limit: 200 });
          const paged: string[] = [];
          for (let next: number | undefined, page = 0; ; page += 1) {
            const answer = await players({ ...query, limit, before: next });
            paged.push(...answer.players.map(({ username }) => username));
            if (answer.next === null) break;
            next = answer.next;
            await come(`new ${round} ${page}`);
          }
          expect(paged).toEqual(before);
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe('paged lists for operators', () => {
  const AS_VIEWER = () => ({ headers: { authorization: `Bearer ${trial.tokens.viewer}` } });

  test('held points can be filtered by player and part of an event id', async () => {
    await trial.boards.limits.replace(trial.boards.board('main'), { event: 4, hour: null, day: null, history: null });
    for (const [id, username] of [
      ['match-1', 'ada'],
      ['match-2', 'bob'],
      ['quest-1', 'Ada'],
    ] as const)
      await trial.post({ id, username, points: 5 });
    const held = async (query: Addressed<(typeof ENDPOINTS)['held']>['query']) =>
      (await read('held', { query })).held.map(({ event }) => event.id);
    expect(await held({})).toEqual(['quest-1', 'match-2', 'match-1']);
    expect(await held({ player: 'ADA' })).toEqual(['quest-1', 'match-1']);
    expect(await held({ player: 'nobody' })).toEqual([]);
    expect(await held({ event: 'MATCH' })).toEqual(['match-2', 'match-1']);
    expect(await held({ event: '1', player: 'ada', state: 'waiting', limit: 1 })).toEqual(['quest-1']);
    const { next } = await read('held', { query: { event: '1', limit: 1 } });
    expect(await held({ event: '1', limit: 1, before: next! })).toEqual(['match-1']);
  });

  test('won prizes can be filtered by player', async () => {
    await trial.post({ id: 'e1', username: 'ada', points: 5 });
    await trial.post({ id: 'e2', username: 'bob', points: 5 });
    const won = [1, 2, 1, 1].map((player, i) => {
      const payout = { board: 'main', kind: 'daily', start: NOON - i * DAY, rank: 1, prize: `Prize ${i}`, player, note: null };
      return { kind: PAYOUT, id: `00000000000000a${i}`, at: NOON, state: 'due', text: JSON.stringify(payout) };
    });
    await trial.boards.store.changeRecords({ change: () => won });
    const payouts = (query: Addressed<(typeof ENDPOINTS)['payouts']>['query']) => read('payouts', { query });
    expect((await payouts({ player: 'ADA' })).payouts.map(({ prize }) => prize)).toEqual(['Prize 3', 'Prize 2', 'Prize 0']);
    const first = await payouts({ player: 'ada', limit: 2 });
    expect((await payouts({ player: 'ada', limit: 2, before: first.next! })).payouts.map(({ prize }) => prize)).toEqual(['Prize 0']);
    expect((await ask('payouts', { query: { player: 'nobody' } })).status).toBe(404);
    expect(await read('payout', { payout: '00000000000000a1' })).toMatchObject({ prize: 'Prize 1', player: { username: 'bob' } });
    expect((await ask('payout', { payout: '00000000000000b1' })).status).toBe(404);
  });

  test('acts can be filtered by actor and time', async () => {
    for (const [i, role] of (['operator', 'owner', 'operator'] as const).entries()) {
      trial.now = NOON + i * DAY;
      await trial.send('setReview', { board: 'main', body: { reviewMinutes: i + 1 } }, trial.tokens[role]);
    }
    const acts = async (query: Addressed<(typeof ENDPOINTS)['audit']>['query']) =>
      (await read('audit', { query: { act: 'set-review', ...query } })).entries.map(({ at: when }) => (Date.parse(when) - NOON) / DAY);
    expect(await acts({})).toEqual([2, 1, 0]);
    expect(await acts({ by: 'Operat' })).toEqual([2, 0]);
    expect(await acts({ by: 'nobody' })).toEqual([]);
    expect(await acts({ from: '2026-11-22' })).toEqual([2, 1]);
    expect(await acts({ from: '2026-11-22', until: '2026-11-22' })).toEqual([1]);
    expect(await acts({ until: at(NOON + DAY), by: 'owner' })).toEqual([]);
    expect(await acts({ until: at(NOON + DAY) })).toEqual([0]);
    expect((await trial.ask('/api/v1/audit?from=yesterday', AS_VIEWER())).status).toBe(400);
  });

  test('deliveries of a webhook appear once across all pages', async () => {
    const settings = { url: 'https://play.example/x', form: 'standard', events: ['period.closed'], boards: null, periods: null } as const;
    const webhook = await trial.boards.webhooks.add('results', { ...settings, events: [...settings.events] });
    for (let i = 0; i < 5; i += 1) await trial.boards.webhooks.tellOnly(webhook, { type: 'webhook.test', at: NOON + i, subject: `${i}` });
    const all = (await read('deliveries', { webhook: 'results' })).deliveries.map(({ id }) => id);
    const paged: string[] = [];
    for (let before: number | undefined; ;) {
      const { deliveries, next } = await read('deliveries', { webhook: 'results', query: { limit: 2, before } });
      paged.push(...deliveries.map(({ id }) => id));
      if (next === null) break;
      before = next;
    }
    expect(paged).toEqual(all);
    expect(paged).toHaveLength(5);
    expect(await read('webhook', { webhook: 'results' })).toMatchObject({ name: 'results', deliveries: { waiting: 5 } });
  });
});
