// A browser's data for one site, in IndexedDB: its guest, and finished plays that the server has not answered. All tabs share it. Where
// nothing can be stored, as in some private windows and sandboxed frames, the data lasts as long as the page.
import type { FinishBody, Guest } from './contract.ts';

/** A finished play, as sent to the server. */
export interface FinishedPlay {
  readonly id: string;
  readonly play: string;
  /** The public key that began the play: a newer build of the game has a different one. */
  readonly key: string;
  readonly body: FinishBody;
  /** When it was finished, in epoch milliseconds of this device. */
  readonly at: number;
}

const PLAYS = 'plays';
const GUEST = 'guest';
/** Keys in the guest store: the guest, and the idempotency key that creates or recovers one. */
const THEMSELVES = 0;
const IDEMPOTENCY = 1;

export function openKept(name: string) {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore(PLAYS, { keyPath: 'id' });
        request.result.createObjectStore(GUEST);
      });
      request.addEventListener('success', () => {
        // Fires when the visitor clears the site’s data.
        request.result.addEventListener('close', () => (opened = undefined));
        resolve(request.result);
      });
      request.addEventListener('error', () => reject(request.error!));
    }));

  /** Resolves once the transaction is on disk; rejects if the browser refuses. */
  async function ask<T>(store: string, mode: IDBTransactionMode, asked: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = (await open()).transaction(store, mode, { durability: 'strict' });
    const request = asked(transaction.objectStore(store));
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error!));
    });
  }

  const nothing = () => undefined;
  const find = <T>(at: number) => ask<T | undefined>(GUEST, 'readonly', (store) => store.get(at)).catch(nothing);
  /** Stores a value unless another tab has stored one first, and resolves to the stored one. */
  const add = <T>(value: T, at: number): Promise<T> =>
    ask(GUEST, 'readwrite', (store) => store.add(value, at)).then(
      () => value,
      async () => (await find<T>(at)) ?? value,
    );

  return {
    /** Unanswered plays of all tabs, including earlier page loads. */
    plays: () => ask<FinishedPlay[]>(PLAYS, 'readonly', (store) => store.getAll()).catch((): FinishedPlay[] => []),
    addPlay: (play: FinishedPlay) => ask(PLAYS, 'readwrite', (store) => store.put(play)).catch(nothing),
    removePlay: (id: string) => ask(PLAYS, 'readwrite', (store) => store.delete(id)).catch(nothing),
    guest: () => find<Guest>(THEMSELVES),
    /** Sent with each request for a guest, by all tabs and in retries, until the guest is forgotten. */
    idempotencyKey: () =>
      add(Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(''), IDEMPOTENCY),
    addGuest: (added: Guest) => add(added, THEMSELVES),
    replaceGuest: (other: Guest) => ask(GUEST, 'readwrite', (store) => store.put(other, THEMSELVES)).catch(nothing),
    forgetGuest: () => ask(GUEST, 'readwrite', (store) => store.clear()).catch(nothing),
  };
}
