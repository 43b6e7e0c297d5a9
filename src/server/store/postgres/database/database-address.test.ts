import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { BrokenRule, clientTls, readDatabaseAddress, shownAddress } from './database-address.ts';

test('an address is parsed into hosts, user, password and database', () => {
  expect(readDatabaseAddress('postgres://laurels:secret@db.example/game')).toEqual({
    hosts: [{ host: 'db.example', port: 5432 }],
    database: 'game',
    user: 'laurels',
    password: 'secret',
    tls: { kind: 'off' },
  });
  expect(readDatabaseAddress('PostgreSQL://l@db1:6432,[2001:db8::7],192.0.2.7:5433,%2Frun%2Fpostgresql/g')).toMatchObject({
    hosts: [
      { host: 'db1', port: 6432 },
      { host: '2001:db8::7', port: 5432 },
      { host: '192.0.2.7', port: 5433 },
      { host: '/run/postgresql', port: 5432 },
    ],
    password: undefined,
  });
});

test('any percent-encoded name or password is decoded literally, and only the password is hidden in output', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((each) => !each.includes('\0'));
  fc.assert(
    fc.property(text, text, text, (user, password, database) => {
      const [u, p, d] = [user, password, database].map(encodeURIComponent);
      const address = readDatabaseAddress(`postgres://${u}:${p}@db/${d}`);
      expect(address).toMatchObject({ user, password, database });
      expect(shownAddress(address)).toBe(`postgres://${u}@db/${d}`);
      expect(readDatabaseAddress(shownAddress(address))).toEqual({ ...address, password: undefined });
    }),
  );
});

test.each([
  ['', { kind: 'off' }],
  ['?sslmode=disable', { kind: 'off' }],
  ['?sslmode=require', { kind: 'unchecked' }],
  ['?sslmode=verify-ca', { kind: 'checked', authority: undefined, name: false }],
  ['?sslmode=verify-full&sslrootcert=system', { kind: 'checked', authority: undefined, name: true }],
  ['?sslrootcert=%2Fca.pem', { kind: 'checked', authority: '/ca.pem', name: true }],
])('%j protects the connection as %j', (query, tls) => {
  expect(readDatabaseAddress(`postgres://l@db/g${query}`).tls).toEqual(tls);
});

test('a certificate is read from its file; the error names a missing or invalid one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, rootCertificates[0]!);
  expect(clientTls({ kind: 'off' })).toBe(false);
  expect(clientTls({ kind: 'unchecked' })).toEqual({ rejectUnauthorized: false });
  expect(clientTls({ kind: 'checked', authority: file, name: true })).toEqual({ ca: rootCertificates[0] });
  expect(clientTls({ kind: 'checked', authority: file, name: false })).toHaveProperty('checkServerIdentity');
  expect(() => clientTls({ kind: 'checked', authority: `${file}.gone`, name: true })).toThrow(`${file}.gone`);
  writeFileSync(file, 'no certificate');
  expect(() => clientTls({ kind: 'checked', authority: file, name: true })).toThrow(file);
});

test.each([
  ['mysql://l:hunter2@db/g', 'must be the address of a PostgreSQL database'],
  ['l:hunter2@db/g', 'must be the address of a PostgreSQL database'],
  ['postgres://l:hunter2/x@db/g', 'must be the address'],
  ['postgres://l:hunter2#x@db/g', 'must be the address'],
  ['postgres://l:hunter2@db/g/h', 'must be the address'],
  ['postgres://db/g', 'must name a user'],
  ['postgres://:hunter2@db/g', 'must name a user'],
  ['postgres://l:hunter2@db', 'must name a database'],
  ['postgres://l:hunter2@db/', 'must name a database'],
  ['postgres://l:hunter2%@db/g', 'must have % in the password written as %25'],
  ['postgres://l:hunter2%00@db/g', 'must have no %00 in the password'],
  ['postgres://l:hunter2@/g', 'must have hosts such as'],
  ['postgres://l:hunter2@db,/g', 'must have hosts such as'],
  ['postgres://l:hunter2@db:0/g', 'must have hosts such as'],
  ['postgres://l:hunter2@db:65536/g', 'must have hosts such as'],
  ['postgres://l:hunter2@[db]/g', 'must have hosts such as'],
  ['postgres://l:hunter2@2001:db8::7/g', 'must have hosts such as'],
  ['postgres://l:hunter2@db/g?sslmode=prefer', 'must have sslmode=disable, require, verify-ca or verify-full'],
  ['postgres://l:hunter2@db/g?sslmode=require&sslrootcert=/x', 'must have sslmode=verify-ca or verify-full where it has sslrootcert'],
  ['postgres://l:hunter2@db/g?sslmode=require&sslmode=disable', 'must have each parameter once'],
  ['postgres://l:hunter2@db/g?options=-c', 'and not "options"'],
])('%s is rejected with the rule it breaks, without the password', (text, rule) => {
  const refused = () => readDatabaseAddress(text);
  expect(refused).toThrow(BrokenRule);
  expect(refused).toThrow(rule);
  expect(refused).not.toThrow('hunter2');
});
