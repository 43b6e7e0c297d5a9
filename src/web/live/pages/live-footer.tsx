import { useEffect } from 'react';

import { SiteFooter } from '../../site/site-footer.tsx';
import control from '../../ui/control.module.css';
import { fetchNotices } from '../../ui/floating/notice.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** Where the figures come from, and where a program gets them. */
export function LiveFooter() {
  useEffect(() => whenIdle(fetchNotices), []);
  return (
    <SiteFooter>
      Every figure comes from the game’s own points.{' '}
      <a href="/api" className={`pressable ${control.link}`}>
        API
      </a>
    </SiteFooter>
  );
}
