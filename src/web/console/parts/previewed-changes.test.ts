import { expect, test } from 'vitest';

import type { PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { mostChanged, podiumPlaces, prizeMoves } from './previewed-changes.ts';

const [ada, bob, cem, dee] = ['Ada', 'Bob', 'Cem', 'Dee'].map((displayName) => ({
  username: displayName.toLowerCase(),
  displayName,
  avatar: '🦊',
})) as [Player, Player, Player, Player];

type Player = PreviewedPeriod['podium']['before'][number];

const period = (board: string, changed: Partial<PreviewedPeriod>): PreviewedPeriod => ({
  board,
  kind: 'daily',
  from: '2026-11-26',
  players: [],
  others: 0,
  podium: { changes: false, before: [], after: [] },
  prizes: [],
  ...changed,
});

test('the most changed period comes first, prizes and podiums before ranks, and equal periods keep their order', () => {
  const podium = { changes: true, before: [ada], after: [bob] };
  const prizes = [{ player: ada, before: 'Gold', after: null }];
  const periods = [
    period('few', { others: 1 }),
    period('many', { others: 90 }),
    period('podium', { podium }),
    period('prize', { podium, prizes }),
    period('also-few', { others: 1 }),
  ];
  expect(mostChanged(periods).map(({ board }) => board)).toEqual(['prize', 'podium', 'many', 'few', 'also-few']);
});

test('podiums mark the players who leave, join and move', () => {
  const { before, after } = podiumPlaces(
    period('main', {
      podium: { changes: true, before: [ada, bob, cem], after: [bob, dee, cem] },
      players: [{ player: bob, before: { rank: 2, points: 60 }, after: { rank: 1, points: 110 } }],
    }),
  );
  expect(before.map(({ player, move }) => [player.username, move])).toEqual([
    ['ada', 'out'],
    ['bob', 'none'],
    ['cem', 'none'],
  ]);
  expect(after.map(({ player, points, move }) => [player.username, points, move])).toEqual([
    ['bob', 110, 'up'],
    ['dee', undefined, 'in'],
    ['cem', undefined, 'none'],
  ]);
  const pushedDown = period('main', { podium: { changes: true, before: [ada, bob], after: [bob, ada] } });
  expect(podiumPlaces(pushedDown).after.map(({ move }) => move)).toEqual(['up', 'down']);
});

test('a prize that changes hands has its previous and its new winner', () => {
  expect(
    prizeMoves([
      { player: ada, before: 'Gold', after: 'Silver' },
      { player: bob, before: 'Silver', after: 'Gold' },
      { player: cem, before: 'Bronze', after: null },
    ]),
  ).toEqual([
    { prize: 'Gold', from: ['Ada'], to: ['Bob'] },
    { prize: 'Silver', from: ['Bob'], to: ['Ada'] },
    { prize: 'Bronze', from: ['Cem'], to: [] },
  ]);
});
