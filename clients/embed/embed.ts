// Runs in a board framed by another site: keeps the board current, and reports its height to the page around it.
import './embed.css';

const WAIT_MS = 5000;

const tellHeight = () => {
  const { height } = document.querySelector('main')!.getBoundingClientRect();
  // Any page may frame the board and learn its height: the height of a public board is no secret.
  parent.postMessage({ laurelsHeight: Math.ceil(height) }, '*');
};
addEventListener('message', tellHeight);
new ResizeObserver(tellHeight).observe(document.body);

let isAsking = false;
let isStale = false;

/** Fetches and shows the board as the server renders it now. If that fails, the previous one stays until the next change. */
async function refresh(): Promise<void> {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  while (isStale) {
    isStale = false;
    try {
      const response = await fetch(location.href);
      const main = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
      if (response.ok && main !== null) document.querySelector('main')!.replaceWith(main);
    } catch {}
  }
  isAsking = false;
}

let stream: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function listen(): void {
  clearTimeout(timer);
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(`/api/v1/boards/${document.documentElement.dataset['board']!}/events`);
  // The page may be older than the connection, so refresh.
  stream.addEventListener('open', () => void refresh());
  stream.addEventListener('change', () => void refresh());
  stream.addEventListener('error', () => {
    if (stream!.readyState === EventSource.CLOSED) timer = setTimeout(listen, WAIT_MS * (1 + Math.random()));
  });
}

document.addEventListener('visibilitychange', listen);
listen();
