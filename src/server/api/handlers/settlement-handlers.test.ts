import { expect, test } from 'vitest';

import { type AnswerTo, ENDPOINTS } from '../../../contract/api.ts';
import { type Addressed, targetOf } from '../../../contract/endpoint.ts';
import type { ApiRehearsal } from '../../../contract/operation/settlement.ts';
import { payoutsSchema, practiceSchema, rehearsalSchema, reviewSchema, unsettledSchema } from '../../../contract/operation/settlement.ts';
import { previewSchema } from '../../../contract/operation/previews.ts';
import { WEBHOOK_EVENT_TYPES } from '../../../contract/operation/webhooks.ts';
import { DAY, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

async function rehearsal(period: 'daily' | 'weekly' = 'daily'): Promise<ApiRehearsal> {
  const target = targetOf(ENDPOINTS.rehearse, { board: 'main', query: { period } });
  const { status, body } = await trial.ask(target, { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  expect(status).toBe(200);
  return rehearsalSchema.parse(body);
}

async function prizes(...rules: readonly object[]): Promise<void> {
  const catalogue = { activities: [], tournaments: [], achievements: [], prizes: rules };
  const { status } = await trial.send('replaceCatalogue', { body: catalogue }, trial.tokens.owner);
  expect(status).toBe(200);
}

function won({ winners }: ApiRehearsal): readonly string[] {
  return winners.map(({ rank, player, prize }) => `${rank} ${player.username} ${prize}`);
}

test('a rehearsal lists the winners, who is left out and why, and unclaimed prizes', async () => {
  await prizes({ period: 'daily', from: 1, prize: 'Cup' }, { period: 'daily', from: 2, to: 4, prize: 'Coins' });
  for (const [username, points] of [
    ['ada', 9],
    ['bob', 8],
    ['cyd', 7],
    ['dan', 6],
  ] as const)
    await trial.post({ id: username, username, points });
  const found = await rehearsal();
  expect(won(found)).toEqual(['1 ada Cup', '2 bob Coins', '3 cyd Coins', '4 dan Coins']);
  expect(found).toMatchObject({ from: '2026-11-21', ranked: 4, winning: 4, leftOut: [], unclaimed: [] });

  await trial.boards.players.setVisibility('ada', { state: 'removed', reason: 'Two accounts.' });
  await trial.boards.players.setVisibility('cyd', { state: 'hidden' });
  const without = await rehearsal();
  expect(won(without)).toEqual(['1 bob Cup', '2 dan Coins']);
  expect(without.leftOut).toMatchObject([
    { rank: 1, prize: 'Cup', player: { username: 'ada' }, state: 'removed', reason: 'Two accounts.' },
    { rank: 2, prize: 'Coins', player: { username: 'cyd' }, state: 'hidden', reason: null },
  ]);
  expect(without.held).toBe(0);
  await trial.boards.limits.replace(trial.boards.board('main'), { event: 9, hour: null, day: null, history: null });
  await trial.post({ id: 'many', username: 'eve', points: 10 });
  await trial.post({ id: 'yesterday', username: 'eve', points: 10, at: new Date(trial.now - DAY).toISOString() });
  expect((await rehearsal()).held).toBe(1);
  // The moment at which a day ends belongs to the next day.
  trial.now = Date.parse('2026-11-21T22:58:00Z');
  await trial.post({ id: 'tomorrow', username: 'eve', points: 10, at: '2026-11-21T23:00:00Z' });
  expect((await rehearsal()).held).toBe(1);
  expect(without.unclaimed).toEqual([{ from: 3, to: 4, prize: 'Coins' }]);
  expect(won(await rehearsal('weekly'))).toEqual([]);
});

test('a rehearsal lists the webhooks that will be notified: enabled ones that subscribed to the message', async () => {
  const url = 'https://play.example/hook';
  const settings = { url, form: 'standard', boards: null, periods: null } as const;
  await trial.boards.webhooks.add('all', { ...settings, events: [...WEBHOOK_EVENT_TYPES] });
  await trial.boards.webhooks.add('results', { ...settings, events: ['period.final'], boards: ['main'], periods: ['daily'] });
  await trial.boards.webhooks.add('weeks', { ...settings, events: ['period.final'], periods: ['weekly'] });
  await trial.boards.webhooks.add('others', { ...settings, events: ['period.final'], boards: ['speedrun'] });
  await trial.boards.webhooks.add('off', { ...settings, events: ['period.final'] });
  await trial.boards.webhooks.set('off', { state: 'off' });
  expect((await rehearsal()).messages).toEqual([
    { type: 'period.closing_soon', webhooks: ['all'] },
    { type: 'period.closed', webhooks: ['all'] },
    { type: 'period.final', webhooks: ['all', 'results'] },
  ]);
});

test('a rehearsal lists when the periods of a year end, and which of them include a clock change', async () => {
  const { ends } = await rehearsal('weekly');
  expect(ends.length).toBeGreaterThanOrEqual(52);
  expect(ends[0]).toMatchObject({ from: '2026-11-16', end: '2026-11-22T23:00:00.000Z' });
  expect(ends.flatMap(({ from, clockChangeMinutes }) => (clockChangeMinutes === 0 ? [] : [`${from} ${clockChangeMinutes}`]))).toEqual([
    '2027-03-22 -60',
    '2027-10-25 60',
  ]);
});

/** All won prizes, newest first. */
async function payouts(query: Addressed<(typeof ENDPOINTS)['payouts']>['query'] = {}): Promise<AnswerTo<'payouts'>> {
  const target = targetOf(ENDPOINTS.payouts, { query });
  const { status, body } = await trial.ask(target, { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  expect(status).toBe(200);
  return payoutsSchema.parse(body);
}

/** Four players, three of them winners, and a day that has ended. */
async function wonDay(): Promise<void> {
  await prizes({ period: 'daily', from: 1, to: 3, prize: 'Coins' });
  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
  await trial.boards.closing.closeEnded();
  for (const [username, points] of [
    ['ada', 9],
    ['bob', 8],
    ['cyd', 7],
    ['dan', 6],
  ] as const)
    await trial.post({ id: username, username, points });
  trial.now += DAY;
  await trial.boards.closing.closeEnded();
}

test('a board’s review time can be set, and provisional days are listed with their prizes', async () => {
  const { status, body } = await trial.send('setReview', { board: 'main', body: { reviewMinutes: 60 } }, trial.tokens.owner);
  expect([status, body]).toEqual([200, { board: 'main', reviewMinutes: 60, provisional: [] }]);
  expect((await trial.send('setReview', { board: 'main', body: { reviewMinutes: 43_201 } }, trial.tokens.owner)).status).toBe(400);
  await wonDay();
  const target = targetOf(ENDPOINTS.review, { board: 'main' });
  const read = await trial.ask(target, { headers: { authorization: `Bearer ${trial.tokens.owner}` } });
  const { provisional } = reviewSchema.parse(read.body);
  expect(provisional).toMatchObject([
    { period: { state: 'provisional' }, from: '2026-11-21', prizes: [{ from: 1, to: 3, prize: 'Coins' }] },
  ]);
  expect((await trial.rankings({ at: '2026-11-21' })).period).toMatchObject({ closed: false, state: 'provisional' });
  expect(await trial.read('boardView', { board: 'main', query: { at: '2026-11-21' } })).toMatchObject({ finalAt: provisional[0]!.finalAt });
});

test('of a thousand concurrent claims for three prizes, three succeed', async () => {
  await wonDay();
  const { payouts: due } = await payouts({ state: 'due' });
  expect(due.map(({ rank, player }) => `${rank} ${player.username}`).toSorted()).toEqual(['1 ada', '2 bob', '3 cyd']);
  const claims = Array.from({ length: 1000 }, (_, i) =>
    trial.send('markPayout', { payout: due[i % 3]!.id, body: { state: 'paid', note: `claim ${i}` } }, trial.tokens.owner),
  );
  const statuses = (await Promise.all(claims)).map(({ status }) => status);
  expect([200, 409].map((status) => statuses.filter((each) => each === status).length)).toEqual([3, 997]);
  expect((await payouts()).payouts.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  expect((await payouts({ state: 'due' })).payouts).toEqual([]);
});

test('payouts are listed in pages, and a mistake is corrected by marking it as due again', async () => {
  await wonDay();
  const first = await payouts({ limit: 2 });
  const second = await payouts({ limit: 2, before: first.next! });
  expect([first.payouts.length, second.payouts.length, second.next]).toEqual([2, 1, null]);
  const payout = first.payouts[0]!.id;
  const mark = async (state: string) => (await trial.send('markPayout', { payout, body: { state } }, trial.tokens.owner)).status;
  expect([await mark('declined'), await mark('paid'), await mark('due'), await mark('paid')]).toEqual([200, 409, 200, 200]);
  expect((await trial.send('markPayout', { payout: '0123456789abcdef', body: { state: 'paid' } }, trial.tokens.owner)).status).toBe(404);
});

/** Periods of the main board that are not final, as `daily from 2026-11-21 waits for review`. */
async function unsettled(): Promise<readonly string[]> {
  const target = targetOf(ENDPOINTS.unsettled, { board: 'main' });
  const { status, body } = await trial.ask(target, { headers: { authorization: `Bearer ${trial.tokens.viewer}` } });
  expect(status).toBe(200);
  return unsettledSchema.parse(body).periods.map(({ period, from, waitsFor }) => `${period.kind} from ${from} waits for ${waitsFor}`);
}

const settle = (query: { preview?: '1'; since?: string } = {}, period: 'daily' | 'weekly' = 'daily') =>
  trial.send('settlePeriod', { board: 'main', query, body: { period, date: '2026-11-21' } }, trial.tokens.operator);

test('a reopened day waits for corrections', async () => {
  await wonDay();
  await prizes();
  await trial.post({ id: 'next', username: 'ada', points: 1 });
  trial.now += DAY;
  await trial.boards.closing.closeEnded();
  const body = { period: 'daily', date: '2026-11-22', reason: 'The clock' } as const;
  expect((await trial.send('reopenPeriod', { board: 'main', body }, trial.tokens.operator)).status).toBe(200);
  expect((await unsettled())[0]).toBe('daily from 2026-11-22 waits for correction');
});

test('a day under review can be made final early, as previewed, and its prizes are due', async () => {
  await trial.send('setReview', { board: 'main', body: { reviewMinutes: 1440 } }, trial.tokens.operator);
  await wonDay();
  const told = await settle({ preview: '1' });
  const preview = previewSchema.parse(told.body);
  expect(preview).toMatchObject({
    podium: false,
    periods: [],
    due: {
      total: 3,
      first: [{ rank: 1, prize: 'Coins', player: { username: 'ada' } }, { rank: 2 }, { rank: 3, player: { username: 'cyd' } }],
    },
  });
  expect((await payouts()).payouts).toEqual([]);

  // The winners differ from the preview.
  await trial.boards.players.setVisibility('bob', { state: 'hidden' });
  expect(await settle({ since: preview.since })).toMatchObject({
    status: 409,
    body: { type: expect.stringMatching(/:changed$/) as string },
  });
  expect((await payouts()).payouts).toEqual([]);

  const { since } = previewSchema.parse((await settle({ preview: '1' })).body);
  expect(await settle({ since })).toMatchObject({
    status: 200,
    body: { period: { state: 'final' }, from: '2026-11-21', finalAt: new Date(trial.now).toISOString() },
  });
  const { payouts: due } = await payouts({ state: 'due' });
  expect(due.map(({ rank, player }) => `${rank} ${player.username}`).toSorted()).toEqual(['1 ada', '2 cyd', '3 dan']);
  expect(trial.boards.reviews.list()).toEqual([]);
  expect((await settle()).status).toBe(409);
});

test('only a period under review can be made final early, and not while the clock is wrong', async () => {
  await trial.send('setReview', { board: 'main', body: { reviewMinutes: 1440 } }, trial.tokens.operator);
  await wonDay();
  for (const query of [{}, { preview: '1' }] as const)
    expect(await settle(query, 'weekly')).toMatchObject({ status: 409, body: { errors: [{ field: 'date' }] } });
  trial.open({ readiness: async () => ['The clock is wrong.'] });
  expect(await settle()).toMatchObject({ status: 503 });
  expect((await unsettled())[0]).toBe('daily from 2026-11-21 waits for review');
});

async function practised(): Promise<AnswerTo<'practise'>> {
  const target = targetOf(ENDPOINTS.practise, { board: 'main', query: { period: 'daily' } });
  const { status, body } = await trial.ask(target, { headers: { authorization: `Bearer ${trial.tokens.viewer}` } });
  expect(status).toBe(200);
  return practiceSchema.parse(body);
}

test.each([0, 60])(
  'a practice settlement has the result of the real one, including ties, and stores nothing (%i minutes of review)',
  async (reviewMinutes) => {
    await prizes({ period: 'daily', from: 1, prize: 'Cup' }, { period: 'daily', from: 2, to: 4, prize: 'Coins' });
    await trial.boards.reviews.setReviewMs('main', reviewMinutes * 60_000);
    // Bob and Cyd are tied, and Cyd joined first; Eve scored before Dan.
    await trial.post({ id: 'early', username: 'cyd', points: 1, at: new Date(trial.now - 3 * DAY).toISOString() });
    for (const [username, points] of [
      ['bob', 8],
      ['cyd', 8],
      ['ada', 9],
      ['eve', 6],
      ['dan', 6],
    ] as const)
      await trial.post({ id: username, username, points, at: new Date(trial.now + (username === 'dan' ? 1 : 0)).toISOString() });
    await trial.boards.players.setVisibility('ada', { state: 'hidden' });
    const before = trial.boards.changes.mark();
    const { payouts, steps, ...practice } = await practised();
    expect(practice).toEqual({ board: 'main', kind: 'daily', from: '2026-11-21', ranked: 4, players: 4, madeUp: [] });
    expect(steps.map(({ state }) => state)).toEqual(reviewMinutes === 0 ? ['open', 'final'] : ['open', 'provisional', 'final']);
    expect(trial.boards.changes.mark()).toBe(before);
    expect(await trial.boards.store.recordCounts('payout')).toEqual(new Map());

    trial.now = Date.parse('2026-11-21T23:00:00Z');
    await trial.boards.closing.closeEnded();
    if (reviewMinutes > 0) {
      const settled = await trial.send(
        'settlePeriod',
        { board: 'main', body: { period: 'daily', date: '2026-11-21' } },
        trial.tokens.owner,
      );
      expect(settled.status).toBe(200);
    }
    const real = payoutsSchema.parse(
      (await trial.ask('/api/v1/payouts?board=main', { headers: { authorization: `Bearer ${trial.tokens.owner}` } })).body,
    );
    expect(payouts.map(({ rank, player }) => `${rank} ${player.username}`)).toEqual(['1 cyd', '2 bob', '3 eve', '4 dan']);
    expect(payouts).toEqual(real.payouts.toReversed());
  },
);

test('without players or prizes, a practice settlement invents a few', async () => {
  const { madeUp, payouts, ranked, players } = await practised();
  expect([madeUp, ranked, players, payouts.map(({ prize }) => prize)]).toEqual([
    ['players', 'prizes'],
    0,
    3,
    ['Practice prize 1', 'Practice prize 2', 'Practice prize 3'],
  ]);
  expect(await trial.boards.store.playerCount()).toBe(0);
});
