import { LINE_FORMS } from './log-lines.ts';
import { LineWriter } from './line-writer.ts';
import type { journalPriority } from './journal-priority.ts';
import type { LineFacts, LineLevel, Log } from './log.ts';
import { type LogSettings, reaches } from './log-settings.ts';
import type { AnsweredRequest } from './answered-request.ts';

/** Noisy routes, logged only at `debug` unless they fail. */
const QUIET_ROUTES = new Set(['file', '/livez', '/readyz']);

const FAILURES = 500;

export type OpenLog = ReturnType<typeof openLog>;

/**
 * Opens the log on a file descriptor. By default, text at level info on a terminal, otherwise JSON at level requests. `clock`
 * gives epoch milliseconds. `priority` returns what a line of a level begins with, see {@link journalPriority}.
 */
export function openLog(
  settings: LogSettings,
  descriptor: number,
  isTerminal: boolean,
  clock: () => number,
  priority: ReturnType<typeof journalPriority> = () => '',
) {
  const { reach = isTerminal ? 'info' : 'requests', form = isTerminal ? 'text' : 'json' } = settings;
  const lines = LINE_FORMS[form];
  const line = (level: LineLevel, text: string, facts: Omit<LineFacts, 'level'>) =>
    priority(level) + lines.line(clock(), level, text, facts);
  const writer = new LineWriter(descriptor, (lost) => line('warn', `The log was not read fast enough. Lines dropped: ${lost}.`, {}));
  const withRequests = reaches(reach, 'requests');
  const withAll = reaches(reach, 'debug');
  const tell: Log = (text, { level = 'warn', ...facts } = {}) => {
    if (reaches(reach, level)) writer.add(line(level, text, facts));
  };
  return {
    tell,
    answered(request: AnsweredRequest): void {
      const hasFailed = request.status >= FAILURES;
      if (!hasFailed && !(withAll || (withRequests && !QUIET_ROUTES.has(request.route)))) return;
      if (!reaches(reach, 'warn')) return;
      const level = hasFailed ? 'warn' : 'info';
      writer.add(priority(level) + lines.request(clock(), level, request, withAll));
    },
    /** Writes everything synchronously, for process exit. */
    flush: (): void => writer.flush(),
  };
}
