import type { LiveSource } from '../../contract/live-source.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** A source whose code is fetched when a visitor is there, and at the latest when it is first asked; again if that failed. */
export function fetchedSource(load: () => Promise<LiveSource>): LiveSource {
  let loading: Promise<LiveSource> | undefined;
  const source = (): Promise<LiveSource> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  // A failure is left to the first question.
  whenTouched(() => void source().catch(() => undefined));
  return new Proxy({} as LiveSource, {
    get:
      (_, name: keyof LiveSource) =>
      async (...question: never[]) =>
        ((await source())[name] as (...asked: never[]) => Promise<unknown>)(...question),
  });
}

/** Does what a visitor who only reads never needs, at the first sign of a visitor's hand. */
function whenTouched(work: () => void): void {
  const signs = new AbortController();
  const touched = () => {
    signs.abort();
    work();
  };
  for (const sign of SIGNS) addEventListener(sign, touched, { signal: signs.signal, passive: true });
}
