import { fstatSync } from 'node:fs';

import type { LineLevel } from './log.ts';

const PRIORITIES: Readonly<Record<LineLevel, number>> = { error: 3, warn: 4, info: 6, debug: 7 };

/**
 * Returns the prefix of a log line that tells systemd's journal its priority (`sd-daemon(3)`), empty unless the descriptor leads to the
 * journal. `stream`: the variable JOURNAL_STREAM, which child processes inherit even if they write elsewhere.
 */
export function journalPriority(descriptor: number, stream: string | undefined): (level: LineLevel) => string {
  const { dev, ino } = fstatSync(descriptor);
  return stream === `${dev}:${ino}` ? (level) => `<${PRIORITIES[level]}>` : () => '';
}
