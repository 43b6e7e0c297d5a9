// Erasing a guest removes their names, and leaves records of others alone, even if the guest is named after a word in them.
import { expect, test, vi } from 'vitest';

import { SharedLine } from '../../../../tests/oracle/several-stores.suite.ts';
import { guestNamed } from '../../guests/kept-guest.ts';
import { LiveBoards } from '../../boards/live-boards.ts';
import type { StoredRecord } from '../../store/records.ts';
import { useTrialApi } from '../trial-api.suite.ts';

let line: SharedLine;
const trial = useTrialApi({ openStore: () => (line = new SharedLine()).open() });

interface Made {
  readonly username: string;
  readonly secret: string;
}

/** Guests with points, with points on hold (more than 10) or without any, named after words of operators or in records. */
const GUESTS = [
  ['owner', 5],
  ['https', 5],
  ['2026', 5],
  ['left', 5],
  ['points', 5],
  ['cheating', 11],
  ['active', 11],
  ['player', 0],
  ['game', 0],
] as const;

const KINDS =
  'person identity session invitation audit beside-audit held note payout awarded replay kept-replays used-challenge challenge-secret play-secret seed-secret logo guest guest-name guest-code'.split(
    ' ',
  );

const call = (id: 'createGuest' | 'eraseGuest' | 'beginPlay', body: object) => trial.send(id, { body }, trial.tokens.play);

const create = async (name?: string) => (await call('createGuest', { name })).body as Made;

async function played({ secret }: Made, points: number, replay?: string): Promise<number> {
  const { play } = (await call('beginPlay', { board: 'main', guest: secret })).body as { readonly play: string };
  return (await trial.send('finishPlay', { play, body: { points, replay } }, trial.tokens.play)).status;
}

async function records(): Promise<readonly StoredRecord[]> {
  const kinds = [...KINDS, ...trial.boards.webhooks.list().map(({ id }) => `delivery ${id}`)];
  return (await Promise.all(kinds.map((kind) => trial.boards.store.records(kind, { limit: 1000 })))).flat();
}

/** Operators and others, with every kind of text that they can write. */
async function withOthers(): Promise<Made> {
  const { boards, tokens } = trial;
  await trial.enter('owner');
  await trial.operators.invitations.make({ role: 'owner', hours: 1 });
  const [person] = await boards.store.records('person', { limit: 1 });
  const identities = [{ issuer: 'https://login.example', subject: 'left' }];
  const text = JSON.stringify({ ...(JSON.parse(person!.text) as object), identities });
  const identity = { kind: 'identity', id: 'https', at: trial.now, state: person!.id, text: JSON.stringify(identities[0]) };
  await boards.store.changeRecords({ change: () => [{ ...person!, text }, identity] });
  const webhook = { name: 'game', url: 'https://game.example/points', form: 'standard', events: ['points.held'] };
  expect((await trial.send('addWebhook', { body: webhook }, tokens.owner)).status).toBe(201);
  await trial.send('setLimits', { board: 'main', body: { event: 10 } }, tokens.owner);
  const reason = 'Cheating: left with points in 2026, see https://game.example. The player is active.';
  for (const [i, points] of [5, 5, 11].entries()) await trial.post({ id: `b${i}`, username: 'bob', points });
  await trial.send('reviseEvent', { board: 'main', body: { event: 'b0', does: 'void', reason } }, tokens.owner);
  await trial.send('addNote', { username: 'bob', body: { text: reason } }, tokens.owner);
  await boards.held.reject((await boards.held.of('bob'))[0]!.id, reason);
  await trial.post({ id: 'c1', username: 'cleo', points: 5 });
  await trial.send('setPlayerVisibility', { username: 'cleo', body: { state: 'removed', reason } }, tokens.owner);
  await trial.send('beginImport', { body: { board: 'main', file: 'points left.csv' } }, tokens.owner);
  const other = await create('Bystander');
  expect(await played(other, 6, '{"role":"owner","left":"left"}')).toBe(201);
  await trial.send('leaveBoard', { body: { guest: other.secret, board: 'main' } }, tokens.play);
  return other;
}

