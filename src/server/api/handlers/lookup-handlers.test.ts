import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ENDPOINTS, type EndpointId } from '../../../contract/api.ts';
import { type Addressed, type Answer, targetOf } from '../../../contract/endpoint.ts';
import { heldKey } from '../../boards/points/kept-held.ts';
import { DAY, NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

/** What a viewer reads. */
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

const at = (moment: number) => new Date(moment).toISOString();

describe('the events of a board', () => {
  test('are told with whose they are, newest arrival first', async () => {
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
          activity: '',
          counted: ['daily', 'weekly', 'monthly', 'all-time'],
          voided: null,
        },
        {
          id: 'e1',
          at: at(NOON),
          receivedAt: at(NOON),
          player,
          points: 5,
          activity: 'Quest',
          counted: [],
          voided: { at: at(NOON), reason: 'Sent twice' },
        },
      ],
      held: null,
      next: null,
      complete: true,
    });
  });

  test('are found by id, by player and by time', async () => {
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

  test('say of an id that it is held, and in which state', async () => {
    await trial.boards.limits.replace(trial.boards.board('main'), { event: 4, hour: null, day: null, history: null });
    await trial.post({ id: 'e1', username: 'ada', points: 5 });
    expect(await events({ id: 'e1' })).toMatchObject({ events: [], held: { state: 'waiting', event: { id: 'e1', username: 'ada' } } });
    await trial.boards.held.accept(heldKey('main', 'e1').id);
    expect(await events({ id: 'e1' })).toMatchObject({ events: [{ id: 'e1' }], held: { state: 'accepted' } });
    expect(await events()).toMatchObject({ events: [{ id: 'e1' }], held: null });
  });

  test('are there once on all pages together, while others arrive', async () => {
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
