/** How often it is said how far something is where no line can be written over, in milliseconds. */
const SAID_EVERY_MS = 30_000;

/** Says how far something is that takes long. */
export type Progress = ReturnType<typeof progressOn>;

/** Progress in one line that is written over, or on no terminal in a line now and then. */
export function progressOn(screen: { readonly isTTY?: boolean; write(text: string): unknown }) {
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
    /** Wipes a line that was left on a terminal, before something else is written. */
    wipe(): void {
      if (isLeft) screen.write('\r\u001b[K');
      isLeft = false;
    },
  };
}
