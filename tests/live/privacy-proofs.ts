/** Sentences of the privacy page about browsers, which `tests/e2e-live/documents.spec.ts` proves; `tests/live-privacy.test.ts` proves all others. */
export const PROVED_IN_A_BROWSER = ['storage', 'games', 'session', 'console-storage', 'hosts'] as const;
