import { isIPv4 } from 'node:net';

/** Where the console is, and for whom passkeys are made. */
export interface SitePlace {
  /** Such as `https://play.example` or `http://localhost:3000`. */
  readonly origin: string;
  /** What authenticators know the site by: its host, without a port. */
  readonly rpId: string;
  /** Why no browser offers passkeys there; `undefined` if they do. */
  readonly trouble: string | undefined;
}

/**
 * Where the console is. `url`: where visitors find the site, if an operator said so; `listening`: where the server listens, such as
 * `http://localhost:3000`.
 */
export function sitePlace(url: string | undefined, listening: string): SitePlace {
  const { origin, hostname, protocol } = new URL(url ?? listening);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return {
    origin,
    rpId: hostname,
    trouble:
      isIPv4(hostname) || hostname.startsWith('[')
        ? 'Passkeys need the name of a host, not an address of numbers. Set LAURELS_URL to where visitors find the site.'
        : protocol === 'https:' || isLocal
          ? undefined
          : 'Passkeys need https. Serve the site over https, and set LAURELS_URL to its address.',
  };
}

/** Why somebody who looks at the console under `shown`, an origin or a host, cannot use passkeys; `undefined` if they can. */
export function passkeyTrouble({ origin, rpId, trouble }: SitePlace, shown: string | undefined): string | undefined {
  if (trouble !== undefined) return trouble;
  if (shown === undefined || shown === origin || shown === new URL(origin).host) return undefined;
  return rpId === 'localhost'
    ? `Passkeys work under one name of a site. Open it at ${origin}/console, or set LAURELS_URL to where visitors find it.`
    : `Passkeys work under one name of a site. Open it at ${origin}/console.`;
}
