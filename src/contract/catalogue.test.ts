import { expect, test } from 'vitest';

import { catalogueSchema } from './catalogue.ts';

const ACTIVITY = { id: 'match', title: 'Match', description: 'Play one.', points: 100, difficulty: 'Easy', timeRequired: '20 min' };

/** What the catalogue says of an activity that leads to `link`; nothing if it takes it. */
function rulesBroken(link: string): readonly string[] {
  const { error } = catalogueSchema.safeParse({ activities: [{ ...ACTIVITY, link }] });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
}

test.each(['https://play.example/match?a=b@c#d', 'http://[::1]:8080/', 'HTTPS://play.example', 'https://play.example/café au lait'])(
  '%s is where a button may lead',
  (link) => {
    expect(rulesBroken(link)).toEqual([]);
  },
);

test.each([
  ['javascript:alert(1)', 'must be an address that begins with https:// or http://'],
  ['ftp://play.example/', 'must be an address that begins with https:// or http://'],
  ['https://', 'must be an address that begins with https:// or http://'],
  [' https://play.example/', 'must be an address that begins with https:// or http://'],
  ['https://play.example/\nmatch', 'must not have line breaks or control characters'],
  ['https://play.example/\u2028', 'must not have line breaks or control characters'],
  ['https://play\t.example/', 'must not have line breaks or control characters'],
  ['https://play.example/\u0085', 'must not have line breaks or control characters'],
  ['https://bank.example@evil.example/', 'must not have a user name or a password'],
  ['https://:secret@play.example/', 'must not have a user name or a password'],
])('%j is refused by its rule', (link, rule) => {
  expect(rulesBroken(link)).toEqual([`activities.0.link ${rule}`]);
});
