import { ApiFailure } from '../../../contract/exchange.ts';

/** How often a request is sent again while the server is busy, and after how long. */
const TRIES = 30;
const AGAIN_MS = 2000;

/** Sends a request again while the server asks to wait or cannot be reached. It is idempotent. @throws as `send`. */
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
