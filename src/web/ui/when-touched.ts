const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** Does what nobody needs who only looks, with the first sign of a visitor's hand. */
export function whenTouched(work: () => void): void {
  const signs = new AbortController();
  const touched = () => {
    signs.abort();
    work();
  };
  for (const sign of SIGNS) addEventListener(sign, touched, { signal: signs.signal, passive: true });
}
