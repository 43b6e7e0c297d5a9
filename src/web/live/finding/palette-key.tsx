import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

// Loaded when it is first asked for: most visits never do.
const Palette = lazy((): Promise<{ default: ComponentType<{ readonly opened: number }> }> =>
  import('./palette.tsx').then(
    (module) => ({ default: module.Palette }),
    // A palette that cannot be had is no reason to lose the page.
    () => ({ default: () => null }),
  ),
);

/** Opens the palette from any page, by Ctrl+K or Command+K. */
export function PaletteKey() {
  const [opened, setOpened] = useState(0);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpened((count) => count + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  if (opened === 0) return null;
  return (
    <Suspense>
      <Palette opened={opened} />
    </Suspense>
  );
}
