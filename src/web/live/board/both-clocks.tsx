import type { ReactNode } from 'react';

import { Hint } from '../../ui/floating/hint.tsx';
import { useInBrowser } from '../asking/in-browser.ts';

interface BothClocksProps {
  /** A time in the board's time zone, as a sentence, and in the visitor's, which no server knows. */
  readonly there: string;
  readonly here: string;
  readonly children: ReactNode;
}

/** Text with a tooltip that shows the time in both time zones. */
export function BothClocks({ there, here, children }: BothClocksProps) {
  return <Hint text={useInBrowser() ? `${there} In your time zone: ${here}.` : there}>{children}</Hint>;
}
