import { useState } from 'react';

import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import { AS_CONSOLE } from './console-api.ts';
import { saveFile } from './save-file.ts';

/**
 * Downloads a backup with the session, which a link could not send: nothing but this page opens its address. `state` is the number of
 * bytes that have arrived while it runs. Browsers keep large files on disk.
 */
export function useDownload(backup: string) {
  const [state, setState] = useState<'idle' | 'failed' | number>('idle');
  async function download(): Promise<void> {
    if (typeof state === 'number') return;
    setState(0);
    try {
      const response = await fetch(targetOf(ENDPOINTS.downloadBackup, { backup }), { headers: AS_CONSOLE, cache: 'no-store' });
      if (!response.ok) return setState('failed');
      let arrived = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          setState((arrived += chunk.length));
          controller.enqueue(chunk);
        },
      });
      saveFile(await new Response(response.body!.pipeThrough(counted)).blob(), backup);
      setState('idle');
    } catch {
      setState('failed');
    }
  }
  return { state, download };
}
