import { SiteFooter } from '../site/site-footer.tsx';
import styles from '../site/site-footer.module.css';

export function SampleFooter() {
  return (
    <SiteFooter>
      <strong className={styles.sample}>Sample data.</strong> Every player and every figure on this site is invented.
    </SiteFooter>
  );
}
