// Runs inline in the head, before anything is painted. It must stay small: it blocks the first paint.
import { isSearchKey } from '../ui/search-key.ts';
import { applyStoredTheme } from '../site/theme/theme.ts';
import { recordEarlyEvents } from './early-events.ts';
import { isPrerendered } from './prerendered.ts';
import { applyKnownTypeface } from './typeface.ts';

const root = document.documentElement;

applyStoredTheme();
applyKnownTypeface();

// The HTML shows the default view. Where the address asks for another, the content waits unseen for the
// scripts rather than flash the wrong ranking; should they not come, it is shown after all.
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
