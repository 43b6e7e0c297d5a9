import { describe, expect, test, vi } from 'vitest';

import { MOST_NOTES } from '../../../contract/operation/notes.ts';
import type { PlayerData, PlayerEvents } from '../../../contract/operation/players.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { DAY, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

async function post(id: string, username: string, points: number, at: string): Promise<void> {
  expect((await trial.post({ id, username, points, at, activity: 'match' })).status).toBe(201);
}

describe('visitors’ view of a player’s events', () => {
  const ask = () => trial.read('receipt', { username: 'ada', query: { board: 'main', period: 'all-time' } });
  const set = (events: string, token = trial.tokens.owner) => trial.send('replacePrivacy', { body: { events } }, token);

  test('shows each event by default', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    expect(await trial.read('privacy')).toEqual({ events: 'all' });
    const receipt = await ask();
    expect(receipt).toMatchObject({ shown: 'all', total: 1, days: [] });
    expect(receipt.events).toHaveLength(1);
  });

  test('can show a sum for each of the board’s days', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    // Past midnight in Berlin.
    await post('e2', 'ada', 7, '2026-11-20T23:30:00Z');
    await post('e3', 'ada', 2, '2026-11-21T09:00:00Z');
    expect((await set('by-day')).status).toBe(200);
    const receipt = await ask();
    expect(receipt).toMatchObject({ shown: 'by-day', events: [], total: null, next: null, place: { kind: 'ranked', points: 14 } });
    expect(receipt.days).toEqual([
      { day: '2026-11-21', points: 9 },
      { day: '2026-11-20', points: 5 },
    ]);
    const then = await trial.read('receipt', {
      username: 'ada',
      query: { board: 'main', period: 'all-time', at: '2026-11-21T08:00:00Z' },
    });
    expect(then.days).toEqual([{ day: '2026-11-20', points: 5 }]);
  });

  test('can show nothing, and the rank stays', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    await set('none');
    expect(await ask()).toMatchObject({ shown: 'none', events: [], days: [], total: null, place: { kind: 'ranked', rank: 1, points: 5 } });
    await set('all');
    expect((await ask()).events).toHaveLength(1);
  });

  test('can only be set by operators, to known values', async () => {
    expect((await set('none', trial.tokens.write)).status).toBe(403);
    expect((await set('some')).status).toBe(400);
    expect(await trial.read('privacy')).toEqual({ events: 'all' });
  });
});

