import { expect, test } from 'vitest';

import { NO_APPEARANCE } from '../../../contract/operation/appearance.ts';
import { identityOf, typedAppearance } from './typed-appearance.ts';

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test('an empty form is no appearance, without the line that says what the site is made with', () => {
  expect(typedAppearance(formOf({ name: ' ', 'points.one': '' }), { name: 'Old', poweredBy: true })).toEqual({ poweredBy: false });
});

test('what is typed is said, and what the form does not ask for stays', () => {
  const kept = { ...NO_APPEARANCE, name: 'Old', colour: '#e10600', motto: 'Run' };
  const form = formOf({ name: 'Lantern Run', logo: 'data:image/png;base64,AAAA', poweredBy: 'on' });
  expect(typedAppearance(form, kept)).toEqual({ name: 'Lantern Run', logo: 'data:image/png;base64,AAAA', poweredBy: true, motto: 'Run' });
});

test('the words for points are said together, so that the server can tell which one is missing', () => {
  const form = formOf({ 'points.one': 'coin', 'points.other': '', 'points.short': 'c' });
  expect(typedAppearance(form, NO_APPEARANCE).points).toEqual({ one: 'coin', other: '', short: 'c' });
});

test('pages say the own word for points once there is one for one and for several', () => {
  expect(identityOf({ poweredBy: true, points: { one: 'coin', other: '' } }).points).toBeUndefined();
  expect(identityOf({ poweredBy: true, points: { one: 'coin', other: 'coins' } }).points?.other).toBe('coins');
});
