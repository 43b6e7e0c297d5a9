import { userInfo } from 'node:os';

/** The system user. In a container, a user may have a number but no name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
