import { isIPv4, isIPv6 } from 'node:net';

import type { OneOffLog } from './once-per-burst.ts';

/** Headers in which proxies forward the client, in lower case and as written. */
const FORWARDING = [
  ['x-forwarded-for', 'X-Forwarded-For'],
  ['forwarded', 'Forwarded'],
] as const;

/**
 * The caller for limits: an IPv4 address, or the /64 network of an IPv6 address, which one customer controls.
 *
 * @param forwardedFor the header X-Forwarded-For, trusted only as far as our own proxies wrote it.
 * @param proxies how many of our own proxies a request passes. Each appends its client, so that of the last `proxies` entries
 *   the first is the caller.
 */
export function callerOf(remoteAddress: string, forwardedFor: string | null, proxies: number): string {
  if (proxies > 0 && forwardedFor !== null) {
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    const client = hops.at(-Math.min(proxies, hops.length))!;
    // Without a port.
    const address = client.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
    if (isIPv4(address) || isIPv6(address)) return networkOf(address);
  }
  return networkOf(remoteAddress);
}

/** Whether an address is of this machine alone. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}

/** Logs one line, once, if requests come through a proxy that is not configured. `proxies` as in {@link callerOf}. */
export function proxyLookout(
  proxies: number,
  log: OneOffLog,
): (headers: Readonly<Record<string, unknown>>, remoteAddress: string | undefined) => void {
  let isDone = proxies > 0;
  return (headers, remoteAddress = 'a closed connection') => {
    if (isDone) return;
    const found = FORWARDING.find(([name]) => headers[name] !== undefined);
    if (found === undefined) return;
    isDone = true;
    log(
      `A request from ${remoteAddress} has the header ${found[1]}, but no proxy is trusted. If you run a reverse proxy, all visitors share one rate limit until you set LAURELS_TRUSTED_PROXIES to the number of proxies, usually 1. If you do not, ignore this: anyone can send this header.`,
      { once: 'proxy' },
    );
  };
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1]!;
  const [bare] = address.split('%') as [string];
  if (!isIPv6(bare)) return address;
  // The URL parser normalises IPv6 addresses.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
