/** How often progress is printed when not on a terminal, in milliseconds. */
const SAID_EVERY_MS = 30_000;

export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows progress on one line that is overwritten or, without a terminal, in occasional lines. */
export function progressOn(screen: Screen) {
  let saidAt = performance.now();
  let isLeft = false;
  return {
    say(text: string): void {
      if (screen.isTTY === true) {
        screen.write(`\r${text}\u001b[K`);
        isLeft = true;
        return;
      }
      if (performance.now() - saidAt < SAID_EVERY_MS) return;
      saidAt = performance.now();
      screen.write(`${text}\n`);
    },
    /** Clears the progress line before other output. */
    wipe(): void {
      if (isLeft) screen.write('\r\u001b[K');
      isLeft = false;
    },
  };
}
