import { describe, expect, test, vi } from 'vitest';

import { useCommands } from '../../tests/live/typed-commands.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
/** 90 seconds after midnight in Berlin: the grace time is over. */
const MIDNIGHT = Date.parse('2026-11-18T23:01:30Z');
const MINUTE = 60_000;
const PRIZES = [
  { period: 'daily', from: 1, prize: 'Cup' },
  { period: 'daily', from: 2, to: 4, prize: 'Coins' },
];

const typed = useCommands(NOON, { LAURELS_TIME_ZONE: 'Europe/Berlin' });
const { laurels } = typed;

/** Three players on a day with prizes. */
async function play(): Promise<void> {
  await laurels('boards', 'add', 'main');
  const catalogue = { activities: [], tournaments: [], achievements: [], prizes: PRIZES };
  expect((await laurels('catalogue', 'set', typed.file('catalogue.json', JSON.stringify(catalogue)))).code).toBe(0);
  const rows = [
    ['a', 'ada', 9],
    ['b', '=bob', 7],
    ['c', 'cyd', 7],
  ].map(([id, name, points], i) => `${id},2026-11-18T0${7 + i}:00:00Z,${name},${points}\n`);
  expect((await laurels('import', typed.file('points.csv', `id,at,username,points\n${rows.join('')}`))).code).toBe(0);
}

/** The payouts, once the day is settled. */
async function settle(): Promise<string> {
  typed.now = MIDNIGHT;
  await typed.serve();
  typed.now += 5 * MINUTE;
  await vi.waitUntil(async () => (await laurels('payouts', 'list')).out.includes('Cup'), { timeout: 300_000, interval: 50 });
  return (await laurels('payouts', 'list')).out;
}

function refusal(code: number, sentence: string) {
  return { code, out: '', err: expect.stringContaining(sentence) as string };
}

describe.each(['without a server', 'through a server'])('%s', (how) => {
  async function begin(): Promise<void> {
    await play();
    if (how === 'through a server') await typed.serve();
  }

  test('a rehearsal lists winners, players left out and why, webhooks notified, and clock changes', async () => {
    await begin();
    await laurels('players', 'remove', 'cyd', '--reason', 'Two accounts.');
    await laurels('webhooks', 'add', 'results', 'https://play.example/hook', '--event', 'period.final');
    const { code, out } = await laurels('rehearse', 'main', 'daily');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'Final results of "main", 18 Nov 2026, if it ended now (18 Nov 2026, 12:00 UTC):',
      '2 players ranked. Results become final 18 Nov 2026, 23:01 UTC.',
      '2 prizes won:',
      '  1. ada wins "Cup" with 9',
      '  2. =bob wins "Coins" with 7',
      'Left out:',
      '  cyd is removed (Two accounts.); would rank 3 with 7 and win "Coins"',
      'Prizes without a winner:',
      '  3 to 4: "Coins"',
      'Webhooks that receive the end of the period:',
      '  period.final: results',
      'Next period ends, and those of the coming year with a clock change:',
      '  18 Nov 2026: ends 18 Nov 2026, 23:00 UTC, final 18 Nov 2026, 23:01 UTC',
      '  19 Nov 2026: ends 19 Nov 2026, 23:00 UTC, final 19 Nov 2026, 23:01 UTC',
      '  20 Nov 2026: ends 20 Nov 2026, 23:00 UTC, final 20 Nov 2026, 23:01 UTC',
      '  21 Nov 2026: ends 21 Nov 2026, 23:00 UTC, final 21 Nov 2026, 23:01 UTC',
      '  28 Mar 2027: ends 28 Mar 2027, 22:00 UTC, final 28 Mar 2027, 22:01 UTC: clocks change, 60 minutes shorter',
      '  31 Oct 2027: ends 31 Oct 2027, 23:00 UTC, final 31 Oct 2027, 23:01 UTC: clocks change, 60 minutes longer',
      '',
    ]);
    const weekly = await laurels('rehearse', 'main', 'weekly');
    expect(weekly.out).toContain('No prizes.');
    expect(weekly.out).toContain('week of 22 Mar 2027: ends 28 Mar 2027, 22:00 UTC');
    await laurels('webhooks', 'off', 'results');
    expect((await laurels('rehearse', 'main', 'daily')).out).toContain('No webhooks receive the end of the period.\n');
  });

  test('sets and shows the review time', async () => {
    await begin();
    expect((await laurels('periods', 'review', 'main')).out).toBe(
      'No review period on "main": results are final as soon as a period closes.\n',
    );
    expect((await laurels('periods', 'review', 'main', '90')).out).toBe('Results with prizes on "main" are under review for 90 minutes.\n');
    expect((await laurels('periods', 'review', 'main')).out).toContain('for 90 minutes');
    expect((await laurels('rehearse', 'main', 'daily')).out).toContain('Results become final 19 Nov 2026, 00:31 UTC.');
    expect(await laurels('periods', 'review', 'none')).toEqual(refusal(1, 'There is no board "none".'));
    expect(await laurels('periods', 'review', 'none', '5')).toEqual(refusal(1, 'There is no board "none".'));
  });

  test('there are no payouts before a day is over', async () => {
    await begin();
    expect((await laurels('payouts', 'list')).out).toBe('No payouts.\n');
    expect((await laurels('payouts', 'export')).out).toMatch(/^id,board,.*\r\n$/);
    expect(await laurels('payouts', 'mark', '0123456789abcdef', 'paid')).toEqual(refusal(1, 'There is no payout "0123456789abcdef".'));
    expect(await laurels('payouts', 'list', '--board', 'none')).toEqual(refusal(1, 'There is no board "none".'));
  });
});

