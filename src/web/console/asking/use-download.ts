import { useState } from 'react';

import { ENDPOINTS } from '../../../contract/api.ts';
import { type Addressed, targetOf } from '../../../contract/endpoint.ts';
import { AS_CONSOLE, type Operations } from './console-api.ts';

/**
 * Downloads a file with the session, which a link could not send: nothing but this page opens its address. `state` is the number of bytes
 * that have arrived while it runs. Browsers keep large files on disk.
 */
export function useDownload() {
  const [state, setState] = useState<'idle' | 'failed' | number>('idle');
  async function download<const Id extends 'downloadBackup'>(id: Id, addressed: Addressed<Operations[Id]>, name: string): Promise<void> {
    if (typeof state === 'number') return;
    setState(0);
    try {
      const response = await fetch(targetOf(ENDPOINTS[id], addressed), { headers: AS_CONSOLE, cache: 'no-store' });
      if (!response.ok) return setState('failed');
      let arrived = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          setState((arrived += chunk.length));
          controller.enqueue(chunk);
        },
      });
      save(await new Response(response.body!.pipeThrough(counted)).blob(), name);
      setState('idle');
    } catch {
      setState('failed');
    }
  }
  return { state, download };
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
