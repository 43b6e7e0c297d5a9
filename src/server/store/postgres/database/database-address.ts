import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/** A database host: a name or address, or the absolute path of its socket's folder. */
interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/**
 * How a connection is protected. `unchecked`: encrypted, without verifying the server. `checked`: with a certificate issued by `authority`,
 * the path of its file or `undefined` for Node.js's own authorities; `name`: whether it must match the host, too.
 */
export type DatabaseTls =
  | { readonly kind: 'off' | 'unchecked' }
  | { readonly kind: 'checked'; readonly authority: string | undefined; readonly name: boolean };

/** The location of a PostgreSQL database, and the user to connect as. */
export interface DatabaseAddress {
  /** Copies of one database, at least one, in the order in which they are tried. */
  readonly hosts: readonly DatabaseHost[];
  readonly database: string;
  readonly user: string;
  /** `undefined`: no password, or the one that the client finds in PGPASSWORD or .pgpass. */
  readonly password: string | undefined;
  readonly tls: DatabaseTls;
}

const DEFAULT_PORT = 5432;

const EXAMPLE = 'such as postgres://user:password@host1,host2:5432/name';

/** The rule that a text breaks. Never quotes the text, which may contain a password. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
}

/**
 * Reads `postgres://user:password@host1:5432,host2/name?sslmode=verify-full&sslrootcert=/path` as PostgreSQL's own programs do, except that
 * user and name are required and other parameters are refused. @throws {BrokenRule}
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const found = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/i.exec(text);
  if (found === null) {
    throw new BrokenRule(
      `must be the address of a PostgreSQL database, ${EXAMPLE}; in a user's name and a password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25`,
    );
  }
  const [, authority = '', path = '', query = ''] = found;
  const at = authority.lastIndexOf('@');
  const [user, password] = credentialsIn(authority.slice(0, Math.max(0, at)));
  const database = decoded(path, 'the name of the database');
  if (database === '') throw new BrokenRule(`must name a database after the host, ${EXAMPLE}`);
  return {
    hosts: authority
      .slice(at + 1)
      .split(',')
      .map(hostIn),
    database,
    user,
    password,
    tls: tlsIn(new URLSearchParams(query)),
  };
}

function credentialsIn(text: string): readonly [user: string, password: string | undefined] {
  const colon = text.indexOf(':');
  const user = decoded(colon === -1 ? text : text.slice(0, colon), 'the user');
  if (user === '') throw new BrokenRule(`must name a user, ${EXAMPLE}`);
  const password = colon === -1 ? '' : decoded(text.slice(colon + 1), 'the password');
  return [user, password === '' ? undefined : password];
}

function hostIn(text: string): DatabaseHost {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? decoded(plain, 'a host');
  const isHost = bracketed === undefined ? /^(?:[\w.-]+|\/[^\0]*)$/.test(host) : isIPv6(host);
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  if (!isHost || number < 1 || number > 65_535)
    throw new BrokenRule(
      'must have hosts such as db.example, 192.0.2.7:5432, [2001:db8::7]:5432 or %2Frun%2Fpostgresql, with commas between them',
    );
  return { host, port: number };
}

function tlsIn(parameters: URLSearchParams): DatabaseTls {
  const names = [...parameters.keys()];
  const unknown = names.find((name) => name !== 'sslmode' && name !== 'sslrootcert');
  if (unknown !== undefined) throw new BrokenRule(`may have the parameters sslmode and sslrootcert, and not ${JSON.stringify(unknown)}`);
  if (new Set(names).size < names.length) throw new BrokenRule('must have each parameter once');
  const authority = parameters.get('sslrootcert') ?? undefined;
  const mode = parameters.get('sslmode') ?? (authority === undefined ? 'disable' : 'verify-full');
  if (mode === 'verify-ca' || mode === 'verify-full')
    return { kind: 'checked', authority: authority === 'system' ? undefined : authority, name: mode === 'verify-full' };
  if (mode !== 'disable' && mode !== 'require') throw new BrokenRule('must have sslmode=disable, require, verify-ca or verify-full');
  if (authority !== undefined) throw new BrokenRule('must have sslmode=verify-ca or verify-full where it has sslrootcert');
  return { kind: mode === 'require' ? 'unchecked' : 'off' };
}

function decoded(text: string, what: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw new BrokenRule(`must have % in ${what} written as %25`);
  }
  if (plain.includes('\0')) throw new BrokenRule(`must have no %00 in ${what}`);
  return plain;
}

/** The address without its password, for output and logs. */
export function shownAddress({ hosts, database, user }: DatabaseAddress): string {
  const shown = hosts.map(({ host, port }) => {
    const name = host.startsWith('/') ? encodeURIComponent(host) : isIPv6(host) ? `[${host}]` : host;
    return port === DEFAULT_PORT ? name : `${name}:${port}`;
  });
  return `postgres://${encodeURIComponent(user)}@${shown.join(',')}/${encodeURIComponent(database)}`;
}

/** TLS options of the client. @throws {Error} naming the file, if the authority's certificate cannot be read. */
export function clientTls(tls: DatabaseTls): false | ConnectionOptions {
  if (tls.kind !== 'checked') return tls.kind === 'unchecked' && { rejectUnauthorized: false };
  // Verification includes the host name unless that check is overridden.
  const anyName = tls.name ? {} : { checkServerIdentity: () => undefined };
  if (tls.authority === undefined) return anyName;
  try {
    const ca = readFileSync(tls.authority, 'utf8');
    // Node.js would silently ignore a file without a certificate.
    void new X509Certificate(ca);
    return { ca, ...anyName };
  } catch (error) {
    throw new Error(`The certificate ${tls.authority}, which sslrootcert in LAURELS_DATABASE names, cannot be read: ${String(error)}`, {
      cause: error,
    });
  }
}

/** Describes the problem with a server's certificate and its fix, by error code; `undefined` for other errors. */
export function certificateWords(code: string): string | undefined {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'its certificate is expired or not valid yet. Renew it, or check the clock.';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is not for this host. Use the name on the certificate in LAURELS_DATABASE, or sslmode=verify-ca.';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'its certificate is not signed by a trusted authority. Set sslrootcert in LAURELS_DATABASE to the authority’s certificate.';
    default:
      return undefined;
  }
}
