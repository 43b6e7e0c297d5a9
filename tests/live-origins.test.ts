// The access of other origins' pages to a server: none by default.
import { expect, test } from 'vitest';

import { anyThreads } from './live/any-threads.ts';
import { startTrialServer } from './live/trial-server.ts';

const FAN = 'https://fan.example';
const BOARDS = '/api/v1/boards';
const PAGE = "default-src 'none'; frame-ancestors 'none'";
const pages = {
  pages: () => async () => ({ status: 200, headers: { 'content-type': 'text/html', 'content-security-policy': PAGE }, body: 'a page' }),
};

async function asked(env: Record<string, string>) {
  const server = await startTrialServer({ ...anyThreads('origins'), ...env }, pages);
  const head = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(server.url + path, { ...init, headers: { origin: FAN, ...init.headers } });
    await answer.body?.cancel();
    return answer.headers;
  };
  try {
    return {
      read: await head(BOARDS),
      problem: await head('/api/v1/nowhere'),
      listening: await head('/api/v1/boards/main/events'),
      written: await head('/api/v1/points', { method: 'POST' }),
      preflight: await head('/api/v1/points', { method: 'OPTIONS' }),
      page: await head('/', { headers: { accept: 'text/html' } }),
    };
  } finally {
    await server.discard();
  }
}

test('by default no other origin can read or frame anything', async () => {
  const found = await asked({});
  for (const headers of Object.values(found)) {
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect([headers.get('x-frame-options'), headers.get('strict-transport-security')]).toEqual(['DENY', 'max-age=63072000']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});

test('a listed origin can read the API, its problems and its changes, and frame pages but not the API', async () => {
  const { read, problem, listening, written, preflight, page } = await asked({
    LAURELS_READ_ORIGINS: FAN,
    LAURELS_FRAME_ORIGINS: FAN,
    LAURELS_HSTS: 'off',
  });
  for (const headers of [read, problem, listening, preflight]) expect(headers.get('access-control-allow-origin')).toBe(FAN);
  expect(read.get('vary')).toMatch(/origin/);
  expect(written.get('access-control-allow-origin')).toBeNull();
  expect(preflight.get('access-control-allow-methods')).toBe('GET, HEAD');
  expect([page.get('x-frame-options'), page.get('content-security-policy')]).toEqual([
    null,
    PAGE.replace("'none'", 'X').replace("'none'", FAN).replace('X', "'none'"),
  ]);
  expect([read.get('x-frame-options'), read.get('strict-transport-security')]).toEqual(['DENY', 'max-age=0']);
});
