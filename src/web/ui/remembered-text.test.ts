import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { rememberedText } from './remembered-text.ts';

const KEY = 'laurels:test';

/** A browser storage that may be full, or blocked altogether. */
class Storage {
  readonly #texts = new Map<string, string>();
  state: 'open' | 'full' | 'blocked' = 'open';

  getItem(key: string): string | null {
    this.#refuseWhen('blocked');
    return this.#texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.#refuseWhen('blocked', 'full');
    this.#texts.set(key, text);
  }

  removeItem(key: string): void {
    this.#refuseWhen('blocked');
    this.#texts.delete(key);
  }

  #refuseWhen(...states: readonly string[]): void {
    if (states.includes(this.state)) throw new DOMException('No', 'QuotaExceededError');
  }
}

let storage: Storage;
let page: EventTarget;

beforeEach(() => {
  storage = new Storage();
  page = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function remembered() {
  return rememberedText(KEY, (text) => ({ text }));
}

/** Simulates a change of the storage in another tab. */
function elsewhere(key: string | null): void {
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

test('a written text is read, by later pages too, until it is forgotten', () => {
  const store = remembered();
  expect(store.read().text).toBeNull();
  store.write('a');
  expect(store.read().text).toBe('a');
  expect(remembered().read().text).toBe('a');
  store.write(null);
  expect([store.read().text, remembered().read().text]).toEqual([null, null]);
});

test('the same text gives the same value', () => {
  const store = remembered();
  store.write('a');
  const value = store.read();
  store.write('a');
  expect(store.read()).toBe(value);
});

test('if storage is full, a new text is kept by this page, and later pages read the old one', () => {
  const store = remembered();
  store.write('old');
  storage.state = 'full';
  store.write('new');
  expect(store.read().text).toBe('new');
  expect(remembered().read().text).toBe('old');
  storage.state = 'open';
  store.write('newest');
  expect([store.read().text, remembered().read().text]).toEqual(['newest', 'newest']);
});

test('if storage is full, the text can be forgotten', () => {
  const store = remembered();
  store.write('old');
  storage.state = 'full';
  store.write('new');
  store.write(null);
  expect([store.read().text, remembered().read().text]).toEqual([null, null]);
});

test('if storage is blocked, the text is kept by this page and can be forgotten', () => {
  storage.state = 'blocked';
  const store = remembered();
  expect(store.read().text).toBeNull();
  store.write('a');
  expect(store.read().text).toBe('a');
  store.write(null);
  expect(store.read().text).toBeNull();
});

test('listeners are notified of changes in this and other tabs until they unsubscribe', () => {
  const store = remembered();
  const listener = vi.fn<() => void>();
  const leave = store.subscribe(listener);
  store.write('a');
  elsewhere(KEY);
  elsewhere(null);
  elsewhere('laurels:other');
  expect(listener).toHaveBeenCalledTimes(3);
  leave();
  store.write('b');
  elsewhere(KEY);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('a text stored by another tab replaces one that could not be stored here', () => {
  const store = remembered();
  store.subscribe(() => {});
  storage.state = 'full';
  store.write('here');
  storage.state = 'open';
  storage.setItem(KEY, 'there');
  elsewhere(KEY);
  expect(store.read().text).toBe('there');
});
