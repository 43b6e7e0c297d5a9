import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';

import { expect, test, vi } from 'vitest';

import { NODE } from '../../../scripts/tools/child-process.ts';
import { cleanLogo } from './logo-cleaning.ts';

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const svg = (content: string, more = 'viewBox="0 0 64 64"') => base64(`<svg xmlns="http://www.w3.org/2000/svg" ${more}>${content}</svg>`);
const CIRCLE = '<circle cx="32" cy="32" r="30" fill="#e10600"/>';

/** A PNG of one colour with a declared size, and pixels for some of its rows. */
function png(width: number, height: number, rows = height, colour: readonly number[] = [225, 6, 0, 255]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: Math.min(width, 4096) }, () => Buffer.from(colour))]);
  const data = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Author\0Somebody', 'latin1')),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The size and bytes of a cleaned logo. */
async function cleaned(sent: string): Promise<{ readonly size: readonly number[]; readonly bytes: Buffer }> {
  const answer = await cleanLogo(sent);
  if ('rule' in answer) throw new Error(answer.rule);
  const bytes = Buffer.from(answer.logo.replace('data:image/png;base64,', ''), 'base64');
  return { size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)], bytes };
}

async function rule(sent: string): Promise<string> {
  const answer = await cleanLogo(sent);
  return 'rule' in answer ? answer.rule : 'none';
}

test('an SVG becomes a PNG of the largest icon’s size, with its proportions', async () => {
  expect((await cleaned(svg(CIRCLE))).size).toEqual([512, 512]);
  expect((await cleaned(svg(CIRCLE, 'viewBox="0 0 128 64"'))).size).toEqual([512, 256]);
  expect((await cleaned(`data:image/svg+xml;base64,${svg(CIRCLE, 'width="9" height="9" viewBox="0 0 64 64"')}`)).size).toEqual([512, 512]);
});

test('the largest allowed PNG is drawn', async () => {
  expect((await cleaned(base64(png(2048, 2048)))).size).toEqual([512, 512]);
});

test('a PNG keeps its size or is reduced, and loses its metadata', async () => {
  expect((await cleaned(base64(png(64, 64)))).size).toEqual([64, 64]);
  const { size, bytes } = await cleaned(base64(png(2000, 1000)));
  expect(size).toEqual([512, 256]);
  expect(bytes.includes('Somebody')).toBe(false);
});

test('nothing of the upload survives except its looks', async () => {
  const { bytes } = await cleaned(
    svg(`<script>alert(1)</script><metadata>secret</metadata><title>secret</title><g onclick="alert(1)">${CIRCLE}</g>`),
  );
  for (const word of ['secret', 'alert', 'svg']) expect(bytes.includes(word)).toBe(false);
  expect(await cleanLogo(svg(CIRCLE))).toEqual({ logo: `data:image/png;base64,${bytes.toString('base64')}` });
});

test('a logo that would be invisible on one of the grounds gets a plate in the colour of the other, only once', async () => {
  const ink = await cleaned(svg('<circle cx="32" cy="32" r="30" fill="#000"/>'));
  expect(ink.size[0]).toBe(512);
  const seen = await cleaned(svg(CIRCLE));
  expect(ink.bytes.equals(seen.bytes)).toBe(false);
  const again = await cleaned(base64(ink.bytes));
  expect(again.size).toEqual(ink.size);
  // A second plate would make the circle smaller again.
  expect(Math.abs(again.bytes.length - ink.bytes.length)).toBeLessThan(ink.bytes.length / 5);
});

