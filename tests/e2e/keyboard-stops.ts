// Where the keyboard stops on a page, and whether that is visible.
import { expect, type Page } from '@playwright/test';

/** Marks every control a keyboard should stop at, in document order, and returns how many there are. */
export function markStops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
      (control) =>
        control.tabIndex >= 0 &&
        control.checkVisibility({ visibilityProperty: true }) &&
        !(control instanceof HTMLInputElement && (control.type === 'hidden' || (control.type === 'radio' && !control.checked))),
    );
    for (const [i, control] of controls.entries()) control.dataset['stop'] = String(i);
    return controls.length;
  });
}

interface Stop {
  readonly stop: string;
  readonly outline: number;
  readonly onScreen: boolean;
  readonly covered: boolean;
}

/** The focused control: which stop it is, how thick its ring is, and whether it is visible. */
export function whereIsFocus(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const at = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    // A control that leaves pointer events to its surroundings, such as a chart's slider, is covered if they are.
    const place = getComputedStyle(at).pointerEvents === 'none' ? at.parentElement! : at;
    return {
      stop: at.dataset['stop'] ?? at.localName,
      outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      onScreen: box.width > 0 && x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight,
      covered: top === null || !(place.contains(top) || top.contains(place)),
    };
  });
}

/** Tabs through every control of an open page in order, and expects each to show its focus. `path` names the page in failures. */
export async function tabThrough(page: Page, path: string): Promise<void> {
  const count = await markStops(page);
  expect(count).toBeGreaterThan(10);
  for (let i = 0; i < count; i += 1) {
    await page.keyboard.press('Tab');
    const focus = await whereIsFocus(page);
    expect(focus, `${path}, stop ${i} of ${count}`).toMatchObject({ stop: String(i), onScreen: true, covered: false });
    expect(focus.outline, `${path}, stop ${i}: the focus ring`).toBeGreaterThanOrEqual(2);
  }
}
