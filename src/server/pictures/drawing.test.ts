import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { ROOT } from '../../../scripts/tools/child-process.ts';
import { writeCardFonts } from '../../../scripts/build/subset-font.ts';
import type { PlayerCard } from '../../contract/player-card.ts';
import { OWN_LOOK } from '../appearance/site-look.ts';
import { useCardFonts } from './card-fonts.suite.ts';
import { Drawing } from './drawing.ts';
import type { Picture } from './picture.ts';

const fonts = useCardFonts();

beforeAll(() => {
  // A slow thread must not count as stuck, so timers stand still here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterAll(() => {
  vi.useRealTimers();
});

function card(name: string): Picture {
  const standing = { rank: '14th', medal: null, among: 'of 1,203', points: '12,480 pts' } as const;
  const said: PlayerCard = {
    names: [{ name, initials: name.slice(0, 2) }],
    instead: '14th today',
    avatar: '',
    hue: 0,
    board: 'Main',
    result: 'Yesterday: 2nd of 40, provisional',
    lanes: [{ period: 'Today', standing }],
  };
  return { kind: 'player', card: said, brand: OWN_LOOK.brand };
}

test('a card is a PNG of 1200 by 630, the same for the same content and different otherwise', async () => {
  const drawing = new Drawing(fonts());
  const [ada, again, bo] = (await Promise.all(['Ada', 'Ada', 'Bo'].map((name) => drawing.draw(card(name))))).map((png) => Buffer.from(png));
  expect(ada!.subarray(1, 4).toString()).toBe('PNG');
  expect([ada!.readUInt32BE(16), ada!.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(ada!.equals(again!)).toBe(true);
  expect(ada!.equals(bo!)).toBe(false);
});

test('a failed thread rejects all waiting requests, and the next card gets a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-fonts-'));
  const drawing = new Drawing(folder);
  const answers = await Promise.allSettled([drawing.draw(card('Ada')), drawing.draw(card('Bo'))]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await writeCardFonts(ROOT, folder);
  await expect(drawing.draw(card('Ada'))).resolves.toHaveProperty('length');
  rmSync(folder, { recursive: true });
});
