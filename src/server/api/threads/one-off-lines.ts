import { oncePerBurst } from '../../http/once-per-burst.ts';
import type { Log } from '../../watching/log.ts';

/** A log for several threads: passes on the first line of each burst of lines that share a `once`. */
export function oneOffLines(log: Log): Log {
  const lines = new Map<string, (line: string) => void>();
  return (line, { once, ...facts } = {}) => {
    if (once === undefined) return log(line, facts);
    let first = lines.get(once);
    if (first === undefined)
      lines.set(
        once,
        (first = oncePerBurst(
          once,
          () => performance.now(),
          (text) => log(text, facts),
        )),
      );
    first(line);
  };
}
