import type { SiteLook } from './site-look.ts';

/** The length that launchers show. */
const SHORT = 12;

/** The web app manifest of a site below `base`, as JSON. */
export function webManifest(base: string, { identity, version }: SiteLook): string {
  const { name, sentence } = identity;
  const word = version === '' ? '' : `?v=${version}`;
  const icon = (file: string, sizes: string, purpose: string) => ({ src: `${base}${file}${word}`, sizes, type: 'image/png', purpose });
  return JSON.stringify({
    name,
    short_name: name.length <= SHORT ? name : (/^[^\s]{1,12}(?=\s)/u.exec(name)?.[0] ?? name),
    description: sentence === '' ? 'The leaderboard: podium and rankings, daily and weekly.' : sentence,
    id: base,
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: '#080f14',
    theme_color: '#080f14',
    icons: [
      ...(version === '' ? [{ src: `${base}icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }] : []),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
  });
}
