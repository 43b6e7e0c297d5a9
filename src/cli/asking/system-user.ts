import { userInfo } from 'node:os';

/** Who types commands, as the system calls them. In a container a user may have a number and no name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
