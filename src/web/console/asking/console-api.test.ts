import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { requestText } from './console-api.ts';

test('a copied request is quoted for the shell, whatever it contains', () => {
  const body = { event: `it's "one" \\ $HOME \`x\``, does: 'void', reason: 'two\nlines' };
  const text = requestText('reviseEvent', { board: 'main', body, query: { preview: '1' } }, 'http://localhost:3000');
  const words = execFileSync('sh', ['-c', `curl() { for each; do printf '%s\\0' "$each"; done; }\n${text}`], { encoding: 'utf8' });
  const [x, method, address, ...rest] = words.split('\0');
  expect([x, method, address]).toEqual(['-X', 'POST', 'http://localhost:3000/api/v1/boards/main/revisions?preview=1']);
  expect(rest.slice(0, 4)).toEqual(['-H', 'Authorization: Bearer YOUR-KEY', '-H', 'Content-Type: application/json']);
  expect(JSON.parse(rest[5]!)).toEqual(body);
});

test('a read request has no method and no body', () => {
  expect(requestText('audit', { query: { limit: 5 } }, 'https://play.example')).toBe(
    `curl 'https://play.example/api/v1/audit?limit=5' \\\n  -H 'Authorization: Bearer YOUR-KEY'`,
  );
});
