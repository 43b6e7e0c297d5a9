import { MadeWith } from '../site/made-with.tsx';
import { SearchKeyChoice } from '../site/theme/search-key-choice.tsx';
import { ThemeChoice } from '../site/theme/theme-choice.tsx';
import styles from '../site/site-footer.module.css';

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={`cluster ${styles.bar}`}>
        <p>
          <strong className={styles.sample}>Sample data.</strong> Every player and every figure on this site is invented.
        </p>
        <MadeWith />
        <SearchKeyChoice />
        <ThemeChoice />
      </div>
    </footer>
  );
}
