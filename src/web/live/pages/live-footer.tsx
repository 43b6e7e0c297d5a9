import styles from '../../site/site-footer.module.css';
import { ThemeChoice } from '../../site/theme/theme-choice.tsx';
import control from '../../ui/control.module.css';
import own from './live-footer.module.css';

/** Where the figures come from, and where a program gets them. */
export function LiveFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.bar}>
        <p>
          Every figure comes from the game’s own points.{' '}
          <a href="/api" className={`${control.link} ${own.api}`}>
            API
          </a>
        </p>
        <ThemeChoice />
      </div>
    </footer>
  );
}
