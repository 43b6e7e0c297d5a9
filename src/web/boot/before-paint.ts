// Inlined in the head and run before the first paint, which it blocks, so it must stay small.
import { isSearchKey } from '../ui/search-key.ts';
import { applyStoredTheme } from '../site/theme/theme.ts';
import { recordEarlyEvents } from './early-events.ts';
import { isPrerendered } from './prerendered.ts';
import { applyKnownTypeface } from './typeface.ts';

const root = document.documentElement;

applyStoredTheme();
applyKnownTypeface();

// The HTML contains the default view. If the URL asks for another view, the content stays hidden until the scripts run, so that the wrong
// ranking does not flash; if the scripts never load, it is shown anyway.
if (!isPrerendered()) {
  root.dataset['restoring'] = '';
  setTimeout(() => delete root.dataset['restoring'], 4000);
}

recordEarlyEvents();

addEventListener('keydown', (event) => {
  if (!isSearchKey(event) || root.dataset['ready'] !== undefined) return;
  const box = document.querySelector<HTMLInputElement>('input[name="q"]');
  if (box === null) return;
  event.preventDefault();
  box.focus();
});
