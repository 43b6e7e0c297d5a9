import { waitMs } from './asking.ts';

/** The server sends something every 15 seconds, so a stream silent for this long is broken. */
const SILENCE_MS = 45_000;

/** Change streams for the boards of `site`: one per watched board, while the page is visible. */
export function watcher(site: string) {
  const streams = new Map<string, { readonly listeners: Set<() => void>; readonly close: () => void }>();

  function open(board: string) {
    const listeners = new Set<() => void>();
    let stream: EventSource | undefined;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(begin, ms);
    };
    const heard = () => later(SILENCE_MS);
    const changed = () => {
      heard();
      for (const listener of listeners) listener();
    };

    function begin(): void {
      end();
      // A hidden page must not use up connections: browsers allow six per server.
      if (document.hidden) return;
      const opened = new EventSource(`${site}/api/v1/boards/${encodeURIComponent(board)}/events`);
      stream = opened;
      heard();
      opened.addEventListener('open', () => {
        failures = 0;
        // The board may have changed before the connection.
        changed();
      });
      opened.addEventListener('change', changed);
      opened.addEventListener('beat', heard);
      // Browsers reconnect by themselves, unless the server refused the stream.
      opened.addEventListener('error', () => opened.readyState === EventSource.CLOSED && later(waitMs(undefined, failures++)));
    }

    function end(): void {
      clearTimeout(timer);
      stream?.close();
    }

    document.addEventListener('visibilitychange', begin);
    begin();
    return {
      listeners,
      close() {
        document.removeEventListener('visibilitychange', begin);
        end();
      },
    };
  }

  return (board: string, changed: () => void): (() => void) => {
    let stream = streams.get(board);
    if (stream === undefined) streams.set(board, (stream = open(board)));
    // The same function may be passed twice.
    const listener = () => changed();
    stream.listeners.add(listener);
    return () => {
      if (!stream.listeners.delete(listener) || stream.listeners.size > 0) return;
      stream.close();
      streams.delete(board);
    };
  };
}
