import { useState } from 'react';

import { AS_CONSOLE } from './console-api.ts';
import { saveFile } from './save-file.ts';

/**
 * Downloads a file of the API with the session, which a link could not send: it lacks this page's header. `state` is the number of bytes
 * received while it runs. Browsers keep large files on disk.
 */
export function useDownload(target: string) {
  const [state, setState] = useState<'idle' | 'failed' | number>('idle');
  async function download(): Promise<void> {
    if (typeof state === 'number') return;
    setState(0);
    try {
      const response = await fetch(target, { headers: AS_CONSOLE, cache: 'no-store' });
      if (!response.ok) return setState('failed');
      const [, name = 'laurels'] = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      let arrived = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          setState((arrived += chunk.length));
          controller.enqueue(chunk);
        },
      });
      saveFile(await new Response(response.body!.pipeThrough(counted)).blob(), name);
      setState('idle');
    } catch {
      setState('failed');
    }
  }
  return { state, download };
}
