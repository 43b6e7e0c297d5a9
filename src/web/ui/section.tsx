import type { ReactNode } from 'react';

import titles from './section-title.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly className?: string | undefined;
  readonly titleClass?: string | undefined;
  readonly children: ReactNode;
}

/** A section of a page, with a heading as its name. */
export function Section({ id, title, className, titleClass = titles.title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass}>
        {title}
      </h2>
      {children}
    </section>
  );
}
