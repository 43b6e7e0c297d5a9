// Addresses that webhooks may reach: none inside the operator's network unless allowed. See docs/decisions.
import { BlockList, isIP } from 'node:net';

/** IANA special-purpose IPv4 networks, and a cloud metadata service at a public address (168.63.129.16). */
const INWARD_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Global unicast IPv6. Everything else is local or embeds an IPv4 address. */
const GIVEN_OUT_IPV6 = ['2000::/3'];

/** Exceptions within it: tunnels that embed IPv4 addresses, and documentation. */
const INWARD_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const inward = listOf([...INWARD_IPV4, ...INWARD_IPV6])!;
const givenOut = listOf(GIVEN_OUT_IPV6)!;

export type MayReach = (address: string) => boolean;

/** Allows public addresses, and the comma-separated networks or addresses in `allowed`. `undefined` if that is invalid. */
export function reachable(allowed: string): MayReach | undefined {
  const list = listOf(
    allowed
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  );
  return list && ((address) => isPublic(address) || isIn(list, address));
}

/** Whether an IP address is public: not local, private or a cloud's metadata service. */
export function isPublic(address: string): boolean {
  return isIP(address) === 6 ? isIn(givenOut, address) && !isIn(inward, address) : isIP(address) === 4 && !isIn(inward, address);
}

/** The URL's host if it is an IP address, without brackets. `URL` normalises other notations. */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function listOf(networks: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
    if (most < 0 || rest.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) return undefined;
    list.addSubnet(address, Number(bits ?? most), most === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
}
