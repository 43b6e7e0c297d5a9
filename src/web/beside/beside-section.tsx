import type { ReactNode } from 'react';

import { Section } from '../ui/section.tsx';
import styles from './side.module.css';

interface BesideSectionProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A section beside a board, with a heading as its name. */
export function BesideSection({ className = '', ...props }: BesideSectionProps) {
  return <Section {...props} className={`${styles.section} ${className}`.trim()} titleClass={styles.title} />;
}
