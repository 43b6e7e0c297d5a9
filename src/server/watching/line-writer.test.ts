import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

/** Adds more lines than a writer buffers, twice, while its pipe is not read, and reports on another one that it continues. */
const PROGRAM = `
  import { LineWriter } from './src/server/watching/line-writer.ts';
  const writer = new LineWriter(2, (lost) => 'lost ' + lost + '\\n');
  const line = 'x'.repeat(1023) + '\\n';
  for (let i = 0; i < 6000; i += 1) writer.add(line);
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let i = 0; i < 6000; i += 1) writer.add(line);
  process.stdout.write('still here');
  process.stdin.resume();
`;

test('a blocked reader does not block the writer, and later receives the number of lost lines', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.pause();
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('still here');
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.resume();
  await expect.poll(() => (text.match(/^lost /gm) ?? []).length).toBe(2);
  child.kill();
  await once(child, 'close');
  const lost = [...text.matchAll(/^lost (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  const kept = text.split('\n').filter((line) => line === 'x'.repeat(1023)).length;
  expect(kept + lost).toBe(12_000);
  expect(kept).toBeGreaterThan(4000);
});
