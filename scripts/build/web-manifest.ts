/** The web app manifest of a site below `base`, as JSON. */
export function webManifest(base: string): string {
  const icon = (file: string, sizes: string, purpose: string) => ({ src: `${base}${file}`, sizes, type: 'image/png', purpose });
  return JSON.stringify({
    name: 'Laurels',
    short_name: 'Laurels',
    description: 'Who leads the game: podium and rankings, daily and weekly.',
    id: base,
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: '#080f14',
    theme_color: '#080f14',
    icons: [
      { src: `${base}icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
  });
}
