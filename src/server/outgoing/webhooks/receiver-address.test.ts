import { expect, test } from 'vitest';

import { isPublic, literalAddress, reachable } from './receiver-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2001::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'not an address',
])('%s is not a public address', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '162.159.128.233',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is a public address', (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
  ['http://１２７.0.0.1/', '127.0.0.1'],
  ['http://[::ffff:7f00:1]/', '::ffff:7f00:1'],
  ['http://[0:0:0:0:0:0:0:1]/', '::1'],
])('recognises the address in %s', (text, address) => {
  expect(literalAddress(new URL(text))).toBe(address);
  expect(isPublic(address)).toBe(false);
});

test('an operator may allow parts of their own network, and only those', () => {
  const mayReach = reachable('10.2.0.0/16, 127.0.0.1,fd12::/16')!;
  for (const address of ['10.2.3.4', '127.0.0.1', 'fd12::1', '8.8.8.8']) expect([address, mayReach(address)]).toEqual([address, true]);
  for (const address of ['10.3.0.1', '127.0.0.2', 'fd13::1', '169.254.169.254'])
    expect([address, mayReach(address)]).toEqual([address, false]);
  expect(reachable('')!('127.0.0.1')).toBe(false);
  for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/x']) expect(reachable(wrong)).toBeUndefined();
});
