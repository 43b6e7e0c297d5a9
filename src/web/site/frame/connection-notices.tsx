import { useEffect } from 'react';

import { notify, notifyLonger } from '../../ui/floating/notice.ts';

const DROPPED = 'You are offline. This page still works.';

/** Says when the connection drops and when it is back. */
export function ConnectionNotices() {
  useEffect(() => {
    const onDrop = () => notifyLonger(DROPPED);
    const onReturn = () => notify('Back online');
    addEventListener('offline', onDrop);
    addEventListener('online', onReturn);
    return () => {
      removeEventListener('offline', onDrop);
      removeEventListener('online', onReturn);
    };
  }, []);
  return null;
}
