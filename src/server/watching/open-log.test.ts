import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { AnsweredRequest } from './answered-request.ts';
import { journalPriority } from './journal-priority.ts';
import { readLogSettings } from './log-settings.ts';
import { type OpenLog, openLog } from './open-log.ts';

const NOON = Date.parse('2026-12-16T12:00:00.250Z');
const ASKED: AnsweredRequest = {
  id: 'ab-1',
  method: 'GET',
  route: '/api/v1/players/{username}',
  status: 200,
  durationMs: 1.23456,
  path: '/api/v1/players/ada',
};

let folder: string;
let descriptor: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-log-'));
  descriptor = openSync(join(folder, 'log'), 'a');
});
afterEach(() => {
  // Later writes would go to another file that has the same descriptor by then.
  for (const log of logs.splice(0)) log.flush();
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

const logs: OpenLog[] = [];

function logOf(said: string, isTerminal = false, stream?: string): OpenLog {
  const settings = said === '' ? {} : readLogSettings(said)!;
  const log = openLog(settings, descriptor, isTerminal, () => NOON, journalPriority(descriptor, stream));
  logs.push(log);
  return log;
}

const written = () => readFileSync(join(folder, 'log'), 'utf8');

test('a line for programs is one JSON object, whatever its contents', () => {
  const log = logOf('');
  log.tell('Two\nlines "quoted"', { level: 'error', request: 'ab-1' });
  log.answered(ASKED);
  log.flush();
  const lines = written().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time: '2026-12-16T12:00:00.250Z', level: 'error', message: 'Two\nlines "quoted"', request: 'ab-1' },
    {
      time: '2026-12-16T12:00:00.250Z',
      level: 'info',
      message: 'request',
      request: 'ab-1',
      method: 'GET',
      route: '/api/v1/players/{username}',
      status: 200,
      durationMs: 1.23,
    },
  ]);
});

test('a line for people begins with its time, and foreign text can neither forge a line nor move the cursor', () => {
  const log = logOf('debug,text');
  log.tell('Said:\n2026-12-16T12:00:00.250Z error \u001b[2Jforged', { by: 'ops', act: 'setCatalogue' });
  log.answered({ ...ASKED, path: '/x\u001b[2J' });
  log.flush();
  expect(written()).toBe(
    [
      '2026-12-16T12:00:00.250Z warn  Said:',
      '  2026-12-16T12:00:00.250Z error \\u001b[2Jforged (ops, setCatalogue)',
      '2026-12-16T12:00:00.250Z info  GET /x\\u001b[2J 200 1.2 ms (ab-1)',
      '',
    ].join('\n'),
  );
});

test.each([
  // [the setting, whether it is a terminal, what is logged]
  ['', false, ['error', 'warn', 'info', 'request', 'failed file']],
  ['', true, ['error', 'warn', 'info', 'failed file']],
  ['error', false, ['error']],
  ['warn', false, ['error', 'warn', 'failed file']],
  ['requests', true, ['error', 'warn', 'info', 'request', 'failed file']],
  ['debug', false, ['error', 'warn', 'info', 'debug', 'request', 'file', 'failed file']],
] as const)('LAURELS_LOG=%s, terminal: %s', (said, isTerminal, expected) => {
  const log = logOf(said, isTerminal);
  for (const level of ['error', 'warn', 'info', 'debug'] as const) log.tell(`:${level}:`, { level });
  log.answered({ ...ASKED, id: ':request:' });
  log.answered({ ...ASKED, id: ':file:', route: 'file' });
  log.answered({ ...ASKED, id: ':failed file:', route: 'file', status: 500 });
  log.flush();
  expect([...written().matchAll(/:([a-z ]+):/g)].map(([, name]) => name)).toEqual(expected);
});

test('player names, which are in paths, are logged at level debug only', () => {
  const [quiet, loud] = [logOf('requests'), logOf('debug')];
  quiet.answered(ASKED);
  quiet.flush();
  expect(written()).not.toContain('ada');
  loud.answered(ASKED);
  loud.flush();
  expect(written()).toContain('"path":"/api/v1/players/ada"');
});

test('rejects settings with unknown, repeated or conflicting words', () => {
  expect(['loud', 'warn,error', 'json,text', 'warn,', ''].map(readLogSettings)).toEqual(Array(5).fill(undefined));
  expect(readLogSettings('JSON warn')).toEqual({ reach: 'warn', form: 'json' });
});

test('lines have priorities in systemd’s journal, and nowhere else', () => {
  const { dev, ino } = fstatSync(descriptor);
  const [journal, elsewhere] = [logOf('debug,text', false, `${dev}:${ino}`), logOf('debug,text', false, `${dev}:${ino + 1}`)];
  for (const level of ['error', 'warn', 'info', 'debug'] as const) journal.tell('x', { level });
  journal.answered({ ...ASKED, status: 500 });
  journal.flush();
  elsewhere.tell('x');
  elsewhere.flush();
  expect([...written().matchAll(/^(<\d>)?\d{4}-/gm)].map(([, priority]) => priority)).toEqual([
    '<3>',
    '<4>',
    '<6>',
    '<7>',
    '<4>',
    undefined,
  ]);
});