describe('operators’ notes', () => {
  const write = (username: string, text: unknown, token = trial.tokens.moderator) =>
    trial.send('addNote', { username, body: { text } }, token);
  const notes = async (username: string) => {
    const { headers } = await trial.enter('viewer');
    return ((await trial.ask(`/api/v1/players/${username}/data`, { headers })).body as PlayerData).notes;
  };

  test('are returned to operators, newest first, with their authors', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    expect((await write('ADA', 'Warned for scripting.')).status).toBe(201);
    trial.now += 1000;
    const { status } = await write('ada', 'Sorry.\nIt was their brother.');
    expect([status, (await notes('ada')).map(({ text, by }) => [text, by.name])]).toEqual([
      201,
      [
        ['Sorry.\nIt was their brother.', 'moderator'],
        ['Warned for scripting.', 'moderator'],
      ],
    ]);
    for (const target of ['player', 'playerPage', 'playerHistory'] as const)
      expect(JSON.stringify(await trial.read(target, { username: 'ada' }))).not.toContain('scripting');
    expect(await trial.problemOf(write('ada', 'Hi.', trial.tokens.viewer))).toMatchObject({ status: 403 });
    expect(await trial.problemOf(write('bob', 'Hi.'))).toMatchObject({ status: 404 });
  });

  test.each([[''], ['  \n '], ['a'.repeat(1001)], ['a\u0000b'], ['\ud800'], [7], [undefined]])('%j is rejected', async (text) => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    expect(await trial.problemOf(write('ada', text))).toMatchObject({ status: 400, errors: [{ field: 'text' }] });
    expect(await notes('ada')).toEqual([]);
  });

  test('are limited to a hundred', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    for (let i = 0; i < MOST_NOTES; i += 1) await trial.boards.notes.add('ada', '👀'.repeat(1000));
    expect(await trial.problemOf(write('ada', 'One more.'))).toMatchObject({ status: 409 });
    expect(await notes('ada')).toHaveLength(MOST_NOTES);
  });

  test('move with a merge, and return with its undo', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    await post('e2', 'bob', 5, '2026-11-20T08:15:00Z');
    await write('ada', 'Has another account.');
    await write('ada', 'A mistake.');
    const { id } = (await notes('ada')).find(({ text }) => text === 'A mistake.')!;
    await trial.send('deleteNote', { username: 'ada', note: id, body: undefined }, trial.tokens.moderator);
    await write('bob', 'Is the other one.');
    const texts = async (username: string) => (await notes(username)).map(({ text }) => text).toSorted();
    expect((await trial.send('mergePlayers', { username: 'ada', body: { into: 'bob' } }, trial.tokens.owner)).status).toBe(200);
    expect([await texts('ada'), await texts('bob')]).toEqual([[], ['Has another account.', 'Is the other one.']]);
    const [merge] = await trial.boards.store.records('audit', { state: 'merge-players', limit: 1 });
    expect((await trial.send('undoAct', { entry: String(merge!.number), body: undefined }, trial.tokens.owner)).status).toBe(200);
    expect([await texts('ada'), await texts('bob')]).toEqual([['Has another account.'], ['Is the other one.']]);
  });

  test('are erased with the player, including deleted ones and those in the audit log; notes on others lose the name', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    await post('e2', 'bob', 5, '2026-11-20T08:15:00Z');
    await write('ada', 'Lives in Turin.');
    await write('ada', 'Phones from Turin.');
    await write('bob', 'A friend of ada.');
    const [{ id } = { id: '' }] = await notes('ada');
    expect((await trial.send('deleteNote', { username: 'ada', note: id, body: undefined }, trial.tokens.moderator)).status).toBe(200);
    expect(
      await trial.problemOf(trial.send('deleteNote', { username: 'bob', note: id, body: undefined }, trial.tokens.moderator)),
    ).toMatchObject({
      status: 404,
    });
    await trial.send('erasePlayer', { username: 'ada', body: undefined }, trial.tokens.owner);
    const records = await trial.boards.store.records('note', { limit: 10 });
    expect(records.map(({ text }) => (JSON.parse(text) as { readonly note: string }).note)).toEqual(['A friend of Erased player.']);
    expect(JSON.stringify(await trial.boards.store.records('audit', { limit: 100 }))).not.toContain('Turin');
    expect((await notes('bob'))[0]?.text).toBe('A friend of Erased player.');
  });

  test('moved by a merge are erased with the player they moved to, from the audit log too, even after an interrupted erasure', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    await post('e2', 'bob', 5, '2026-11-20T08:15:00Z');
    await trial.send('mergePlayers', { username: 'ada', body: { into: 'bob' } }, trial.tokens.owner);
    // Their notes move even if they have no newer events.
    await write('ada', 'Lives in Turin.');
    await write('ada', 'Phones from Turin.');
    const [{ id } = { id: '' }] = await notes('ada');
    expect((await trial.send('mergePlayers', { username: 'ada', body: { into: 'bob' } }, trial.tokens.owner)).status).toBe(200);
    expect([await notes('ada'), (await notes('bob')).length]).toEqual([[], 2]);
    await trial.send('deleteNote', { username: 'bob', note: id, body: undefined }, trial.tokens.moderator);
    await write('ada', 'Likes Rome.');
    const store = trial.boards.store as unknown as PointsStore;
    const cutOff = vi.spyOn(store, 'erasePlayer').mockImplementationOnce(async (number, rewrite) => {
      await store.erasePlayer(number, (text, record) => {
        if (record?.kind === 'note') throw new Error('gone');
        return rewrite!(text, record);
      });
      return false;
    });
    expect((await trial.send('erasePlayer', { username: 'bob', body: undefined }, trial.tokens.owner)).status).toBe(500);
    expect(cutOff).toHaveBeenCalledTimes(2);
    await trial.send('erasePlayer', { username: 'bob', body: undefined }, trial.tokens.owner);
    const said = JSON.stringify([await store.records('note', { limit: 10 }), await store.records('audit', { limit: 100 })]);
    expect(said).not.toContain('Turin');
    expect(said).toContain('Rome');
  });
});

