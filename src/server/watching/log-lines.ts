// Lines of a log, as programs read them and as people do.
import type { AnsweredRequest } from './answered-request.ts';
import type { LineFacts, LineLevel } from './log.ts';
import type { LogForm } from './log-settings.ts';

/** Writes lines, each with its end. `at` is epoch milliseconds. */
export interface LineForm {
  line(at: number, level: LineLevel, text: string, facts: Omit<LineFacts, 'level'>): string;
  /** `withPath`: also the address as it was asked for, in which names of players may be. */
  request(at: number, level: LineLevel, request: AnsweredRequest, withPath: boolean): string;
}

/** Whatever moves a cursor or means something to a terminal, but for the end of a line. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

const timeOf = (at: number) => new Date(at).toISOString();

/** One object a line. `JSON.stringify` writes any text in one line. */
const JSON_LINES: LineForm = {
  line(at, level, message, facts) {
    return `${JSON.stringify({ time: timeOf(at), level, message, ...facts })}\n`;
  },
  // Written by hand, because it is written for every request: whatever others chose is quoted, and the rest needs no quoting.
  request(at, level, { id, method, route, status, durationMs, path }, withPath) {
    const asked = withPath ? `,"path":${JSON.stringify(path)}` : '';
    return `{"time":"${timeOf(at)}","level":"${level}","message":"request","request":"${id}","method":"${method}","route":"${route}","status":${status},"durationMs":${durationMs.toFixed(2)}${asked}}\n`;
  },
};

/** One line for each, which begins with its time. What goes on in further lines is set in, so that none of it passes for a line of ours. */
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
