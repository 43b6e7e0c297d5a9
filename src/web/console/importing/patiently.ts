import { ApiFailure } from '../../../contract/exchange.ts';

/** How often a request is retried while the server is busy, and the delays between retries. */
const TRIES = 30;
const AGAIN_MS = 2000;

/** Retries a request while the server asks to wait or cannot be reached. The request must be idempotent. @throws like `send`. */
export async function patiently<Result>(send: () => Promise<Result>, isStopped: () => boolean = () => false): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const isPassing = !(error instanceof ApiFailure) || error.status === 429 || error.status === 503;
      if (!isPassing || tries === TRIES || isStopped()) throw error;
      await pause(AGAIN_MS);
    }
  }
}

/** Waits for some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
