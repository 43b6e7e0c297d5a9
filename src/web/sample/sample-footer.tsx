import { SiteFooter } from '../site/site-footer.tsx';
import styles from '../site/site-footer.module.css';

export function SampleFooter() {
  return (
    <SiteFooter>
      <strong className={styles.sample}>Sample data.</strong> All players and figures on this site are invented.
    </SiteFooter>
  );
}
