import { isIPv4 } from 'node:net';

/** The console's origin, and the scope of passkeys. */
export interface SitePlace {
  /** `https://play.example` or `http://localhost:3000`. */
  readonly origin: string;
  /** The relying party id: the host without a port. */
  readonly rpId: string;
  /** Why passkeys are unavailable there, if so. */
  readonly trouble: string | undefined;
  /** The port, `''` for 80, if only this machine can reach the server. */
  readonly localPort: string | undefined;
}

/** `url`: LAURELS_URL, if set; `listening`: the server's own URL; `isHereAlone`: whether only this machine can reach it. */
export function sitePlace(url: string | undefined, listening: string, isHereAlone = false): SitePlace {
  const { origin, hostname, protocol } = new URL(url ?? listening);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return {
    origin,
    rpId: hostname,
    localPort: isHereAlone ? new URL(listening).port : undefined,
    trouble:
      isIPv4(hostname) || hostname.startsWith('[')
        ? 'Passkeys need a host name, not an IP address. Set LAURELS_URL to the site’s public URL.'
        : protocol === 'https:' || isLocal
          ? undefined
          : 'Passkeys require https. Serve the site over https, and set LAURELS_URL to its URL.',
  };
}

/** Why passkeys are unavailable under `shown`, an origin or host, if so. */
export function passkeyTrouble({ origin, rpId, trouble }: SitePlace, shown: string | undefined): string | undefined {
  if (trouble !== undefined) return trouble;
  if (shown === undefined || shown === origin || shown === new URL(origin).host) return undefined;
  return rpId === 'localhost'
    ? `Passkeys work under one host name. Open ${origin}/console, or set LAURELS_URL to the site’s public URL.`
    : `Passkeys work under one host name. Open ${origin}/console.`;
}
