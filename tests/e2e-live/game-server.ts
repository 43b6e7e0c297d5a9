// The program that serves the games of a test worker, one after the other, on a clock that the test sets.
import { flushCompileCache } from 'node:module';

import { type LiveSettings, parseLiveSettings } from '../../src/server/operation/live-settings.ts';
import { startCalled } from '../../src/main/serve/start-called.ts';
import { serveLive } from '../../src/main/serve/serve-live.ts';

export type Order =
  /** Starts a server with the settings of an environment, or the demo; the answer has its URL. */
  | { readonly kind: 'start' | 'demo'; readonly env: Readonly<Record<string, string>> }
  /** Stops the server as a signal would. */
  | { readonly kind: 'stop' }
  /** Sets the clock to a moment in epoch milliseconds, running or stopped. */
  | { readonly kind: 'time'; readonly at: number; readonly still: boolean };

export interface Answer {
  readonly url?: string;
  readonly error?: string;
}

/** The clock: stopped at a moment, or ahead by some milliseconds. */
let stillAt: number | undefined;
let aheadMs = 0;
const systemNow = Date.now;
// For the whole program: page rendering also records request times with `Date.now`.
Date.now = () => stillAt ?? systemNow() + aheadMs;

let stop: () => Promise<void> = async () => {};

async function follow(order: Order): Promise<Answer> {
  if (order.kind === 'time') {
    stillAt = order.still ? order.at : undefined;
    aheadMs = order.at - systemNow();
    return {};
  }
  if (order.kind === 'stop') {
    await stop();
    return {};
  }
  // One thread, because other threads have clocks of their own.
  const settings = parseLiveSettings({ LAURELS_THREADS: '1', ...order.env });
  const server = order.kind === 'demo' ? await startDemo(settings) : await serveLive(settings, Date.now, Date.now, true);
  // Signals are for this program, which outlives the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal);
  stop = () => server.stop();
  // Written now, because the process is killed in the end.
  flushCompileCache();
  return { url: server.url };
}

async function startDemo(settings: LiveSettings) {
  const { greeting, stop } = await startCalled(['--demo'], settings, 'laurels');
  return { url: /http:\/\/localhost:\d+/.exec(greeting)![0], stop };
}

process.on('message', (order: Order) => {
  follow(order).then(
    (answer) => process.send!(answer),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) } satisfies Answer),
  );
});
process.on('disconnect', () => process.exit());
