import { expect, test } from 'vitest';

import { speaksForSite } from './site-words.ts';

test.each([
  'admin',
  'Admin',
  'ADMIN 7',
  'the_admin',
  'admin1',
  'аdmin',
  'ＡＤＭＩＮ',
  'Site Moderator',
  'mod',
  'Cup of Kings',
  'cup 0f kings',
  'Erased Player',
])('%s looks as if the site spoke', (name) => {
  expect(speaksForSite(name, 'Cup of Kings')).toBe(true);
});

test.each(['Ada', 'Badminton Bob', 'Modesty', 'Königin', '漢字', '🦊', 'Kings', 'systemic'])('%s is a name for a player', (name) => {
  expect(speaksForSite(name, 'Cup of Kings')).toBe(false);
});
