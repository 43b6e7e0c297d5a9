import { useEffect } from 'react';

import { MadeWith } from '../../site/made-with.tsx';
import styles from '../../site/site-footer.module.css';
import { SearchKeyChoice } from '../../site/theme/search-key-choice.tsx';
import { ThemeChoice } from '../../site/theme/theme-choice.tsx';
import control from '../../ui/control.module.css';
import { fetchNotices } from '../../ui/floating/notice.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import own from './live-footer.module.css';

/** Where the figures come from, and where a program gets them. */
export function LiveFooter() {
  useEffect(() => whenIdle(fetchNotices), []);
  return (
    <footer className={styles.footer}>
      <div className={`cluster ${styles.bar}`}>
        <p>
          Every figure comes from the game’s own points.{' '}
          <a href="/api" className={`${control.link} ${own.api}`}>
            API
          </a>
        </p>
        <MadeWith />
        <SearchKeyChoice />
        <ThemeChoice />
      </div>
    </footer>
  );
}