test('results under review are made final by the generated command', async () => {
  await play();
  await laurels('periods', 'review', 'main', '90');
  typed.now = MIDNIGHT;
  await typed.serve();
  const settle = (...more: readonly string[]) => laurels('periods', 'settle', 'main', '--period', 'daily', '--date', '2026-11-18', ...more);
  await vi.waitUntil(async () => (await settle('--preview')).code === 0, { timeout: 300_000, interval: 50 });
  const { out: preview } = await settle('--preview');
  const since = preview.trim().split('\n').at(-1)!;
  expect(preview.split('\n').slice(0, 6)).toEqual([
    'No rank would change.',
    '3 prizes would be due:',
    '  rank 1: "Cup" for ada',
    '  rank 2: "Coins" for =bob',
    '  rank 3: "Coins" for cyd',
    'This is a preview; nothing changed. To go ahead if it still holds, add:',
  ]);
  expect((await laurels('payouts', 'list')).out).toBe('No payouts.\n');
  expect(await laurels('periods', 'settle', 'main')).toEqual(refusal(2, '--period daily|weekly|monthly is missing.'));
  expect(await laurels('periods', 'settle', 'main', '--period', 'hourly', '--date', '2026-11-18')).toEqual(
    refusal(2, 'period must be "daily", "weekly" or "monthly": all time never ends'),
  );
  expect(await settle(...since.split(' '))).toEqual({
    code: 0,
    out: expect.stringMatching(/^A period of "main" is final\. Its prizes are due\. Done .+\.\n$/) as string,
    err: '',
  });
  expect(await settle()).toEqual(refusal(1, 'The period is not under review.'));
  await vi.waitUntil(async () => (await laurels('payouts', 'list')).out.includes('Cup'), { timeout: 300_000, interval: 50 });
});

test('prizes are listed, exported and marked, once each', async () => {
  await play();
  const list = (await settle()).trim().split('\n');
  expect(list.map((line) => line.slice(17))).toEqual([
    'due      main, 18 Nov 2026, rank 3: "Coins" for cyd',
    'due      main, 18 Nov 2026, rank 2: "Coins" for =bob',
    'due      main, 18 Nov 2026, rank 1: "Cup" for ada',
  ]);
  const id = list.at(-1)!.slice(0, 16);
  expect(await laurels('payouts', 'mark', id, 'paid', '--note', 'By mail.')).toEqual({
    code: 0,
    out: `${id} paid     main, 18 Nov 2026, rank 1: "Cup" for ada: By mail.\n`,
    err: '',
  });
  expect(await laurels('payouts', 'mark', id, 'paid')).toEqual(refusal(1, 'The payout is already paid. Nothing was changed.'));
  expect(await laurels('payouts', 'mark', id, 'declined')).toEqual(refusal(1, 'state must be set to "due" first'));
  expect((await laurels('payouts', 'mark', id, 'due')).code).toBe(0);
  expect((await laurels('payouts', 'mark', id, 'declined')).code).toBe(0);
  expect((await laurels('payouts', 'list', '--state', 'due')).out.trim().split('\n')).toHaveLength(2);
  await typed.stop();
  expect((await laurels('payouts', 'list', '--board', 'main', '--state', 'declined')).out).toContain('for ada');
  const csv = (await laurels('payouts', 'export')).out.trim().split('\n');
  expect(csv).toHaveLength(4);
  expect(csv[0]!.trimEnd()).toBe('id,board,period,from,rank,prize,username,display_name,state,at,note');
  // Names are escaped, so that none is a formula in a spreadsheet.
  expect(csv[2]).toContain(`Coins,'=bob`);
});

