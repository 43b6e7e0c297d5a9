// Inlined at the end of the body: fetches the typeface and the application after the first paint, so that neither delays the rankings. The
// time-out is for tabs opened in the background, which do not paint.
import { fetchTypeface } from './typeface.ts';

let started = false;

function start(): void {
  if (started) return;
  started = true;
  fetchTypeface();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-late]')) link.rel = link.dataset['late']!;
  const urls: string[] = JSON.parse(document.getElementById('modules')?.textContent ?? '[]');
  for (const href of urls) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  const [entry] = urls;
  if (entry !== undefined) void import(/* @vite-ignore */ entry);
}

try {
  new PerformanceObserver(() => setTimeout(start)).observe({ type: 'paint', buffered: true });
} catch {
  // This browser has no paint timing: the time-out below starts the scripts.
}
setTimeout(start, 3000);
