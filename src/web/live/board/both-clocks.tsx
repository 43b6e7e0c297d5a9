import type { ReactNode } from 'react';

import { Hint } from '../../ui/floating/hint.tsx';
import { useInBrowser } from '../asking/in-browser.ts';

interface BothClocksProps {
  /** When something is on the board's clock, as a sentence; and on the visitor's, which no server knows. */
  readonly there: string;
  readonly here: string;
  readonly children: ReactNode;
}

/** Words whose tooltip says when that is, on both clocks. */
export function BothClocks({ there, here, children }: BothClocksProps) {
  return <Hint text={useInBrowser() ? `${there} In your time zone: ${here}.` : there}>{children}</Hint>;
}
