import { useEffect } from 'react';

import { PRODUCT } from '../../../contract/site-identity.ts';
import { SiteFooter } from '../../site/site-footer.tsx';
import control from '../../ui/control.module.css';
import { fetchNotices } from '../../ui/floating/notice.ts';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { whenIdle } from '../../ui/when-idle.ts';

/** Which game the figures are of, on every page, and where a program gets them. */
export function LiveFooter() {
  const { name, sentence } = useSiteIdentity();
  useEffect(() => whenIdle(fetchNotices), []);
  return (
    <SiteFooter>
      Live data from {name === PRODUCT ? 'the game' : name}. {sentence}{' '}
      <a href="/api" className={`pressable ${control.link}`}>
        API
      </a>
    </SiteFooter>
  );
}
