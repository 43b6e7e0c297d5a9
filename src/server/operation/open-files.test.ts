import { expect, test } from 'vitest';

import { mostOpenFiles, openFilesIn } from './open-files.ts';

const limits = (openFiles: string) =>
  [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max processes             63456                63456                processes ',
    openFiles,
    'Max locked memory         8388608              8388608              bytes     ',
  ].join('\n');

test.each([
  ['Max open files            1024                 524288               files     ', 1024],
  ['Max open files            unlimited            unlimited            files     ', Infinity],
  ['Max open doors            1024                 524288               doors     ', undefined],
])('%s', (line, most) => expect(openFilesIn(limits(line))).toBe(most));

test('this process may open more than a few files', () => expect(mostOpenFiles()).toBeGreaterThan(20));
