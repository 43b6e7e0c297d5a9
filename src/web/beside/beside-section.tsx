import type { ReactNode } from 'react';

import { Section } from '../ui/section.tsx';
import styles from './side.module.css';

/** A part beside a board, under a heading that names it. `id` is the heading's. */
export function BesideSection(props: { readonly id: string; readonly title: ReactNode; readonly children: ReactNode }) {
  return <Section {...props} look={{ section: styles.section, title: styles.title }} />;
}
