import { expect, test } from 'vitest';

import { bodyOf, changesIn, partAt } from './form-body.ts';
import { bodySchema } from './body-schema.ts';

function formOf(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const APPEARANCE = bodySchema('replaceAppearance')!;

test('an empty form contains only unticked checkboxes', () => {
  const form = formOf([
    ['name', ' '],
    ['points.one', ''],
    ['poweredBy', ''],
  ]);
  expect(bodyOf(form, APPEARANCE, { name: 'Old', points: { one: 'coin' }, poweredBy: true })).toEqual({ poweredBy: false });
});

test('typed values are included, and fields that the form does not have are kept', () => {
  const kept = { name: 'Old', colour: '#e10600', motto: 'Run', poweredBy: false };
  const form = formOf([
    ['name', 'Lantern Run'],
    ['colour', ''],
    ['logo', 'data:image/png;base64,AAAA'],
    ['points.other', 'coins'],
    ['poweredBy', ''],
    ['poweredBy', 'on'],
    ['choice', 'what is no part of the body'],
  ]);
  expect(bodyOf(form, APPEARANCE, kept)).toEqual({
    name: 'Lantern Run',
    logo: 'data:image/png;base64,AAAA',
    points: { other: 'coins' },
    poweredBy: true,
    motto: 'Run',
  });
});

test('numbers, moments, checkboxes and texts follow the schema, and empty nullable fields are null', () => {
  const posted = formOf([
    ['id', 'one'],
    ['username', ''],
    ['points', '-5'],
    ['activity', ''],
    ['at', '2026-11-20T12:00'],
  ]);
  const at = new Date('2026-11-20T12:00').toISOString();
  expect(bodyOf(posted, bodySchema('postByHand')!)).toEqual({ id: 'one', username: '', points: -5, at });
  const limits = formOf([
    ['event', '12'],
    ['hour', ''],
    ['names', ''],
  ]);
  expect(bodyOf(limits, bodySchema('setLimits')!)).toEqual({ event: 12, hour: null, names: false });
  expect(bodyOf(formOf([['play.hour', '3']]), bodySchema('setLimits')!, { play: null, replays: 5 })).toEqual({
    play: { hour: 3 },
    replays: 5,
  });
  const told = formOf([
    ['events', ''],
    ['boards', ''],
    ['periods', ''],
    ['periods', 'daily'],
    ['periods', 'weekly'],
  ]);
  expect(bodyOf(told, bodySchema('changeWebhook')!)).toEqual({ events: [], boards: null, periods: ['daily', 'weekly'] });
  expect(bodyOf(formOf([['bounds.noNegative', '']]), bodySchema('addKey')!)).toEqual({});
});

test('an invalid moment is left for the server to reject, and an empty one is left out', () => {
  expect(bodyOf(formOf([['at', 'soon']]), bodySchema('postByHand')!)).toEqual({ at: 'soon' });
  expect(bodyOf(formOf([['at', '']]), bodySchema('postByHand')!)).toEqual({});
});

test('a union is resolved by the fields in the form', () => {
  const own = formOf([
    ['unit', 'own'],
    ['unit.one', 'coin'],
    ['unit.other', 'coins'],
  ]);
  expect(bodyOf(own, bodySchema('makeBoard')!)).toEqual({ unit: { one: 'coin', other: 'coins' } });
  expect(bodyOf(formOf([['unit', 'time']]), bodySchema('changeBoard')!, { unit: { one: 'coin', other: 'coins' } })).toEqual({
    unit: 'time',
  });
  expect(bodyOf(formOf([['reason', 'Cheated.']]), bodySchema('setPlayerVisibility')!, { state: 'removed' })).toEqual({
    state: 'removed',
    reason: 'Cheated.',
  });
});

test('a list entry is changed in place', () => {
  const kept = {
    activities: [
      { id: 'a', limit: { times: 1, per: 'day' } },
      { id: 'b', title: 'B', link: 'https://b' },
    ],
    prizes: [],
  };
  const form = formOf([
    ['activities[1].title', 'Bee'],
    ['activities[1].link', ''],
    ['activities[1].limit.times', '2'],
  ]);
  const schema = bodySchema('replaceCatalogue')!;
  expect(bodyOf(form, schema, kept)).toEqual({ ...kept, activities: [kept.activities[0], { id: 'b', title: 'Bee', limit: { times: 2 } }] });
  expect(partAt(schema, 'activities[1].title')?.isRequired).toBe(true);
  expect(partAt(schema, 'activities[1].limit.times')?.isRequired).toBe(false);
});

test('only values that differ from the current ones are changes', () => {
  expect(changesIn({ name: 'Ada', role: 'owner' }, { name: 'Ada', role: 'viewer', keys: [] })).toEqual({ role: 'owner' });
});