test('guests named after a word of the site leave all records and reasons of others unchanged', async () => {
  const other = await withOthers();
  const answers = async () => {
    const asOwner = { headers: { authorization: `Bearer ${trial.tokens.owner}` } };
    const targets = ['absent-players', 'imports', 'players/bob/data', 'players/bob/events', `players/${other.username}/events`];
    return Promise.all(targets.map(async (target) => (await trial.ask(`/api/v1/${target}`, asOwner)).text));
  };
  const [before, answered] = [await records(), await answers()];
  for (const kind of ['person', 'identity', 'session', 'invitation', 'audit', 'beside-audit', 'held', 'note', 'replay'])
    expect(before.map((record) => record.kind)).toContain(kind);
  expect(before.some(({ kind }) => kind.startsWith('delivery'))).toBe(true);
  for (const [word, points] of GUESTS) {
    const guest = await create();
    await trial.boards.store.changeRecords(guestNamed(guest.username, word, trial.now, false));
    if (points > 0) expect(await played(guest, points)).toBe(points > 10 ? 202 : 201);
    expect((await call('eraseGuest', { guest: guest.secret })).status).toBe(200);
    expect((await records()).filter((record) => JSON.stringify(record).includes(guest.username))).toEqual([]);
  }
  const after = new Map((await records()).map((record) => [record.number, record]));
  expect(before.map(({ number }) => after.get(number))).toEqual(before);
  expect(await answers()).toEqual(answered);
  expect((await trial.rankings({ period: 'all-time' })).standings.map(({ player }) => player.displayName)).toContain('Erased player');
});

test('a guest’s name is removed next to their username, and where it was compared with a held name', async () => {
  const guest = await create('Vesper');
  expect(await played(guest, 5)).toBe(201);
  await trial.send('setLimits', { board: 'main', body: { names: true } }, trial.tokens.owner);
  expect((await trial.post({ id: 'm1', username: 'mallory', displayName: 'VESPER', points: 1 })).status).toBe(202);
  await trial.post({ id: 'b1', username: 'bob', points: 5 });
  for (const text of [`Vesper is ${guest.username}.`, 'Vesper is late.'])
    await trial.send('addNote', { username: 'bob', body: { text } }, trial.tokens.owner);
  const [held] = await trial.boards.held.of('mallory');
  expect(held!.text).toContain('Vesper');
  expect((await call('eraseGuest', { guest: guest.secret })).status).toBe(200);
  const notes = await trial.boards.store.records('note', { limit: 9 });
  expect(notes.map(({ text }) => (JSON.parse(text) as { readonly note: string }).note).toSorted()).toEqual([
    'Erased player is Erased player.',
    'Vesper is late.',
  ]);
  expect(JSON.parse((await trial.boards.held.of('mallory'))[0]!.text)).toMatchObject({
    event: { displayName: 'VESPER' },
    reason: 'The name is new and looks like Erased player.',
  });
});

test('a play restores no former name if another process erases or renames the guest right before the commit', async () => {
  const store = await line.open();
  const other = await LiveBoards.open(store, { clock: () => trial.now, graceMs: 0 });
  /** Finishes a play, and runs a function between the last check of the guest and the commit. */
  const interrupted = async (guest: Made, meanwhile: () => Promise<unknown>) => {
    const { commits } = trial.boards;
    const submit = commits.submit.bind(commits);
    vi.spyOn(commits, 'submit').mockImplementationOnce(async (...queued) => {
      await store.catchUp();
      await meanwhile();
      return submit(...queued);
    });
    return played(guest, 7, 'left');
  };
  const [known, unknown, renamed] = [await create(), await create(), await create('Vesper')];
  expect(await played(known, 5)).toBe(201);
  for (const guest of [known, unknown]) {
    expect(await interrupted(guest, () => other.identities.erase(guest.username))).toBe(410);
    expect(await trial.boards.store.playerNamed(guest.username)).toBeUndefined();
    expect((await records()).filter((record) => JSON.stringify(record).includes(guest.username))).toEqual([]);
  }
  const named = guestNamed(renamed.username, 'Hesper', trial.now, false);
  expect(await interrupted(renamed, () => store.changeRecords(named))).toBe(201);
  expect(await trial.boards.store.playerNamed(renamed.username)).toMatchObject({ displayName: 'Hesper' });
  const { standings } = await trial.rankings({ period: 'all-time' });
  expect(standings.map(({ player, points }) => [player.displayName, points])).toEqual([
    ['Hesper', 7],
    ['Erased player', 5],
  ]);
});
