import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { createApiClient } from '../../remote/api-client.ts';
import { pointsEventSchema } from '../../contract/points-event.ts';
import { parseLiveSettings } from '../../server/operation/live-settings.ts';
import { DEMO_CATALOGUE, eventsByChance, pastEvents, playDemoGame } from './demo-game.ts';
import { seeded } from '../../../tests/seeded.ts';
import { startLive } from '../serve/start-live.ts';

/** Long enough for any machine. */
const WAIT_MS = 300_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

function somePast() {
  const chance = seeded();
  return pastEvents(NOW, eventsByChance(chance), chance);
}

test('the history is four weeks of valid events, oldest first, in one batch', () => {
  const events = somePast();
  const times = events.map(({ at }) => Date.parse(at!));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(NOW - 28 * 86_400_000);
  expect(times.at(-1)).toBeLessThanOrEqual(NOW);
  for (const event of events) pointsEventSchema.parse(event);
  expect(events.length).toBeLessThanOrEqual(1000);
});

test('the catalogue equals the example, and lists the activities of the game', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../docs/examples/catalogue.json'), 'utf8');
  expect(DEMO_CATALOGUE).toEqual(JSON.parse(example));
  expect(new Set(somePast().map(({ activity, points }) => `${activity}: ${points}`))).toEqual(
    new Set(DEMO_CATALOGUE.activities.map(({ title, points }) => `${title}: ${points}`)),
  );
});

test('no player exceeds the catalogue’s limits', () => {
  const nextEvent = eventsByChance(seeded());
  const today = Array.from({ length: 2000 }, () => nextEvent(NOW));
  const most = { 'Daily Login Bonus': 1, 'Complete Challenges': 1, 'Tournament Participation': 3 };
  for (const [title, limit] of Object.entries(most)) {
    const doers = today.filter(({ activity }) => activity === title).map(({ username }) => username);
    expect(doers.length).toBeGreaterThan(0);
    for (const doer of doers) expect(doers.filter((other) => other === doer).length).toBeLessThanOrEqual(limit);
  }
});

test('a board has points moments after the start, and they change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-demo-'));
  const settings = parseLiveSettings({ PORT: '0', LAURELS_DATA: folder });
  const said: string[] = [];
  const server = await startLive({
    settings,
    pages: () => () => Promise.reject(new Error('no pages are asked for')),
    headers: [],
    clock: () => NOW,
    steady: () => NOW,
    log: (text, about) => void (about?.level === 'info' || said.push(text)),
  });
  const stop = playDemoGame(
    server.url,
    server.firstKey!,
    (text) => said.push(text),
    () => NOW,
  );
  const call = createApiClient(ENDPOINTS, { origin: server.url });
  const standings = async () => (await call('rankings', { board: 'main', query: { period: 'all-time' } })).standings;
  const points = async () => (await standings()).reduce((sum, standing) => sum + standing.points, 0);
  await vi.waitFor(async () => expect((await standings()).length).toBeGreaterThan(10), WAIT_MS);
  const yesterday = await call('rankings', { board: 'main', query: { at: new Date(NOW - DAY_MS).toISOString().slice(0, 10) } });
  expect(yesterday.total).toBeGreaterThan(0);
  const before = await points();
  expect(await call('catalogue')).toEqual(DEMO_CATALOGUE);
  const found = (await call('search')).entries;
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['player', 'tournament', 'achievement']));
  const { cards } = await call('statistics');
  expect(cards.filter(({ value }) => value === 0)).toEqual([]);
  await vi.waitFor(async () => expect(await points()).toBeGreaterThan(before), WAIT_MS);
  stop();
  await server.stop();
  expect(said.filter((line) => !/^(Closed on "main": |Created a new database)/.test(line))).toEqual([]);
  rmSync(folder, { recursive: true });
});
