import { isIPv4, isIPv6 } from 'node:net';

/** Headers by which a proxy says for whom it asks, in small letters and as they are written. */
const FORWARDING = [
  ['x-forwarded-for', 'X-Forwarded-For'],
  ['forwarded', 'Forwarded'],
] as const;

/**
 * Who is counted as one caller: an IPv4 address, or the /64 network of an IPv6 one, because one customer has
 * as many addresses as they like within that.
 *
 * @param remoteAddress of the connection.
 * @param forwardedFor the header X-Forwarded-For, which anybody can send: it counts only as far as our own proxies wrote it.
 * @param proxies how many of our own proxies a request passes. Each appends whom it heard from, so the last
 *   `proxies` entries are true and the first of those is the client.
 */
export function callerOf(remoteAddress: string, forwardedFor: string | null, proxies: number): string {
  if (proxies > 0 && forwardedFor !== null) {
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    const client = hops.at(-Math.min(proxies, hops.length))!;
    // It may have a port.
    const address = client.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
    if (isIPv4(address) || isIPv6(address)) return networkOf(address);
  }
  return networkOf(remoteAddress);
}

/**
 * Looks at the headers of requests (names in small letters), and logs one line, once, if they come from a proxy that
 * nobody told us about: all who come through it are one caller then. `proxies` as in {@link callerOf}.
 */
export function proxyLookout(
  proxies: number,
  log: (line: string) => void,
): (headers: Readonly<Record<string, unknown>>, remoteAddress: string | undefined) => void {
  let isDone = proxies > 0;
  return (headers, remoteAddress = 'a closed connection') => {
    if (isDone) return;
    const found = FORWARDING.find(([name]) => headers[name] !== undefined);
    if (found === undefined) return;
    isDone = true;
    log(
      `A request from ${remoteAddress} has the header ${found[1]}, and no proxy is trusted. If a proxy of yours is in front, all its visitors count as one caller and share one limit: set LAURELS_TRUSTED_PROXIES to how many proxies a request passes, mostly 1. If there is none, change nothing: anybody can send this header.`,
    );
  };
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1]!;
  const [bare] = address.split('%') as [string];
  if (!isIPv6(bare)) return address;
  // The URL parser writes every IPv6 address in one way.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