test.each([
  ['text', base64('hello'), 'must be a PNG or SVG file'],
  ['bytes', base64(Uint8Array.of(255, 216, 255, 224)), 'must be a PNG or SVG file'],
  ['nothing to see', svg(''), 'must show something: the picture is empty'],
  ['a broken drawing', base64('<svg xmlns="http://www.w3.org/2000/svg"><path'), 'cannot be drawn: it is damaged or too deeply nested'],
  ['another program', svg('<image href="https://evil.example/x.png" width="9" height="9"/>'), /^must not contain images/],
  ['a page', svg('<foreignObject><body/></foreignObject>'), /^must not contain images/],
  ['something elsewhere', svg('<use href="https://evil.example/x.svg#a"/>'), 'must not refer to anything outside itself'],
  ['a file of the server', svg(`<use xlink:href='file:///etc/passwd'/>${CIRCLE}`), 'must not refer to anything outside itself'],
  ['a style elsewhere', svg(`<style>@import "https://evil.example";</style>${CIRCLE}`), 'must not refer to anything outside itself'],
  [
    'a fill elsewhere',
    svg('<rect width="9" height="9" fill="url(https://evil.example/#a)"/>'),
    'must not refer to anything outside itself',
  ],
  ['words', svg('<text>Lantern</text>'), /^must not contain text: convert it to outlines/],
  ['entities', base64('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>'), 'must not define entities'],
  ['a ribbon', svg('<rect width="900" height="9"/>', 'viewBox="0 0 900 9"'), /^must not be more than 4 times/],
  ['too many pixels', base64(png(30_000, 30_000, 1)), 'must be at most 2048 pixels wide and high; it is 30000 by 30000'],
  ['no pixels', base64(png(0, 9, 1)), 'must be at most 2048 pixels wide and high; it is 0 by 9'],
  ['half a PNG', base64(png(64, 64).subarray(0, 80)), /^(cannot be drawn|must show something)/],
  ['the head of a PNG', base64(png(64, 64).subarray(0, 20)), 'must be a complete PNG'],
  ['too many bytes', base64(Buffer.alloc(512 * 1024 + 1, '<svg>')), 'must be at most 512 KiB'],
] as const)('%s is not a logo', async (_, sent, why) => {
  const said = await rule(sent);
  if (typeof why === 'string') expect(said).toBe(why);
  else expect(said).toMatch(why);
});

test.each([
  ['groups in groups', svg(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`)],
  [
    'uses of uses',
    svg(
      `<defs>${Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('')}<g id="a0">${CIRCLE}</g></defs><use href="#a12"/>`,
    ),
  ],
  ['a use of itself', svg('<g id="a"><use href="#a"/></g>')],
])('a bomb of %s is rejected on its own thread', async (_, sent) => {
  expect(await rule(sent)).toMatch(/^(?:cannot be drawn|must be simpler|must show something)/);
});

/** Draws a logo several times at once in another process, whose clock stands still. Resolves with the errors, and how many MiB it grew. */
async function drawnElsewhere(sent: string, times: number): Promise<{ readonly rules: readonly string[]; readonly grownMiB: number }> {
  const program = `
    const { cleanLogo } = await import(${JSON.stringify(new URL('logo-cleaning.ts', import.meta.url).href)});
    globalThis.setTimeout = () => ({ unref() {} });
    const rssKiB = () => process.resourceUsage().maxRSS;
    const before = rssKiB();
    const answers = await Promise.all(Array.from({ length: ${times} }, () => cleanLogo(process.env.LOGO)));
    console.log(JSON.stringify({ rules: answers.map(({ rule }) => rule), grownMiB: (rssKiB() - before) / 1024 }));`;
  const { stdout } = await promisify(execFile)(NODE, ['--input-type=module', '-e', program], { env: { ...process.env, LOGO: sent } });
  return JSON.parse(stdout) as { readonly rules: readonly string[]; readonly grownMiB: number };
}

test.each([1, 3])('nested masks are rejected before they take much memory, %i at once', async (times) => {
  const masks = Array.from({ length: 800 }, (_, i) => {
    const before = i === 0 ? '' : ` mask="url(#m${i - 1})"`;
    return `<mask id="m${i}"${before}><rect width="64" height="64" fill="#fff"/></mask>`;
  });
  const sent = svg(`${masks.join('')}<circle cx="32" cy="32" r="30" fill="#e10600" mask="url(#m799)"/>`);
  const { rules, grownMiB } = await drawnElsewhere(sent, times);
  expect(rules).toEqual(Array(times).fill('cannot be drawn: it is damaged or too deeply nested'));
  expect(grownMiB).toBeLessThan(150);
});

test('rejects a logo that takes too long to draw', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const blurs = '<feGaussianBlur stdDeviation="500"/>'.repeat(3000);
    const said = rule(
      svg(`<filter id="f"><feTurbulence baseFrequency="9"/>${blurs}</filter><rect width="64" height="64" filter="url(#f)"/>`),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await said).toBe('must be simpler: it takes too long to draw');
  } finally {
    vi.useRealTimers();
  }
});
