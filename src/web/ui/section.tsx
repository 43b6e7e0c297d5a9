import type { ReactNode } from 'react';

import titles from './section-title.module.css';

interface SectionProps {
  /** Of the heading. */
  readonly id: string;
  readonly title: ReactNode;
  /** The classes of a section and of its heading, where they are not those of a part of a page. */
  readonly look?: Readonly<Record<string, string | undefined>>;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a page under a heading that names it. */
export function Section({ id, title, look = titles, className = '', children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`${look['section'] ?? ''} ${className}`.trim() || undefined}>
      <h2 id={id} className={look['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
