import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

test('the contract tests call every method', () => {
  const methods = [...read('points-store.ts').matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name!).filter((name) => name !== 'constructor');
  expect(methods.length).toBeGreaterThan(25);
  const suites = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('.suite.ts'))
    .map(read)
    .join('\n');
  expect(methods.filter((name) => !new RegExp(`store\\s*\\.${name}\\(`).test(suites))).toEqual([]);
});
