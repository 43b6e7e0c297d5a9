// Finished plays that the server has not answered yet, in IndexedDB: they survive a reload, a closed tab and a lost connection. The server
// counts a play once, so sending one twice is safe; a lock keeps two tabs from doing it at the same time.

/** A finished play, as the server is told of it. */
export interface FinishedPlay {
  readonly id: string;
  readonly play: string;
  readonly points: number;
}

const STORE = 'finished';

export interface FinishQueue {
  readonly add: (finished: FinishedPlay) => Promise<void>;
  /** Calls `send` for each play in line, in turn over all tabs. One that rejects stays in line, and those after it. */
  readonly empty: (send: (finished: FinishedPlay) => Promise<void>) => Promise<void>;
}

/** The queue of one server, by its address. Where a browser keeps nothing, such as in some private windows, the queue is in memory. */
export function finishQueue(name: string): FinishQueue {
  const memory = new Map<string, FinishedPlay>();
  let opened: Promise<IDBDatabase> | undefined;
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error!));
    }));

  async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = (await open()).transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error!));
    });
  }

  const all = async (): Promise<readonly FinishedPlay[]> => [
    ...(await inStore<FinishedPlay[]>('readonly', (store) => store.getAll()).catch(() => [])),
    ...memory.values(),
  ];

  async function remove(id: string): Promise<void> {
    memory.delete(id);
    await inStore('readwrite', (store) => store.delete(id)).catch(() => undefined);
  }

  return {
    add: (finished) =>
      inStore('readwrite', (store) => store.put(finished)).then(
        () => undefined,
        () => void memory.set(finished.id, finished),
      ),
    empty: (send) =>
      alone(name, async () => {
        for (const finished of await all()) {
          await send(finished);
          await remove(finished.id);
        }
      }),
  };
}

/** Runs `work` while no other tab runs work of this name. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  // Only over HTTPS and on localhost.
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
