import { expect, test } from 'vitest';

import { catalogueSchema } from './catalogue.ts';

const ACTIVITY = { id: 'match', title: 'Match', description: 'Play one.', points: 100, difficulty: 'Easy', timeRequired: '20 min' };

/** The rules that an activity linking to `link` breaks, as messages; empty if it is valid. */
function rulesBroken(link: string): readonly string[] {
  const { error } = catalogueSchema.safeParse({ activities: [{ ...ACTIVITY, link }] });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
}

test.each([
  {},
  { minutes: 1 },
  { minutes: 600_000 },
  { limit: { times: 1, per: 'day' } },
  { limit: { times: 3, per: 'week' }, minutes: 20 },
  { limit: { times: 12, per: 'month' } },
  { limit: { times: 1, per: 'ever' } },
])('an activity accepts %j', (more) => {
  expect(catalogueSchema.parse({ activities: [{ ...ACTIVITY, ...more }] }).activities).toEqual([{ ...ACTIVITY, ...more }]);
});

test('all other fields of an activity are required', () => {
  for (const left of Object.keys(ACTIVITY)) {
    const { error } = catalogueSchema.safeParse({ activities: [{ ...ACTIVITY, [left]: undefined }] });
    expect(error?.issues.map(({ path }) => path)).toEqual([['activities', 0, left]]);
  }
});

test.each(['https://play.example/match?a=b@c#d', 'http://[::1]:8080/', 'HTTPS://play.example', 'https://play.example/café'])(
  '%s is a valid link for a button',
  (link) => {
    expect(rulesBroken(link)).toEqual([]);
  },
);

const UNSEEN = 'must not contain spaces, line breaks, backslashes, control characters or invisible characters';
const AT_SIGN = 'must not contain a username, a password or an @ before its path';

test.each([
  ['javascript:alert(1)', 'must be a URL that begins with https:// or http://'],
  ['ftp://play.example/', 'must be a URL that begins with https:// or http://'],
  ['https://', 'must be a URL that begins with https:// or http://'],
  ['/match', 'must be a URL that begins with https:// or http://'],
  ['https://play.example/\nmatch', UNSEEN],
  ['https://play.example/\u2028', UNSEEN],
  ['https://play\t.example/', UNSEEN],
  ['https://play.example/\u0085', UNSEEN],
  ['https://bank.example@evil.example/', AT_SIGN],
  ['https://:secret@play.example/', AT_SIGN],
  ['https://@play.example/', AT_SIGN],
  ['https:///bank.example@evil.example/', AT_SIGN],
  ['https://play.example/café au lait', UNSEEN],
  ['https://play.example\\.evil.example/', UNSEEN],
  ['https://play.example/\u200b', UNSEEN],
  ['https://play.example/\u00ad', UNSEEN],
  ['https://play.example/\u202egnp', UNSEEN],
  ['https://play.example/\u3164', UNSEEN],
])('the link %j is rejected with its rule', (link, rule) => {
  expect(rulesBroken(link)).toEqual([`activities.0.link ${rule}`]);
});
