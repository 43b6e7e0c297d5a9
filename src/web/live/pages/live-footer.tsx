import { useEffect } from 'react';

import { PRODUCT } from '../../../contract/site-identity.ts';
import { SiteFooter } from '../../site/site-footer.tsx';
import control from '../../ui/control.module.css';
import { fetchNotices } from '../../ui/floating/notice.ts';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { API, LIVE_DATA, THE_GAME } from '../words/live-board-words.ts';

/** The game that the figures belong to, and how programs can get them. On every page. */
export function LiveFooter() {
  const { name, sentence } = useSiteIdentity();
  useEffect(() => whenIdle(fetchNotices), []);
  return (
    <SiteFooter>
      {LIVE_DATA} {name === PRODUCT ? THE_GAME : name}. {sentence}{' '}
      <a href="/api" className={`pressable ${control.link}`}>
        {API}
      </a>
    </SiteFooter>
  );
}