test('many prizes are marked once after a preview, and marked due again with one undo', async () => {
  await play();
  await settle();
  const preview = await laurels('payouts', 'paid', '--board', 'main', '--note', 'By mail.');
  expect(preview.out).toMatch(/^3 items would change, 0 would be left alone\.\nNo rank would change\.\n/);
  expect((await laurels('payouts', 'list', '--state', 'paid')).out).toBe('No payouts.\n');
  const [, since = ''] = /--since (\S+)/.exec(preview.out) ?? [];
  const paid = await laurels('payouts', 'paid', '--board', 'main', '--note', 'By mail.', '--since', since);
  expect(paid.out).toMatch(/^3 prizes marked as paid .*\. To undo it: undo \d+\n$/);
  expect((await laurels('payouts', 'declined', '--player', 'ada', '--since', since)).code).toBe(1);
  const ids = (await laurels('payouts', 'list')).out.split('\n').slice(0, 2);
  expect(await laurels('payouts', 'paid', ...ids.map((line) => line.slice(0, 16)), '--yes')).toEqual(
    refusal(1, '2 of the 2 selected prizes have already been marked'),
  );
  expect((await laurels('undo', /undo (\d+)/.exec(paid.out)![1]!)).code).toBe(0);
  expect((await laurels('payouts', 'list', '--state', 'due')).out.trim().split('\n')).toHaveLength(3);
  expect(await laurels('payouts', 'paid')).toEqual(refusal(2, 'Give IDs or filters, not both. Filters: --board, --player.'));
});

test('a period under review is listed, with the time it becomes final', async () => {
  await play();
  await laurels('periods', 'review', 'main', '60');
  typed.now = MIDNIGHT;
  await typed.serve();
  await vi.waitUntil(async () => (await laurels('periods', 'review', 'main')).out.includes('Provisional'), {
    timeout: 300_000,
    interval: 50,
  });
  expect((await laurels('periods', 'review', 'main')).out).toBe(
    'Results with prizes on "main" are under review for 60 minutes.\nProvisional: 18 Nov 2026, final 19 Nov 2026, 00:01 UTC.\n',
  );
});

test.each([
  [['rehearse'], 'BOARD is missing.'],
  [['rehearse', 'main'], 'KIND is missing.'],
  [['rehearse', 'main', 'all-time'], 'period must be "daily", "weekly" or "monthly": all time never ends'],
  [['rehearse', 'main', 'daily', 'now'], 'Unexpected argument "now".'],
  [['payouts'], '\n  payouts list '],
  [['payouts', 'pay'], 'Unknown subcommand "pay".\n  payouts list '],
  [['payouts', 'list', '--state', 'open'], 'state must be "due", "paid" or "declined"'],
  [['payouts', 'mark'], 'ID is missing.'],
  [['payouts', 'mark', '0123456789abcdef'], 'STATE is missing.'],
  [['payouts', 'mark', '0123456789abcdef', 'sent'], 'state must be "due", "paid" or "declined"'],
  [['payouts', 'mark', '0123456789abcdef', 'paid', '--note', ''], 'note must'],
  [['periods'], '\n  periods settle BOARD '],
  [['periods', 'review'], 'BOARD is missing.'],
  [['periods', 'review', 'main', 'soon'], 'reviewMinutes must be'],
  [['periods', 'review', 'main', '43201'], 'reviewMinutes must be'],
  [['periods', 'review', 'main', '-5'], 'reviewMinutes must be'],
  [['periods', 'review', 'main', '5', 'x'], 'Unexpected argument "x".'],
])('%j is a usage error with the reason', async (args, sentence) => {
  await play();
  expect(await laurels(...args)).toEqual(refusal(2, sentence));
});

test('reports a missing database, board or payout', async () => {
  for (const args of [
    ['rehearse', 'main', 'daily'],
    ['payouts', 'list'],
    ['periods', 'review', 'main'],
  ])
    expect(await laurels(...args)).toEqual(refusal(1, 'There is no database in'));
  await play();
  expect(await laurels('rehearse', 'none', 'daily')).toEqual(refusal(1, 'There is no board "none".'));
  expect(await laurels('payouts', 'mark', '0123456789abcdef', 'paid')).toEqual(refusal(1, 'There is no payout "0123456789abcdef".'));
});
