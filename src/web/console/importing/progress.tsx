import type { ReactNode } from 'react';

import look from '../parts/console.module.css';

interface ProgressProps {
  readonly label: string;
  /** Without them the total is unknown. */
  readonly done?: number;
  readonly total?: number;
  readonly of?: string;
  readonly children?: ReactNode;
}

/** The progress of something that this page does. */
export function Progress({ label, done, total, of, children }: ProgressProps) {
  return (
    <div className={`${look.lit} ${look.work}`}>
      <label className={look.row}>
        <span className="anywhere">{label}</span>
        <progress max={total} value={done} />
        <span>{of}</span>
      </label>
      {children === undefined ? null : <div className={look.row}>{children}</div>}
    </div>
  );
}
