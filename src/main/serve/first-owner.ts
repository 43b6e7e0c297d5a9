import { spawn } from 'node:child_process';

import type { LiveServer } from './start-live.ts';

/** What the program has around it; a process is one. */
interface Surroundings {
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/**
 * The link by which the first owner joins, if nobody has joined. What is printed elsewhere than on a terminal is kept in a log: there
 * it is only made with the first key, and later by a command.
 */
export async function firstOwnerLink(
  { firstKey, firstLink }: Pick<LiveServer, 'firstKey' | 'firstLink'>,
  { stdout }: Pick<Surroundings, 'stdout'>,
): Promise<string | undefined> {
  return stdout.isTTY === true || firstKey !== undefined ? firstLink() : undefined;
}

/** Opens a link in somebody’s browser, if somebody sits there. */
export function openForSomebody(link: string, { stdout, env, platform }: Surroundings): void {
  if (stdout.isTTY !== true || !hasDesktop(env, platform)) return;
  const [program, ...args] =
    platform === 'darwin' ? ['open'] : platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
  // Where there is no such program the link is printed all the same.
  spawn(program, [...args, link], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

function hasDesktop(env: Surroundings['env'], platform: string): boolean {
  const isSet = (name: string) => (env[name] ?? '') !== '';
  if (isSet('CI') || isSet('SSH_CONNECTION')) return false;
  return platform === 'darwin' || platform === 'win32' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY');
}
