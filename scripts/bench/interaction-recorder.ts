/** The page's expected content after an interaction: an element and its text (`''`: empty). */
export interface Shown {
  readonly selector: string;
  readonly text?: string;
}

export interface Recording {
  /** The longest interaction as measured by INP: from input to next frame, in milliseconds, in steps of 8. */
  readonly longest: number;
  /** From the first input to the frame after the one with the expected content, in milliseconds. */
  readonly caughtUp: number;
}

declare global {
  interface Window {
    benchRecording?: Promise<Recording>;
  }
}

/**
 * Runs in the page: records interactions from now until `shown` is visible and the page is quiet again, into `window.benchRecording`.
 * Self-contained, because the browser gets it as text.
 *
 * @throws {Error} if it is visible already: the recording would measure nothing.
 */
export function recordInteractions(shown: Shown): void {
  // Browsers report no event below 16 ms; an interaction without a report counts as that long.
  const SHORTEST_REPORTED_MS = 16;
  // Longer than the delay after which typing is written to the URL, so that recordings do not affect each other.
  const UNTIL_QUIET_MS = 500;
  // A page that takes longer is considered stuck.
  const GIVE_UP_MS = 15_000;

  const isShown = () => {
    const element = document.querySelector(shown.selector);
    if (element === null || shown.text === undefined) return element !== null;
    return shown.text === '' ? element.textContent === '' : element.textContent.includes(shown.text);
  };
  if (isShown()) throw new Error(`Shown before the interaction: ${shown.selector} ${shown.text ?? ''}`);

  // An event ends with the next frame that differs from the last. A key released after the page caught up changes nothing, and would seem
  // to last until the caret blinks. A pixel that differs in every frame makes the next frame count.
  const pixel = document.createElement('div');
  pixel.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px';
  document.documentElement.append(pixel);
  let ticking = true;
  let frames = 0;
  const tick = () => {
    frames += 1;
    pixel.style.backgroundColor = frames % 2 === 0 ? '#000' : '#001';
    if (ticking) requestAnimationFrame(tick);
    else pixel.remove();
  };
  tick();

  window.benchRecording = new Promise((resolve, reject) => {
    const tooLate = setTimeout(
      () => reject(new Error(`Not shown within ${GIVE_UP_MS} ms: ${shown.selector} ${shown.text ?? ''}`)),
      GIVE_UP_MS,
    );
    let longest = SHORTEST_REPORTED_MS;
    const events = new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId > 0) longest = Math.max(longest, duration);
      }
    });
    events.observe({ type: 'event', durationThreshold: SHORTEST_REPORTED_MS } as PerformanceObserverInit);

    let began: number | undefined;
    const begin = (event: Event) => {
      began ??= event.timeStamp;
    };
    const inputs = ['keydown', 'click'];
    for (const input of inputs) addEventListener(input, begin, true);

    const mutations = new MutationObserver(() => {
      if (began === undefined || !isShown()) return;
      const start = began;
      clearTimeout(tooLate);
      mutations.disconnect();
      for (const input of inputs) removeEventListener(input, begin, true);
      requestAnimationFrame(() =>
        setTimeout(() => {
          const caughtUp = performance.now() - start;
          setTimeout(() => {
            ticking = false;
            events.disconnect();
            resolve({ longest, caughtUp });
          }, UNTIL_QUIET_MS);
        }),
      );
    });
    mutations.observe(document.getElementById('main')!, { attributes: true, characterData: true, childList: true, subtree: true });
  });
}