describe('the data stored about a player', () => {
  const asAdmin = () => ({ headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  const data = (username: string) => trial.ask(`/api/v1/players/${username}/data`, asAdmin());

  test('includes names, why they are hidden, all totals and all final ranks', async () => {
    await trial.post({ id: 'e1', username: 'ada', displayName: 'Ada', avatar: '🦊', points: 5, at: '2026-11-19T08:15:00Z' });
    await post('e2', 'bob', 9, '2026-11-19T09:00:00Z');
    await trial.send('setPlayerVisibility', { username: 'ada', body: { state: 'removed', reason: 'A bot.' } }, trial.tokens.owner);
    const { status, body } = await data('ADA');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      player: { username: 'ada', displayName: 'Ada', avatar: '🦊' },
      visibility: { state: 'removed', reason: 'A bot.' },
      boards: [
        {
          board: { name: 'main' },
          totals: [
            { kind: 'daily', from: '2026-11-19', points: 5 },
            { kind: 'weekly', from: '2026-11-16', points: 5 },
            { kind: 'monthly', from: '2026-11-01', points: 5 },
            { kind: 'all-time', from: null, points: 5 },
          ],
        },
      ],
    });
    expect((await data('nobody')).status).toBe(404);
  });

  test('includes all events, in pages, regardless of privacy settings', async () => {
    await trial.send('replacePrivacy', { body: { events: 'none' } }, trial.tokens.owner);
    const events = Array.from({ length: 1000 }, (_, i) => ({ id: `e${i}`, username: 'ada', points: 1, at: '2026-11-20T08:15:00Z' }));
    await trial.post({ events });
    await post('last', 'ada', 2, '2026-11-20T09:00:00Z');
    const page = async (query: string) => (await trial.ask(`/api/v1/players/ada/events${query}`, asAdmin())).body as PlayerEvents;
    const first = await page('');
    expect(first.events).toHaveLength(1000);
    expect(first.events[0]).toMatchObject({ id: 'last', points: 2, activity: 'match', voided: null });
    const second = await page(`?before=${first.next}`);
    expect(second).toMatchObject({ events: [{ id: 'e0' }], next: null });
  });

  test('an error about a missing or wrong state names the allowed ones', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    for (const body of [{}, { state: 'gone' }]) {
      const sent = trial.send('setPlayerVisibility', { username: 'ada', body }, trial.tokens.owner);
      expect(await trial.problemOf(sent)).toMatchObject({
        status: 400,
        errors: [{ field: 'state', rule: 'must be "shown" or "hidden" or "removed"' }],
      });
    }
  });

  test('is for operators only', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    for (const what of ['data', 'events']) {
      expect((await trial.ask(`/api/v1/players/ada/${what}`)).status).toBe(401);
      const write = { headers: { authorization: `Bearer ${trial.tokens.write}` } };
      expect((await trial.ask(`/api/v1/players/ada/${what}`, write)).status).toBe(403);
    }
  });
});

