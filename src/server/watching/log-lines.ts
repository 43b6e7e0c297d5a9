// Log lines as JSON and as text.
import type { AnsweredRequest } from './answered-request.ts';
import type { LineFacts, LineLevel } from './log.ts';
import type { LogForm } from './log-settings.ts';

/** Formats lines, including the line break. `at` is epoch milliseconds. */
export interface LineForm {
  line(at: number, level: LineLevel, text: string, facts: Omit<LineFacts, 'level'>): string;
  /** `withPath`: includes the requested path, which may contain names of players. */
  request(at: number, level: LineLevel, request: AnsweredRequest, withPath: boolean): string;
}

/** Control characters except line feed. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

const timeOf = (at: number) => new Date(at).toISOString();

/** An object per line. */
const JSON_LINES: LineForm = {
  line(at, level, message, facts) {
    return `${JSON.stringify({ time: timeOf(at), level, message, ...facts })}\n`;
  },
  // Concatenated by hand, because it runs for every request; only foreign text needs quoting.
  request(at, level, { id, method, route, status, durationMs, path }, withPath) {
    const asked = withPath ? `,"path":${JSON.stringify(path)}` : '';
    return `{"time":"${timeOf(at)}","level":"${level}","message":"request","request":"${id}","method":"${method}","route":"${route}","status":${status},"durationMs":${durationMs.toFixed(2)}${asked}}\n`;
  },
};

/** One line each, beginning with the time. Continuation lines are indented, so that they cannot forge log lines. */
const TEXT_LINES: LineForm = {
  line(at, level, text, facts) {
    const known = Object.values({ request: facts.request, by: facts.by, act: facts.act }).filter((fact) => fact !== undefined);
    const words = known.length === 0 ? text : `${text} (${known.join(', ')})`;
    return `${timeOf(at)} ${level.padEnd(5)} ${printable(words)}\n`;
  },
  request(at, level, { id, method, route, status, durationMs, path }, withPath) {
    return `${timeOf(at)} ${level.padEnd(5)} ${method} ${withPath ? printable(path) : route} ${status} ${durationMs.toFixed(1)} ms (${id})\n`;
  },
};

function printable(text: string): string {
  return text.replaceAll(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).replaceAll('\n', '\n  ');
}

export const LINE_FORMS: Readonly<Record<LogForm, LineForm>> = { json: JSON_LINES, text: TEXT_LINES };
