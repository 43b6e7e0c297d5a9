import section from '../ui/section-title.module.css';
import styles from './chart-placeholder.module.css';
import { WHITEBOARD } from './page-words.ts';

const LINE = 'M40 128 L88 112 L136 118 L184 84 L232 92 L280 58 L328 66 L376 38';
const BARS = [52, 96, 74, 118, 40, 88];

/** A chart placeholder: axes, a ghosted shape and the word Sample, so that it is not mistaken for data. */
export function ChartPlaceholder({ title, shape }: { readonly title: string; readonly shape: 'line' | 'bars' }) {
  return (
    <figure className={`card ${styles.panel}`}>
      <figcaption className={section.part}>{title}</figcaption>
      <svg viewBox="0 0 400 170" role="img" aria-label={WHITEBOARD.placeholder(title)} className={`block ${styles.chart}`}>
        {[40, 85, 130].map((y) => (
          <path key={y} d={`M32 ${y}H392`} className={styles.grid} />
        ))}
        {shape === 'line' ? (
          <>
            <path d={`${LINE} V150 H40 Z`} className={styles.area} />
            <path d={LINE} className={styles.line} />
          </>
        ) : (
          BARS.map((height, i) => <path key={height} d={`M${46 + i * 58} 150 v-${height} h36 v${height} z`} className={styles.bar} />)
        )}
        <path d="M32 20V150H392" className={styles.axis} />
        <text x="212" y="98" className={styles.stamp}>
          {WHITEBOARD.stamp}
        </text>
      </svg>
    </figure>
  );
}
