import { afterEach, beforeEach, expect, test } from 'vitest';

import { NO_APPEARANCE } from '../../contract/operation/appearance.ts';
import { OWN_IDENTITY } from '../../contract/site-identity.ts';
import { useTrialApi } from '../api/trial-api.suite.ts';
import { ensureBoard } from '../boards/default-board.ts';
import { LiveBoards } from '../boards/live-boards.ts';
import type { PointsStore } from '../store/points-store.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { CurrentAppearance } from './current-appearance.ts';
import { saveDocument } from '../store/store-under-test.suite.ts';

const LANTERN = { name: 'Lantern Run', sentence: 'A race at night.', link: 'https://play.example/', colour: '#001f5b', poweredBy: true };

let store: PointsStore;
let boards: LiveBoards;

beforeEach(async () => {
  store = await openMemoryStore();
  boards = await LiveBoards.open(store, { clock: () => 0, graceMs: 0 });
  await ensureBoard(boards, { title: 'Leaderboard', calendar: { timeZone: 'UTC', weekStart: 1 } });
});

afterEach(async () => {
  await store.close();
});

const open = () => CurrentAppearance.open(store, boards);

test('is the default until set, and again when reset', async () => {
  const appearance = await open();
  expect(appearance.value).toEqual(NO_APPEARANCE);
  expect(appearance.look).toMatchObject({ identity: OWN_IDENTITY, style: '', version: '' });
  await appearance.replace(LANTERN);
  await appearance.replace({});
  expect(appearance.look).toMatchObject({ identity: OWN_IDENTITY, style: '', version: '' });
});

test('a new appearance is stored, and applied at once in every process that follows the store', async () => {
  const [one, other] = [await open(), await open()];
  expect(await one.replace(LANTERN)).toEqual(LANTERN);
  for (const appearance of [one, other, await open()]) {
    expect(appearance.value).toEqual(LANTERN);
    expect(appearance.look.identity).toEqual({
      name: 'Lantern Run',
      sentence: LANTERN.sentence,
      link: LANTERN.link,
      logo: null,
      isPoweredBy: true,
    });
    expect(appearance.look.style).toContain('--signal:light-dark(#001f5b,');
  }
});

test('each appearance has its own version, so that browsers do not show cached pictures of the previous one', async () => {
  const appearance = await open();
  const versions = new Set(['']);
  for (const sent of [LANTERN, { ...LANTERN, colour: '#e10600' }, { name: 'Lantern Run' }]) {
    await appearance.replace(sent);
    versions.add(appearance.look.version);
  }
  expect(versions.size).toBe(4);
});

test('a branded site says what it is powered by, unless turned off', async () => {
  const appearance = await open();
  await appearance.replace({ name: 'Lantern Run', poweredBy: false });
  expect(appearance.look.identity.isPoweredBy).toBe(false);
  await appearance.replace({ colour: '#e10600' });
  expect(appearance.look.identity).toMatchObject({ name: 'Laurels', isPoweredBy: false });
});

test.each([
  ['it is not valid JSON', '{'],
  ['colour has the wrong format', '{"colour":"red"}'],
])('an unreadable appearance prevents the start, and is left unchanged: %s', async (why, text) => {
  await saveDocument(store, 'appearance', text);
  await expect(open()).rejects.toThrow(`cannot be read: ${why}. It was not changed. Use the version`);
  expect(await store.document('appearance')).toBe(text);
});

const trial = useTrialApi();

test.each<[field: string, rule: RegExp, sent: object]>([
  ['name', /at most 40 characters/, { name: 'a'.repeat(41) }],
  ['name', /change the direction/, { name: 'a\u202eb' }],
  ['name', /be text/, { name: null }],
  ['sentence', /at most 160 characters/, { sentence: 'a'.repeat(161) }],
  ['sentence', /one line/, { sentence: 'a\nb' }],
  ['link', /begins with https:/, { link: 'javascript:alert(1)' }],
  ['link', /an @ before its path/, { link: 'https://a@b.example' }],
  ['colour', /a colour, for example #e10600/, { colour: 'red' }],
  ['colour', /a colour, for example #e10600/, { colour: '#e106' }],
  ['colour', /the nearest valid colour is #[0-9a-f]{6}$/, { colour: '#EAB444' }],
  ['logo', /PNG or SVG file in base64/, { logo: 'https://play.example/logo.svg' }],
  ['logo', /must be a PNG or SVG file$/, { logo: 'aGVsbG8=' }],
  ['poweredBy', /./, { poweredBy: 'no' }],
  ['color', /not a known field/, { color: '#e10600' }],
])('rejects %s: %s', async (field, rule, sent) => {
  const problem = await trial.problemOf(trial.send('replaceAppearance', { body: { sentence: 'Kept?', ...sent } }, trial.tokens.owner));
  expect(problem).toMatchObject({ status: 400, detail: 'The appearance is invalid. Nothing was changed.' });
  expect(problem.errors).toEqual([{ field, rule: expect.stringMatching(rule) as string }]);
  expect(await trial.read('appearance')).toEqual(NO_APPEARANCE);
});

test('the colour suggested for a rejected one is accepted', async () => {
  const { errors } = await trial.problemOf(trial.send('replaceAppearance', { body: { colour: '#eab444' } }, trial.tokens.owner));
  const [colour] = /#[0-9a-f]{6}$/.exec(errors![0]!.rule)!;
  expect(await trial.send('replaceAppearance', { body: { colour } }, trial.tokens.owner)).toMatchObject({ status: 200, body: { colour } });
});

test('all errors are reported at once, including those of the logo, and nothing is changed', async () => {
  const body = { name: '', logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), colour: 'red' };
  const { errors } = await trial.problemOf(trial.send('replaceAppearance', { body }, trial.tokens.owner));
  expect(errors!.map(({ field }) => field)).toEqual(['name', 'colour', 'logo']);
  expect(await trial.read('appearance')).toEqual(NO_APPEARANCE);
});

test('a logo is stored as a PNG of our own, which is accepted again unchanged', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><path fill="#e10600" d="M0 0h60v30H0z"/></svg>';
  const appearance = await open();
  const { logo } = await appearance.replace({ logo: Buffer.from(svg).toString('base64') });
  expect(logo).toMatch(/^data:image\/png;base64,iVBOR/);
  expect(appearance.look.identity.logo).toEqual({ path: `/logo.png?v=${appearance.look.version}`, width: 64, height: 32 });
  expect((await appearance.replace({ ...appearance.value })).logo).toBe(logo);
});

test('anyone can read it, and a key with role write cannot set it', async () => {
  await trial.problemOf(trial.send('replaceAppearance', { body: LANTERN }, trial.tokens.write));
  expect(await trial.read('appearance')).toEqual(NO_APPEARANCE);
  expect(await trial.send('replaceAppearance', { body: LANTERN }, trial.tokens.owner)).toMatchObject({ status: 200, body: LANTERN });
  expect(await trial.read('appearance')).toEqual(LANTERN);
});
