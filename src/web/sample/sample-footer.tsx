import { SiteFooter } from '../site/site-footer.tsx';
import styles from '../site/site-footer.module.css';
import { ALL_INVENTED, SAMPLE_DATA } from './sample-words.ts';

export function SampleFooter() {
  return (
    <SiteFooter>
      <strong className={styles.sample}>{SAMPLE_DATA}</strong> {ALL_INVENTED}
    </SiteFooter>
  );
}
