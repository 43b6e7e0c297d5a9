// Texts of the console's frame, its sign-in and its join page.

export const FRAME = {
  skip: 'Skip to content',
  console: 'Console',
  pages: 'Pages',
  find: 'Search…',
  waiting: (count: string) => `${count} waiting`,
  waitingOn: (pages: readonly string[]) => `Waiting for you: ${pages.join(', ')}.`,
  site: 'View site',
  account: 'Passkeys and sessions',
  signOut: 'Sign out',
  close: 'Close',
  undo: 'Undo',
  log: 'View in audit log',
  zone: (zone: string) => `Times are in ${zone}.`,
  version: (version: string) => `Laurels ${version} · `,
  missing: { title: 'Page not found', lead: 'The console has no page at this address.', home: 'Go to the overview' },
  broken: { title: 'This page could not be loaded', lead: 'The server may have been updated. Nothing you did is lost.', again: 'Reload' },
} as const;

export const SIGN_IN = {
  title: 'Sign in',
  passkey: 'Sign in with a passkey',
  waiting: 'Waiting for your passkey…',
  unsupported: 'This browser does not support passkeys. Use a newer one.',
  sso: (name: string) => `Sign in with ${name}`,
  back: 'Back to the site',
  help: 'No passkey yet? Ask an owner for an invitation, or create one on the server:',
  failed: 'Sign-in failed. Try again.',
  /** Why single sign-on failed, by the reason in the URL. */
  refused: {
    unknown: 'You have not joined yet. Ask an owner for an invitation, and open its link.',
    invitation: 'This invitation is no longer valid. Ask an owner for a new one.',
    late: 'Sign-in took longer than five minutes, or your browser blocked a cookie. Open the console at its usual https address and try again.',
    provider: 'Single sign-on did not say who you are. Try again, or contact your administrator.',
  } as Readonly<Record<string, string>>,
} as const;

export const JOIN = {
  title: 'Join',
  addPasskey: 'Add a passkey',
  code: { label: 'Code of your invitation', hint: 'It is also the part of the invitation link after #.' },
  next: 'Continue',
  another: 'Enter another code',
  checking: 'Checking the invitation…',
  invited: (role: string) => `You are invited as ${role}. You sign in with a passkey on this device; there is no password.`,
  adding: (name = 'you') => `This adds a passkey on this device for ${name}.`,
  name: { label: 'Your name', hint: 'Shown in the audit log.' },
  create: 'Create a passkey and sign in',
  waiting: 'Waiting for your device…',
  unsupported: 'This browser does not support passkeys. Open the link in a newer one.',
  sso: (name: string) => `Join with ${name}`,
} as const;