describe('players’ identities', () => {
  const admin = () => trial.tokens.owner;
  const erase = (username: string) =>
    trial.ask(`/api/v1/players/${username}`, { method: 'DELETE', headers: { authorization: `Bearer ${admin()}` } });
  const allTime = async () =>
    (await trial.rankings({ period: 'all-time' })).standings.map(({ rank, points, player }) => [rank, player.displayName, points]);

  test('a renamed player has the new name everywhere, and the old one is free', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    await post('e2', 'bob', 3, '2026-11-20T08:15:00Z');
    const answer = await trial.send('renamePlayer', { username: 'ADA', body: { username: 'ada-l' } }, admin());
    expect(answer).toMatchObject({ status: 200, body: { username: 'ada-l', displayName: 'ada-l' } });
    expect(await allTime()).toEqual([
      [1, 'ada-l', 5],
      [2, 'bob', 3],
    ]);
    expect((await trial.ask('/api/v1/players/ada')).status).toBe(404);
    expect((await trial.ask('/api/v1/players/Ada-L')).status).toBe(200);
    expect((await trial.send('renamePlayer', { username: 'ada-l', body: { username: 'BOB' } }, admin())).status).toBe(409);
    expect((await trial.send('renamePlayer', { username: 'ada-l', body: {} }, admin())).status).toBe(400);
    expect((await trial.send('renamePlayer', { username: 'ada', body: { username: 'x' } }, admin())).status).toBe(404);
    await post('e3', 'ada', 1, '2026-11-20T08:20:00Z');
    expect(await allTime()).toHaveLength(3);
  });

  test('an erased player keeps points and ranks, and has no page, search result or name', async () => {
    await trial.post({
      id: 'match-ada',
      username: 'ada',
      displayName: 'Ada Lovelace',
      avatar: '🦊',
      points: 5,
      at: '2026-11-20T08:15:00Z',
    });
    await post('e2', 'bob', 3, '2026-11-20T08:15:00Z');
    await trial.send('setPlayerVisibility', { username: 'bob', body: { state: 'removed', reason: 'Bob lied.' } }, admin());
    expect(await erase('ada')).toMatchObject({ status: 200, body: { traces: 'gone' } });
    expect((await erase('bob')).status).toBe(200);
    expect((await erase('ada')).status).toBe(404);
    expect(await allTime()).toEqual([[1, 'Erased player', 5]]);
    expect((await trial.ask('/api/v1/players/%20erased%201')).status).toBe(404);
    for (const q of ['ada', 'love', 'erased']) expect((await trial.rankings({ period: 'all-time', q })).standings).toEqual([]);
    expect(JSON.stringify(await trial.read('search', { query: { text: 'erased' } }))).not.toContain('Erased player');
    // A player removed before stays out of the rankings, without the reason.
    const absent = await trial.ask('/api/v1/absent-players', { headers: { authorization: `Bearer ${admin()}` } });
    expect(absent.body).toEqual({ players: [{ username: ' erased 2', displayName: 'Erased player', state: 'hidden', reason: null }] });
  });

  test('an erased player’s names are removed from reasons, imports and former names', async () => {
    await post('e1', 'adah', 5, '2026-11-20T08:15:00Z');
    await post('e2', 'bob', 3, '2026-11-20T08:15:00Z');
    await trial.send('renamePlayer', { username: 'adah', body: { username: 'ada', displayName: 'Ada Lovelace' } }, admin());
    const reason = 'Ada Lovelace (formerly adah) gave ada’s account away.';
    await trial.send('setPlayerVisibility', { username: 'bob', body: { state: 'removed', reason } }, admin());
    await trial.send('reviseEvent', { board: 'main', body: { event: 'e2', does: 'void', reason } }, admin());
    const asAdmin = { headers: { authorization: `Bearer ${admin()}` } };
    await trial.send('beginImport', { body: { board: 'main', file: 'of ada.csv' } }, admin());
    expect((await erase('ada')).status).toBe(200);
    const without = 'Erased player (formerly Erased player) gave Erased player’s account away.';
    expect((await trial.ask('/api/v1/absent-players', asAdmin)).body).toMatchObject({ players: [{ username: 'bob', reason: without }] });
    expect((await trial.ask('/api/v1/players/bob/events', asAdmin)).body).toMatchObject({ events: [{ voided: { reason: without } }] });
    const { body: imports } = await trial.ask('/api/v1/imports', asAdmin);
    expect((imports as { imports: readonly { file: string }[] }).imports.at(-1)).toMatchObject({ file: 'of Erased player.csv' });
    expect(JSON.stringify((await trial.ask('/api/v1/audit', asAdmin)).body)).not.toMatch(/\bada(?:h|\b)/i);
    // The same file is still the same import.
    const again = await trial.send('beginImport', { body: { board: 'main', file: 'of ada.csv' } }, admin());
    expect(again).toMatchObject({ status: 200, body: { resumed: true } });
  });

  test('a merge counts the points of two names for one player, at their own times, and is idempotent', async () => {
    await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
    await post('e2', 'ada2', 7, '2026-11-21T09:00:00Z');
    await post('e3', 'bob', 10, '2026-11-21T09:00:00Z');
    const merge = () => trial.send('mergePlayers', { username: 'ada2', body: { into: 'ADA' } }, admin());
    for (const events of [1, 0]) {
      expect(await merge()).toMatchObject({ status: 200, body: { events } });
      expect(await allTime()).toEqual([
        [1, 'ada', 12],
        [2, 'bob', 10],
      ]);
    }
    const daily = await trial.rankings({ period: 'daily' });
    expect(daily.standings.map(({ player, points }) => [player.username, points])).toEqual([
      ['bob', 10],
      ['ada', 7],
    ]);
    expect((await trial.boards.store.verify()).differences).toEqual([]);
    expect((await trial.send('mergePlayers', { username: 'ada', body: { into: 'ada' } }, admin())).status).toBe(409);
    expect((await trial.send('mergePlayers', { username: 'ada', body: { into: 'nobody' } }, admin())).status).toBe(404);
  });

  test('a merge can be previewed, and is only done as previewed', async () => {
    await post('e1', 'ada', 5, '2026-11-21T08:15:00Z');
    await post('e2', 'ada2', 7, '2026-11-21T09:00:00Z');
    await post('e3', 'bob', 10, '2026-11-21T09:00:00Z');
    const asked = { username: 'ada2', body: { into: 'ada' } };
    const preview = await trial.send('mergePlayers', { ...asked, query: { preview: '1' } }, admin());
    expect(preview).toMatchObject({ status: 200, body: { preview: true, podium: true } });
    const { since, periods } = preview.body as ApiPreview;
    expect(periods.at(-1)!.players.map(({ player, before, after }) => [player.username, before?.points, after?.points])).toEqual([
      ['ada2', 7, undefined],
      ['ada', 5, 12],
    ]);
    expect(await allTime()).toHaveLength(3);
    await post('e4', 'bob', 10, '2026-11-21T09:00:00Z');
    expect(await trial.send('mergePlayers', { ...asked, query: { since } }, admin())).toMatchObject({
      status: 409,
      body: { type: 'urn:laurels:problem:changed' },
    });
    expect(await allTime()).toHaveLength(3);
    const again = (await trial.send('mergePlayers', { ...asked, query: { preview: '1' } }, admin())).body as ApiPreview;
    expect(await trial.send('mergePlayers', { ...asked, query: { since: again.since } }, admin())).toMatchObject({ body: { events: 1 } });
    expect(await allTime()).toEqual([
      [1, 'bob', 20],
      [2, 'ada', 12],
    ]);
  });

  describe('players with points on hold', () => {
    const held = (username: string) => trial.boards.held.of(username);
    const data = async (username: string) =>
      trial.ask(`/api/v1/players/${username}/data`, { headers: { authorization: `Bearer ${admin()}` } });
    const hold = async (id: string, username: string, more: object = {}) => {
      await trial.boards.limits.replace(trial.boards.board('main'), { event: 10, hour: null, day: null, history: null });
      expect((await trial.post({ id, username, points: 11, ...more })).status).toBe(202);
      return (await held(username))[0]!.id;
    };
    /** The player’s data besides points. */
    const kept = async () =>
      JSON.stringify(await Promise.all(['held', 'audit'].map((kind) => trial.boards.store.records(kind, { limit: 99 }))));

    test('get them in their data, even if the username has no player', async () => {
      await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
      await hold('h1', 'ADA');
      await hold('h2', 'bob', { displayName: 'Bob B.' });
      expect((await data('ada')).body).toMatchObject({ held: [{ event: { id: 'h1' } }], boards: [{}] });
      expect(await data('bob')).toMatchObject({
        status: 200,
        body: { player: { username: 'bob', displayName: 'Bob B.' }, held: [{ state: 'waiting', event: { id: 'h2' } }], boards: [] },
      });
    });

    test('keep them when renamed, and keep the name when they are accepted', async () => {
      await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
      const id = await hold('h1', 'ada', { displayName: 'Old' });
      await trial.send('renamePlayer', { username: 'ada', body: { username: 'zoe', displayName: 'Zoë' } }, admin());
      await trial.boards.held.accept(id);
      expect(await allTime()).toEqual([[1, 'Zoë', 16]]);
      // The game keeps posting under the old name.
      expect((await trial.post({ id: 'h1', username: 'ada', points: 11, displayName: 'Old' })).status).toBe(200);
    });

    test('pass them on in a merge', async () => {
      await post('e1', 'ada2', 5, '2026-11-20T08:15:00Z');
      await post('e2', 'ada', 5, '2026-11-20T08:15:00Z');
      const id = await hold('h1', 'ada2');
      await trial.send('mergePlayers', { username: 'ada2', body: { into: 'ada' } }, admin());
      await trial.boards.held.accept(id);
      expect(await allTime()).toEqual([[1, 'ada', 21]]);
    });

    test('lose them when erased, while others keep their names and ids', async () => {
      await post('e1', 'ada', 5, '2026-11-20T08:15:00Z');
      await hold('match-ada', 'ada', { displayName: 'Ada Lovelace' });
      const other = await hold('ada-vs-bob', 'Ada Smith');
      await trial.boards.held.reject(other, 'Played with Ada Lovelace');
      expect((await erase('ada')).status).toBe(200);
      expect(await held('ada')).toEqual([]);
      expect(await kept()).not.toMatch(/lovelace|match-ada/i);
      expect(JSON.parse((await held('ada smith'))[0]!.text)).toMatchObject({
        event: { id: 'ada-vs-bob', username: 'Ada Smith' },
        note: 'Played with Erased player',
      });
      expect((await trial.post({ id: 'ada-vs-bob', username: 'Ada Smith', points: 11 })).status).toBe(202);
      await trial.boards.held.accept(other);
      expect(await allTime()).toEqual([
        [1, 'Ada Smith', 11],
        [2, 'Erased player', 5],
      ]);
    });

    test('can be erased if nothing else is known about them', async () => {
      await hold('match-ada', 'ada', { displayName: 'Ada Lovelace' });
      await trial.boards.held.reject((await held('ada'))[0]!.id, 'Ada Lovelace is a bot');
      expect(await erase('ADA')).toMatchObject({ status: 200, body: { traces: 'gone' } });
      expect(await kept()).not.toMatch(/lovelace|match/i);
      expect((await data('ada')).status).toBe(404);
      expect((await erase('ada')).status).toBe(404);
    });
  });

  test('a merge does not change final results', async () => {
    await post('e1', 'ada2', 7, '2026-11-20T09:00:00Z');
    await post('e2', 'ada', 5, '2026-11-20T08:15:00Z');
    trial.now += DAY;
    // The day is over, but not closed yet.
    for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
    await trial.send('mergePlayers', { username: 'ada2', body: { into: 'ada' } }, admin());
    const day = await trial.rankings({ period: 'daily', at: '2026-11-20' });
    expect(day.standings.map(({ player, points }) => [player.username, points])).toEqual([
      ['ada2', 7],
      ['ada', 5],
    ]);
    expect(await allTime()).toEqual([[1, 'ada', 12]]);
  });
});
