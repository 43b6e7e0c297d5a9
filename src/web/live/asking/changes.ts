import { CHANGES_PATH, HEARTBEAT_EVERY_MS } from '../../../contract/live-source.ts';

const CONNECTIONS = ['connecting', 'live', 'cut'] as const;

/** The connection for changes; while it is `cut`, it reconnects. */
export type Connection = (typeof CONNECTIONS)[number];

type Message =
  | { readonly kind: 'changed'; readonly mark: string }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'hello' };

const NAME = 'laurels:changes';

/** The retry delay after the browser has given up on a connection (an error page, a full server), in milliseconds. */
const RETRY_AFTER_MS = 5_000;

/** The connection is dead after this much silence, in milliseconds: browsers do not detect a stalled server or a lost network. */
const LONGEST_SILENCE_MS = 3 * HEARTBEAT_EVERY_MS;

let heard = '';

/** The mark of the last change this page received, `''` before the first. Requests include it, because another process may answer. */
export const lastHeard = () => heard;

interface Listener {
  readonly changed: () => void;
  readonly connection: (connection: Connection) => void;
}

/**
 * Listens to changes after `mark` over one connection for all tabs of a browser: the tab that holds a lock has it and forwards changes to
 * the others; when that tab closes, another one resumes from the last mark. Returns a function that stops listening.
 */
export function listenToChanges(mark: string, listener: Listener): () => void {
  const stopped = new AbortController();
  const channel = openChannel();
  let latest = mark;
  let state: Connection = 'connecting';
  let leads = false;

  const hear = (message: Message) => {
    if (message.kind === 'changed') {
      if (message.mark === latest) return;
      latest = heard = message.mark;
      listener.changed();
    } else if (message.kind === 'connection') {
      // A tab of an older build may send unknown states; this page then polls.
      state = CONNECTIONS.find((each) => each === message.connection) ?? 'cut';
      listener.connection(state);
    } else if (leads) {
      channel?.postMessage({ kind: 'connection', connection: state } satisfies Message);
      // Only this tab knows what changed after the answer the new tab started with.
      channel?.postMessage({ kind: 'changed', mark: latest } satisfies Message);
    }
  };
  const tell = (message: Message) => {
    hear(message);
    channel?.postMessage(message);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  channel?.postMessage({ kind: 'hello' } satisfies Message);

  const lead = () =>
    new Promise<void>((resolve) => {
      if (stopped.signal.aborted) return resolve();
      leads = true;
      const close = hold(
        () => latest,
        (changedTo) => tell({ kind: 'changed', mark: changedTo }),
        (connection) => tell({ kind: 'connection', connection }),
      );
      stopped.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Without locks (an insecure origin, blocked site data) every tab has its own connection.
  if (channel !== undefined && 'locks' in navigator)
    navigator.locks.request(NAME, { signal: stopped.signal }, lead).catch(() => void lead());
  else void lead();

  return () => {
    stopped.abort();
    channel?.close();
  };
}

/** The channel of all tabs; `undefined` in browsers that disable channels when the visitor blocks site data. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return undefined;
  }
}

function hold(latest: () => string, changed: (mark: string) => void, connection: (connection: Connection) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const next = (what: () => void, afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(what, afterMs);
  };
  const renew = () => {
    connection('cut');
    source.close();
    connect();
  };
  const listenOn = () => next(renew, LONGEST_SILENCE_MS);
  const connect = () => {
    source = new EventSource(`${CHANGES_PATH}?${new URLSearchParams({ since: latest() })}`);
    listenOn();
    source.addEventListener('open', () => {
      connection('live');
      listenOn();
    });
    source.addEventListener('beat', listenOn);
    source.addEventListener('change', ({ lastEventId }) => changed(lastEventId));
    source.addEventListener('error', () => {
      connection('cut');
      // The browser retries on its own, sending the last event id, unless the response was an error.
      if (source.readyState === EventSource.CLOSED) next(connect, RETRY_AFTER_MS);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
