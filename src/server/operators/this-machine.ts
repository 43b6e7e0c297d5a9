import type { HttpRequest } from '../http/http-message.ts';

/** Headers that proxies, tunnels and CDNs add to forwarded requests. */
const FORWARDED =
  /^(?:forwarded|via|cdn-loop|true-client-ip|x-real-ip|x-(?:cluster-)?client-ip|(?:x-forwarded|x-original|x-envoy|x-amz|cf|fastly)-.*)$/;

/** The addresses of this machine. */
const HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The settings that decide who can reach a server. */
export interface Reach {
  readonly host: string;
  readonly url: string | undefined;
  readonly trustedProxies: number;
}

/** Whether only programs on this machine can reach a server, and no proxy is set up. */
export function isReachedHereAlone({ host, url, trustedProxies }: Reach): boolean {
  const isHere = (name: string) => HOSTS.includes(name) || name === '::1';
  return isHere(host) && (url === undefined || isHere(new URL(url).hostname)) && trustedProxies === 0;
}

/**
 * Whether a request comes straight from a browser on this machine that shows the server’s own page: it was not forwarded, and not sent by
 * another site’s page, not even through another name for this machine. `port`: that of the server.
 */
export function isAtThisMachine({ method, header, headers, isDirect }: HttpRequest, port: string): boolean {
  const host = header('host');
  const [origin, site] = [header('origin'), header('sec-fetch-site')];
  return (
    isDirect?.() === true &&
    HOSTS.some((name) => host === (port === '' ? name : `${name}:${port}`)) &&
    // Browsers send it with every request that may change something.
    (origin === null ? method === 'GET' : origin === `http://${host}`) &&
    (site === null || site === 'same-origin') &&
    !Object.keys(headers?.() ?? {}).some((name) => FORWARDED.test(name))
  );
}
