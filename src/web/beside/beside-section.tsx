import type { ReactNode } from 'react';

import { Section } from '../ui/section.tsx';
import styles from './side.module.css';

interface BesideSectionProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part beside a board, under a heading that names it. */
export function BesideSection({ className = '', ...props }: BesideSectionProps) {
  return <Section {...props} className={`${styles.section} ${className}`.trim()} titleClass={styles.title} />;
}
