// Numbers are formatted for the visitor's locale, without a hydration error.
import type { Locator } from '@playwright/test';

import { expect, open, period, test } from './site.ts';

const SPACE = '[\\u00a0\\u202f]';

for (const { locale, daily, weekly, thousand, fall } of [
  { locale: 'en-US', daily: '12,480', weekly: '131,200', thousand: '1,000', fall: '\u22123.1%' },
  { locale: 'de-DE', daily: '12\\.480', weekly: '131\\.200', thousand: '1\\.000', fall: `\u22123,1${SPACE}%` },
  { locale: 'de-CH', daily: "12['’]480", weekly: "131['’]200", thousand: "1['’]000", fall: '\u22123.1%' },
  { locale: 'fr-FR', daily: `12${SPACE}480`, weekly: `131${SPACE}200`, thousand: `1${SPACE}000`, fall: `\u22123,1${SPACE}%` },
  { locale: 'en-IN', daily: '12,480', weekly: '1,31,200', thousand: '1,000', fall: '\u22123.1%' },
  { locale: 'pl-PL', daily: `12${SPACE}480`, weekly: `131${SPACE}200`, thousand: '1000', fall: '\u22123,1%' },
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`points and changes are formatted for ${locale}`, async ({ page }) => {
      // innerText instead of matchers, which normalize every kind of space.
      const text = (of: Locator) => of.innerText();
      await open(page, '/');
      const leader = page.getByRole('list', { name: 'Podium' }).getByRole('listitem').nth(1);
      await expect.poll(() => text(leader)).toMatch(new RegExp(`^${daily}\\npts$`, 'm'));
      await period(page, 'Weekly').click();
      await expect.poll(() => text(leader)).toMatch(new RegExp(`^${weekly}\\npts$`, 'm'));
      await open(page, '/earn');
      await expect.poll(() => text(page.getByRole('article').nth(2))).toMatch(new RegExp(`^${thousand} points$`, 'm'));
      await open(page, '/whiteboard');
      await expect.poll(() => text(page.getByRole('main'))).toMatch(new RegExp(`^${fall}$`, 'm'));
    });
  });
}
