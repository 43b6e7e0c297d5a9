import type { LiveSource } from '../../contract/live-source.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** A source whose code is loaded on the first sign of a visitor, or at the latest on the first request. Retries a failed load. */
export function fetchedSource(load: () => Promise<LiveSource>): LiveSource {
  let loading: Promise<LiveSource> | undefined;
  const source = (): Promise<LiveSource> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  // The first request will report a failure.
  whenTouched(() => void source().catch(() => undefined));
  return new Proxy({} as LiveSource, {
    get:
      (_, name: keyof LiveSource) =>
      async (...question: never[]) =>
        ((await source())[name] as (...asked: never[]) => Promise<unknown>)(...question),
  });
}

/** Waits for the visitor's first input before doing work that mere reading does not need. */
function whenTouched(work: () => void): void {
  const signs = new AbortController();
  const touched = () => {
    signs.abort();
    work();
  };
  for (const sign of SIGNS) addEventListener(sign, touched, { signal: signs.signal, passive: true });
}
