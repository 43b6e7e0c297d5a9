import { LINE_FORMS } from './log-lines.ts';
import { LineWriter } from './line-writer.ts';
import type { Log } from './log.ts';
import { type LogSettings, reaches } from './log-settings.ts';
import type { AnsweredRequest } from './answered-request.ts';

/** Routes that are asked all the time and say little: they are told with `debug` only, unless something fails. */
const QUIET_ROUTES = new Set(['file', '/livez', '/readyz']);

/** From here on a status says that something of ours failed. */
const FAILURES = 500;

/** The log of a server. */
export type OpenLog = ReturnType<typeof openLog>;

/**
 * Opens the log on a file descriptor. On a terminal it is for people and leaves out the requests, otherwise it is for programs, unless
 * `settings` say so. `clock` gives epoch milliseconds.
 */
export function openLog(settings: LogSettings, descriptor: number, isTerminal: boolean, clock: () => number) {
  const { reach = isTerminal ? 'info' : 'requests', form = isTerminal ? 'text' : 'json' } = settings;
  const lines = LINE_FORMS[form];
  const writer = new LineWriter(descriptor, (lost) =>
    lines.line(clock(), 'warn', `Nobody took the log fast enough. Lines lost: ${lost}.`, {}),
  );
  const withRequests = reaches(reach, 'requests');
  const withAll = reaches(reach, 'debug');
  const tell: Log = (text, { level = 'warn', ...facts } = {}) => {
    if (reaches(reach, level)) writer.add(lines.line(clock(), level, text, facts));
  };
  return {
    tell,
    /** Tells of a request. */
    answered(request: AnsweredRequest): void {
      const hasFailed = request.status >= FAILURES;
      if (!hasFailed && !(withAll || (withRequests && !QUIET_ROUTES.has(request.route)))) return;
      if (!reaches(reach, 'warn')) return;
      writer.add(lines.request(clock(), hasFailed ? 'warn' : 'info', request, withAll));
    },
    /** Writes what waits at once, for a process that ends. */
    flush: (): void => writer.flush(),
  };
}
