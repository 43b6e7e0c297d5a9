import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { EncodedBody } from './encoded-body.ts';

const TEXT = JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ rank: i, name: 'Zoë' })));

test('the text is the same in all encodings, each with its own entity tag', async () => {
  const body = new EncodedBody(TEXT);
  const [plain, br, gzip] = await Promise.all([body.accepted(null), body.accepted('gzip, br'), body.accepted('gzip')]);
  expect(Buffer.from(plain.body).toString()).toBe(TEXT);
  expect(brotliDecompressSync(br.body).toString()).toBe(TEXT);
  expect(gunzipSync(gzip.body).toString()).toBe(TEXT);
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3);
  expect(br.body.length).toBeLessThan(TEXT.length / 5);
});

test('short bodies are not compressed', async () => {
  expect((await new EncodedBody('{}').accepted('br')).headers).toEqual({ vary: 'Accept-Encoding' });
});

test('requests for the same body get the same bytes, encoded once', async () => {
  const body = new EncodedBody(TEXT);
  const [first, second] = await Promise.all([body.accepted('br'), body.accepted('br')]);
  expect(first.body).toBe(second.body);
});
